import { looksLikeId } from "#platform/ids/ids.ts";

/**
 * What may be kept of a body. Not based on a list of dangerous names, which is never complete, but on what is known to be harmless: a value
 * is shown if the API document restricts the possible values (closed sets of words, numbers, booleans, instants), or if it is one of our
 * ids. Everything else, and so every text, name, phone number and secret, is reduced to its kind and length.
 */

type Schema = Readonly<Record<string, unknown>>;

const valuesMax = 200;
const itemsMax = 20;
const depthMax = 8;
const isName = /^[A-Za-z_][\w-]{0,39}$/;
const isInstant = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(?:Z|[+-]\d{2}:\d{2})$/;

/** @param schema from the document; absent: nothing is known, and only field names and ids are shown */
export function redact(value: unknown, schema?: object): unknown {
  let left = valuesMax;

  function visit(value: unknown, schemas: readonly Schema[], depth: number): unknown {
    left -= 1;
    if (typeof value !== "object" || value === null) return visitScalar(value, schemas);
    if (depth > depthMax || left <= 0) return "[…]";
    if (Array.isArray(value)) {
      const items = schemas.flatMap((schema) => branchesOf(schema["items"]));
      const shown = value.slice(0, Math.min(itemsMax, Math.max(left, 0))).map((item) => visit(item, items, depth + 1));
      return shown.length < value.length ? [...shown, `[${value.length - shown.length} more]`] : shown;
    }
    const found: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value)) {
      if (left <= 0) {
        found.push(["[…]", "[…]"]);
        break;
      }
      found.push([nameOf(name, schemas), visit(field, propertyOf(schemas, name), depth + 1)]);
    }
    return Object.fromEntries(found);
  }

  return visit(value, branchesOf(schema), 0);
}

function visitScalar(value: unknown, schemas: readonly Schema[]): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") {
    const shown = looksLikeId(value) || schemas.some((schema) => closes(schema, value)) || isKnownInstant(value, schemas);
    return shown ? value : `[text, ${value.length} ${value.length === 1 ? "character" : "characters"}]`;
  }
  const types = typeof value === "boolean" ? ["boolean"] : ["integer", "number"];
  const shown = schemas.some((schema) => closes(schema, value) || [schema["type"]].flat().some((type) => types.includes(String(type))));
  return shown ? value : `[${typeof value}]`;
}

const isKnownInstant = (value: string, schemas: readonly Schema[]) =>
  isInstant.test(value) && schemas.some((schema) => schema["format"] === "date-time");

/** Whether it is one of the values that the schema lists. */
function closes(schema: Schema, value: unknown): boolean {
  return schema["const"] === value || (Array.isArray(schema["enum"]) && schema["enum"].includes(value));
}

/** Names that are not in the document may be anything: only what looks like a name is shown. */
function nameOf(name: string, schemas: readonly Schema[]): string {
  return isName.test(name) || propertyOf(schemas, name).length > 0 ? name : `[name, ${name.length} characters]`;
}

function propertyOf(schemas: readonly Schema[], name: string): Schema[] {
  return schemas.flatMap((schema) => {
    const properties = schema["properties"] as Record<string, unknown> | undefined;
    return properties !== undefined && Object.hasOwn(properties, name) ? branchesOf(properties[name]) : [];
  });
}

/** For route schemas, of which there are few. */
const branches = new WeakMap<object, readonly Schema[]>();

/** A schema with its alternatives and parts, flattened: each may describe the value. */
function branchesOf(schema: unknown): readonly Schema[] {
  if (typeof schema !== "object" || schema === null) return [];
  let found = branches.get(schema);
  if (found === undefined) {
    const own = schema as Schema;
    const parts = ["anyOf", "oneOf", "allOf"].flatMap((candidate) => (Array.isArray(own[candidate]) ? (own[candidate] as unknown[]) : []));
    branches.set(schema, (found = [own, ...parts.flatMap(branchesOf)]));
  }
  return found;
}
