/**
 * Fields of a body and parameters of a query that the schema does not know. They are ignored, and named in the response
 * header `Ignored-Fields`, so that the sender notices a misspelt name (docs/adr/0162).
 *
 * Validation itself finds the fields: each object schema gets a keyword that checks the object's names. No body is
 * traversed twice, except for parts with several possible kinds of object.
 */

type Schema = Record<string, unknown>;

/** What a schema knows about a value: an object's names with their values' shapes, and an array's items. */
interface Shape {
  /** null: any name is allowed. */
  names: Map<string, Shape> | null;
  /** The shape of values under names that are not listed. */
  others?: Shape;
  items?: Shape;
}

interface At {
  instancePath: string;
}

const keyword = "namesKnown";
export const ignoredMax = 20;
/** Proxies with small buffers refuse a response with longer headers. */
const headerCharactersMax = 2_000;
const nameCharactersMax = 60;

const ignoredOf = new WeakMap<object, string[]>();
/** Of the current validation: it is synchronous, so there is one at a time. */
let found: string[] | null = null;

/** For the validator of bodies: expects the schemas from `markObjects`. */
export const ignoredFieldsKeyword = {
  keyword,
  type: "object",
  schemaType: ["object"],
  errors: false,
  validate(shape: Shape, value: object, _schema: unknown, at?: At): boolean {
    if (found !== null && found.length < ignoredMax) collect(shape, value, () => pointerPath(at?.instancePath ?? ""));
    return true;
  },
};

/** Runs a validation that may record fields of `body`. */
export function recordingFields<T>(body: unknown, validate: () => T): T {
  found = [];
  try {
    return validate();
  } finally {
    if (found.length > 0 && typeof body === "object" && body !== null) ignoredOf.set(body, found);
    found = null;
  }
}

/**
 * Records the parameters of `query` that are not among `known`, with a question mark, which occurs in no path of a field.
 * Looks no further than the twentieth.
 */
export function recordParameters(query: object, known: ReadonlySet<string>): void {
  let unknown: string[] | undefined;
  for (const name in query) {
    if (known.has(name)) continue;
    unknown ??= [];
    unknown.push(`?${fieldPath(name)}`);
    if (unknown.length === ignoredMax) break;
  }
  if (unknown !== undefined) ignoredOf.set(query, unknown);
}

/** The value of the header `Ignored-Fields`; undefined if every parameter and field is known. */
export function ignoredFieldsOf(query: unknown, body: unknown): string | undefined {
  const [parameters, fields] = [recordedOf(query), recordedOf(body)];
  if (parameters === undefined && fields === undefined) return undefined;
  let header = "";
  for (const name of [...(parameters ?? []), ...(fields ?? [])].slice(0, ignoredMax)) {
    const longer = header === "" ? name.slice(0, headerCharactersMax) : `${header}, ${name}`;
    if (longer.length > headerCharactersMax) break;
    header = longer;
  }
  return header;
}

function recordedOf(input: unknown): string[] | undefined {
  return typeof input === "object" && input !== null ? ignoredOf.get(input) : undefined;
}

/** A copy of a schema in which each object knows its field names. */
export function markObjects(schema: Schema): Schema {
  const out: Schema = { ...schema };
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const options = schema[key] as Schema[] | undefined;
    if (options === undefined) continue;
    // With several kinds of object, a name that one of them does not know may belong to another.
    if ([...options, schema].filter(hasObjects).length > 1) return { ...schema, [keyword]: shapeOf(schema) };
    out[key] = options.map(markObjects);
  }
  for (const key of ["items", "additionalProperties"]) if (isSchema(schema[key])) out[key] = markObjects(schema[key]);
  if (isSchema(schema["patternProperties"])) out["patternProperties"] = eachOf(schema["patternProperties"], markObjects);
  if (isSchema(schema["properties"])) {
    out["properties"] = eachOf(schema["properties"], markObjects);
    const names = new Map(Object.keys(schema["properties"]).map((name) => [name, anyShape]));
    if (!takesAnyName(schema)) out[keyword] = { names } satisfies Shape;
  }
  return out;
}

const anyShape: Shape = { names: null };

function eachOf(schemas: Schema, change: (schema: Schema) => Schema): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema as Schema)]));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasObjects(schema: Schema): boolean {
  return isSchema(schema["properties"]) || isSchema(schema["items"]) || takesAnyName(schema);
}

function takesAnyName(schema: Schema): boolean {
  const { additionalProperties: more } = schema;
  return more === true || isSchema(more) || isSchema(schema["patternProperties"]);
}

/** Everything that a schema or one of its alternatives knows. */
function shapeOf(schema: Schema): Shape {
  const alternatives = ["anyOf", "oneOf", "allOf"].flatMap((key) => (schema[key] as Schema[] | undefined) ?? []);
  const own: Shape = { names: takesAnyName(schema) ? null : new Map() };
  for (const [name, field] of Object.entries((schema["properties"] as Record<string, Schema> | undefined) ?? {}))
    own.names?.set(name, shapeOf(field));
  const { patternProperties: patterns, additionalProperties: more } = schema;
  const others = [more, ...(isSchema(patterns) ? Object.values(patterns) : [])].filter(isSchema).map(shapeOf);
  if (others.length > 0) own.others = others.reduce(merge);
  if (isSchema(schema["items"])) own.items = shapeOf(schema["items"]);
  const isOpen =
    schema["properties"] === undefined && alternatives.length === 0 && ["object", undefined].includes(schema["type"] as string);
  if (isOpen && schema["required"] === undefined && schema["items"] === undefined) own.names = null;
  return alternatives.map(shapeOf).reduce(merge, own);
}

function merge(a: Shape, b: Shape): Shape {
  const names = a.names === null || b.names === null ? null : new Map(a.names);
  if (names !== null) {
    for (const [name, shape] of b.names ?? []) {
      const known = names.get(name);
      names.set(name, known === undefined ? shape : merge(known, shape));
    }
  }
  const others = a.others === undefined || b.others === undefined ? (a.others ?? b.others) : merge(a.others, b.others);
  const items = a.items === undefined || b.items === undefined ? (a.items ?? b.items) : merge(a.items, b.items);
  return { names, ...(others === undefined ? {} : { others }), ...(items === undefined ? {} : { items }) };
}

/** Stops at the twentieth name, however many there are. */
function collect(shape: Shape, value: unknown, at: () => string): void {
  const list = found as string[];
  if (typeof value !== "object" || value === null || shape === anyShape) return;
  if (Array.isArray(value)) {
    if (shape.items === undefined) return;
    for (let i = 0; i < value.length && list.length < ignoredMax; i++) collect(shape.items, value[i], () => `${at()}[${i}]`);
    return;
  }
  for (const name in value) {
    if (list.length >= ignoredMax) return;
    const known = shape.names === null ? (shape.others ?? anyShape) : shape.names.get(name);
    if (known === undefined) list.push(join(at(), name));
    else collect(known, (value as Record<string, unknown>)[name], () => join(at(), name));
  }
}

/** Turns `/items/0/name` into `items[0].name`. */
function pointerPath(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), "");
}

function join(path: string, name: string): string {
  return path === "" ? fieldPath(name) : `${path}.${fieldPath(name)}`;
}

/**
 * Senders choose the names: anything but a plain letter, digit, hyphen or underscore is percent-encoded, and long names
 * are truncated.
 */
function fieldPath(name: string): string {
  if (/^[\w-]{1,60}$/.test(name)) return name;
  if (name === "") return "%22%22";
  return encodeURIComponent(name.slice(0, nameCharactersMax).toWellFormed()).replaceAll(
    /[.!~*'()]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
