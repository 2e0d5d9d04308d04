import { type TObject, type TObjectOptions, type TProperties, type TSchema, Type } from "typebox";
import { Timestamp } from "../schemas.ts";
import { isObject, type Json } from "./json.ts";

const shown = Symbol("the schema that the document shows");

/**
 * A schema that validates as `schema` and appears in the document as `document`: for values read by code that knows
 * more than a schema can express (which field belongs to which type). What the code accepts must be in `document`, and
 * what `document` describes must be accepted (test/openapi/openapi-unions.test.ts). A function, if it refers to itself or takes
 * long to make; it is called when the document is made.
 */
export function documentedAs<T extends TSchema>(schema: T, document: TSchema | (() => TSchema)): T {
  // Including the members that TypeBox hides.
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), [shown]: { value: document, enumerable: true } }) as T;
}

const extended = Symbol("the schema that another has more than");

/**
 * An object with all members of another, shown in the document as `allOf`: the other object and the additional members.
 * Both have a title.
 */
export function extending<B extends TProperties, P extends TProperties>(base: TObject<B>, more: P, options: TObjectOptions) {
  const schema = Type.Object({ ...base.properties, ...more } as B & P, options);
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(schema), [extended]: { value: base, enumerable: true } },
  ) as typeof schema;
}

/**
 * One of several objects, discriminated by a word in one of their fields. Each has a title, its name in the document.
 */
export function oneOfBy(field: string, title: string, variants: readonly TSchema[], options: object = {}): TSchema {
  const literals = (variant: TSchema): string[] => {
    const { const: literal, enum: several } =
      (variant as { properties?: Record<string, { const?: string; enum?: string[] }> }).properties?.[field] ?? {};
    return several ?? [literal as string];
  };
  const nameOfVariant = (variant: TSchema) => `#/components/schemas/${(variant as { title?: string }).title}`;
  return {
    title,
    ...options,
    oneOf: variants,
    discriminator: {
      propertyName: field,
      mapping: Object.fromEntries(variants.flatMap((variant) => literals(variant).map((literal) => [literal, nameOfVariant(variant)]))),
    },
  } as TSchema;
}

/** A reference to the schema of that name: for a schema that contains itself. */
export const named = (title: string): TSchema => ({ $ref: `#/components/schemas/${title}` }) as TSchema;

/** An object of the document, including the members that it inherits. */
export function withExtended(schema: Json, follow: (reference: Json) => Json): Json {
  const { allOf, ...own } = schema;
  const [reference, ...others] = (allOf ?? []) as Json[];
  if (reference?.["$ref"] === undefined || others.length > 0) return schema;
  const base = withExtended(follow(reference), follow);
  return {
    ...own,
    required: [...((base["required"] ?? []) as string[]), ...((own["required"] ?? []) as string[])],
    properties: { ...(base["properties"] as Json), ...(own["properties"] as Json) },
  };
}

/** Keywords with one schema each, and those with schemas by name. */
const single = new Set(["items", "additionalProperties", "not", "then"]);
const byName = new Set(["properties", "patternProperties"]);

/** Collects the named schemas as components. */
export class SchemaComponents {
  readonly schemas: Record<string, Json> = {};
  private readonly inProgress = new Set<string>();

  /** A copy in which every named part is a reference to its component. */
  hoist(schema: Json): Json {
    const document = (schema as { [shown]?: TSchema | (() => TSchema) })[shown];
    if (document !== undefined) return this.hoist((typeof document === "function" ? document() : document) as Json);
    if (isTimestamp(schema)) return this.refer("Timestamp", schema);
    const name = nameOf(schema);
    if (name === undefined) return this.transform(schema);
    return this.refer(name, schema);
  }

  private refer(name: string, schema: Json): Json {
    const reference = { $ref: `#/components/schemas/${name}` };
    // The schema is recursive.
    if (this.inProgress.has(name)) return reference;
    this.inProgress.add(name);
    const base = (schema as { [extended]?: Json })[extended];
    const made = base === undefined ? this.transform(schema) : this.membersBeyond(base, this.transform(schema));
    this.inProgress.delete(name);
    const known = this.schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(made)) throw new Error(`two schemas are called ${name}`);
    this.schemas[name] = made;
    return reference;
  }

  /** The members of `made` that the component `base` lacks. */
  private membersBeyond(base: Json, made: Json): Json {
    const reference = this.hoist(base);
    const { properties, required = [] } = this.schemas[nameOf(base) as string] as { properties: Json; required?: string[] };
    const { properties: all, required: allRequired = [], ...rest } = made as { properties: Json; required?: string[] };
    const own = Object.entries(all).filter(([member]) => !Object.hasOwn(properties, member));
    const ownRequired = allRequired.filter((member) => !required.includes(member));
    return {
      allOf: [reference],
      ...rest,
      ...(ownRequired.length === 0 ? {} : { required: ownRequired }),
      ...(own.length === 0 ? {} : { properties: Object.fromEntries(own) }),
    };
  }

  private transform(schema: Json): Json {
    const { title: _title, ...rest } = isAnyObject(schema) ? { ...schema, additionalProperties: anyValue } : byKey(schema);
    const out: Json = {};
    for (const [key, value] of Object.entries(rest)) {
      if (Array.isArray(value)) out[key] = value.map((v) => (isObject(v) ? this.hoist(v) : v));
      else if (isObject(value) && byName.has(key))
        out[key] = Object.fromEntries(Object.entries(value).map(([name, v]) => [name, isObject(v) ? this.valueOf(v) : v]));
      else if (isObject(value) && single.has(key)) out[key] = key === "not" ? this.hoist(value) : this.valueOf(value);
      else out[key] = value;
    }
    return withNull(out);
  }

  /** A schema that says nothing of its value is that of any JSON value, by name. */
  private valueOf(schema: Json): Json {
    const { description, ...rest } = schema;
    if (Reflect.ownKeys(rest).length > 0) return this.hoist(schema);
    return { ...this.hoist(anyValue), ...(description === undefined ? {} : { description }) };
  }
}

/** For a plain type, null becomes a second `type`; a choice of two schemas would add nothing. */
function withNull(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  const [plain, none, ...others] = (anyOf ?? []) as Json[];
  if (plain === undefined || none === undefined || others.length > 0 || JSON.stringify(none) !== '{"type":"null"}') return schema;
  if (!["string", "integer", "number", "boolean"].includes(plain["type"] as string) || "enum" in plain || "const" in plain) return schema;
  return { ...plain, type: [plain["type"], "null"], ...rest };
}

/** `Type.Record` writes its values as a pattern that every name fits, which few generators of types read. */
function byKey(schema: Json): Json {
  const { patternProperties, ...rest } = schema as { patternProperties?: Json };
  const [[pattern, value] = [], ...others] = Object.entries(patternProperties ?? {});
  if (pattern !== "^.*$" || others.length > 0 || "additionalProperties" in schema) return schema;
  return { ...rest, additionalProperties: value };
}

const anyValue: Json = { title: "JsonValue", description: "Any JSON value" };

/** An object without known members: foreign data, or custom fields. */
const isAnyObject = (schema: Json) =>
  [schema["type"]].flat().includes("object") &&
  (schema["additionalProperties"] ?? true) === true &&
  ["properties", "patternProperties", "oneOf", "anyOf", "allOf"].every((keyword) => schema[keyword] === undefined);

/** A schema that adds nothing to the shared timestamp. */
const isTimestamp = (schema: Json) =>
  schema["format"] === "date-time" &&
  schema["type"] === "string" &&
  schema["description"] === (Timestamp as { description?: unknown }).description;

/** The title; a list's page is named after its items. */
function nameOf(schema: Json): string | undefined {
  if (typeof schema["title"] === "string") return schema["title"];
  const properties = schema["properties"] as Record<string, { items?: Json; title?: string }> | undefined;
  if (properties === undefined || Object.keys(properties).join() !== "data,pageInfo" || properties["pageInfo"]?.title !== "PageInfo")
    return undefined;
  const item = properties["data"]?.items?.["title"];
  return typeof item === "string" ? `${item.replace(/ListItem$/, "")}List` : undefined;
}
