import { isObject, type Json } from "./json.ts";
import { withExtended } from "./schemas.ts";

/**
 * Values for examples. Anything else is derived from the schema: the first enum value, the default, the smallest
 * number.
 */
export interface Samples {
  /** By property name, or by schema and property: `Contact.name`. A list uses samples of its items: `tags`. */
  properties: Readonly<Record<string, unknown>>;
  /** Id prefixes, by the name of the schema whose `id` it is. */
  ids: Readonly<Record<string, string>>;
  /** Whole responses by operation: for files, and where the schema's example would be too poor. */
  answers: Readonly<Record<string, unknown>>;
}

export interface Examples {
  /** `examples` or `example` of a response. */
  ofResponse(operationId: string, contentType: string, schema: Json, input: unknown): Json;
  ofWebhook(type: string, schema: Json): Json;
  /** Examples of the named schemas that were requested. Call it once all schemas are registered. */
  settle(): Record<string, Json>;
}

/** Marks an optional member without an example. */
const nothing = Symbol("left out");
const depthMax = 5;

/** Examples built from schemas and samples: the same input always gives the same result. */
export function createExamples(schemas: Readonly<Record<string, Json>>, samples: Samples): Examples {
  const asked = new Set<string>();
  const later: (() => void)[] = [];
  const refName = (schema: Json) => (schema["$ref"] as string).split("/").at(-1) as string;

  function sampleOf(owner: string | null, name: string | null): { value: unknown } | null {
    if (name === null) return null;
    const schema = owner?.split(".")[0];
    for (const key of [...(owner === null ? [] : [`${owner}.${name}`, `${schema}.${name}`]), name])
      if (Object.hasOwn(samples.properties, key)) return { value: samples.properties[key] };
    return null;
  }

  /**
   * `owner`: the named schema that contains it, and the properties that lead there (`Me.tenant`); `name`: the property.
   */
  function make(schema: Json, owner: string | null, name: string | null, within: readonly string[]): unknown {
    if (typeof schema["$ref"] === "string") {
      const found = refName(schema);
      const sample = sampleOf(owner, name);
      const target = schemas[found] as Json;
      if (sample !== null && fits(target, sample.value, schemas)) return sample.value;
      if (within.includes(found)) return nothing;
      const isPlain = typeof target["type"] === "string" && target["type"] !== "object";
      return make(target, found, isPlain ? name : null, [...within, found]);
    }
    if ("const" in schema) return schema["const"];
    const sample = sampleOf(owner, name);
    if (sample !== null && fits(schema, sample.value, schemas)) return sample.value;
    if (Array.isArray(schema["enum"])) return schema["default"] ?? schema["enum"][0];
    const choices = (schema["oneOf"] ?? schema["anyOf"]) as Json[] | undefined;
    if (choices !== undefined) return choose(schema, choices, owner, name, within);
    if ("default" in schema) return schema["default"];
    const [type] = [schema["type"]].flat() as (string | undefined)[];
    if (type !== "object" && type !== "array" && [schema["type"]].flat().includes("null")) return null;
    switch (type) {
      case "object":
        return makeObject(schema, owner === null || name === null ? owner : `${owner}.${name}`, within);
      case "array":
        return makeList(schema, owner, name, within);
      case "string":
        return makeText(schema, owner, name);
      case "integer":
      case "number":
        return schema["minimum"] ?? schema["exclusiveMinimum"] ?? 0;
      case "boolean":
        return true;
      case "null":
        return null;
      default:
        // Any value: the schema says nothing more.
        return schema["allOf"] === undefined ? "…" : makeObject(schema, owner, within);
    }
  }

  /** The first option that is not null; null if nested. */
  function choose(schema: Json, choices: Json[], owner: string | null, name: string | null, within: readonly string[]): unknown {
    const others = choices.filter((choice) => choice["type"] !== "null");
    const mayBeNull = others.length < choices.length;
    if (mayBeNull && within.length >= 2) return null;
    const made = make(others[0] as Json, owner, name, within);
    const base =
      schema["properties"] === undefined ? {} : (makeObject({ ...schema, oneOf: undefined, anyOf: undefined }, owner, within) as Json);
    if (made === nothing) return mayBeNull ? null : nothing;
    return isObject(made) ? { ...base, ...made } : made;
  }

  /** Includes the members of the schema that it extends. */
  function makeObject(schemaNode: Json, owner: string | null, within: readonly string[]): Json {
    const schema = withExtended(schemaNode, (reference) => schemas[refName(reference)] as Json);
    const out: Json = {};
    for (const part of (schema["allOf"] ?? []) as Json[]) {
      const made = part["if"] === undefined ? make(part, owner, null, within) : {};
      if (isObject(made)) Object.assign(out, made);
    }
    const required = new Set((schema["required"] ?? []) as string[]);
    for (const [name, field] of Object.entries((schema["properties"] ?? {}) as Record<string, Json>)) {
      // Nested objects omit optional members: an example need not repeat everything.
      if (!required.has(name) && within.length > 1) continue;
      const made = make(field, owner, name, within);
      if (made !== nothing) out[name] = made;
    }
    return out;
  }

  function makeList(schema: Json, owner: string | null, name: string | null, within: readonly string[]): unknown[] {
    const items = schema["items"] as Json | undefined;
    const min = Number(schema["minItems"] ?? 0);
    if (items === undefined || (within.length >= depthMax && min === 0)) return [];
    const made = make(items, owner, name, within);
    return made === nothing || made === "…" ? [] : Array.from({ length: Math.max(1, min) }, () => made);
  }

  function makeText(schema: Json, owner: string | null, name: string | null): unknown {
    if (name === "id" && owner !== null) {
      const prefix = samples.ids[owner] ?? (owner.endsWith("Event") ? "evt" : undefined);
      if (prefix !== undefined) return sampleId(prefix);
    }
    if (schema["format"] === "date-time") return "2026-03-02T09:30:00.000Z";
    if (schema["format"] === "date") return "2026-03-02";
    return "…";
  }

  const media = (schema: Json, put: (made: unknown) => Json): Json => {
    const holder: Json = {};
    if (typeof schema["$ref"] === "string") {
      const name = refName(schema);
      asked.add(name);
      holder["examples"] = { example: { $ref: `#/components/examples/${name}` } };
    } else later.push(() => void Object.assign(holder, put(make(schema, null, null, []))));
    return holder;
  };

  return {
    ofResponse(operationId, contentType, schema, given) {
      const answer = given ?? samples.answers[operationId];
      if (answer !== undefined) return { example: answer };
      if (contentType !== "application/json")
        throw new Error(`${operationId} answers ${contentType}: give an example of it (api-samples/)`);
      return media(schema, (made) => ({ example: made }));
    },
    ofWebhook: (_type, schema) => media(schema, (made) => ({ example: made })),
    settle() {
      for (const run of later) run();
      return Object.fromEntries(
        [...asked].map((name) => [name, { value: make({ $ref: `#/components/schemas/${name}` }, null, null, []) }]),
      );
    },
  };
}

/** A wire id: the prefix shows the kind, and all examples refer to the same contact. */
export const sampleId = (prefix: string) => `${prefix}_0198c6f2a4b17e3d9c5b8f1a2d3e4f50`;

/**
 * Whether a sample fits a schema, judged by its keywords for plain values. A test checks every example against its
 * whole schema.
 */
function fits(schema: Json, value: unknown, schemas: Readonly<Record<string, Json>>): boolean {
  if (typeof schema["$ref"] === "string") return fits(schemas[schema["$ref"].split("/").at(-1) as string] ?? {}, value, schemas);
  if (Array.isArray(schema["enum"])) return schema["enum"].includes(value);
  const choices = (schema["oneOf"] ?? schema["anyOf"]) as Json[] | undefined;
  if (choices !== undefined) return choices.some((choice) => fits(choice, value, schemas));
  const types = [schema["type"]].flat();
  // Any value.
  if (types[0] === undefined && schema["properties"] === undefined) return true;
  if (value === null) return types.includes("null");
  if (Array.isArray(value)) return types.includes("array") && value.every((item) => fits((schema["items"] ?? {}) as Json, item, schemas));
  switch (typeof value) {
    case "string":
      return types.includes("string") && fitsText(schema, value);
    case "number":
      return (
        (types.includes("number") || (types.includes("integer") && Number.isInteger(value))) &&
        value >= Number(schema["minimum"] ?? value) &&
        value <= Number(schema["maximum"] ?? value)
      );
    case "object":
      return (
        types[0] === undefined ||
        (types.includes("object") && ((schema["required"] ?? []) as string[]).every((name) => Object.hasOwn(value, name)))
      );
    default:
      return types.includes(typeof value);
  }
}

function fitsText(schema: Json, text: string): boolean {
  if (typeof schema["format"] === "string" && schema["format"].startsWith("date") && Number.isNaN(Date.parse(text))) return false;
  return text.length <= Number(schema["maxLength"] ?? text.length);
}
