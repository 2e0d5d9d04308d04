/** Converts JSON schemas to TypeScript. Rules that types cannot express (lengths, patterns, `if`, `not`) are left to the server. */
import { isObject, type Json, listOf, objectOf, type Schema, textOf } from "./document.ts";
import { pascalCase } from "./names.ts";

/** Names of the document that have another meaning in a program. */
const renamed: Record<string, string> = { Error: "ErrorBody", Event: "ParleyEvent" };
const refPrefix = "#/components/schemas/";

export function typeName(schemaName: string): string {
  return renamed[schemaName] ?? pascalCase(schemaName);
}

/** `lax`: for what a caller writes, where `undefined` is equivalent to absent (JSON leaves it out). */
export interface Style {
  lax: boolean;
}

export function renderType(schema: Schema, style: Style, indent = ""): string {
  if (typeof schema === "boolean") return schema ? "unknown" : "never";
  const ref = textOf(schema["$ref"]);
  if (ref !== undefined) {
    if (!ref.startsWith(refPrefix)) throw new Error(`a schema refers to ${ref}, which is no named schema`);
    return typeName(ref.slice(refPrefix.length));
  }
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return union(schema["enum"].map((value) => JSON.stringify(value)));
  const parts: string[] = [];
  const own = renderOwn(schema, style, indent);
  if (own !== null) parts.push(own);
  for (const part of listOf(schema["allOf"])) if (says(part)) parts.push(renderType(part as Schema, style, indent));
  for (const key of ["oneOf", "anyOf"]) {
    const members = listOf(schema[key]).filter(says);
    if (members.length > 0) parts.push(union(members.map((member) => renderType(member as Schema, style, indent))));
  }
  // `type: object` next to the object's alternatives adds nothing.
  const described = parts.length > 1 ? parts.filter((part) => part !== anyObject) : parts;
  if (described.length === 0) return "unknown";
  return described.length === 1 ? (described[0] as string) : described.map((part) => (/^\w+$/.test(part) ? part : `(${part})`)).join(" & ");
}

const anyObject = "Record<string, unknown>";

/** Whether a member of anyOf, oneOf or allOf describes a type, and not only a rule (`required`, `not`, `if`) about a type next to it. */
function says(member: unknown): boolean {
  if (!isObject(member)) return member === true;
  if (["$ref", "type", "const", "enum", "anyOf", "oneOf", "allOf"].some((key) => member[key] !== undefined)) return true;
  return Object.values((member["properties"] ?? {}) as Json).some(says);
}

function renderOwn(schema: Json, style: Style, indent: string): string | null {
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((one) => renderOfType(String(one), schema, style, indent)));
  if (typeof type === "string") return renderOfType(type, schema, style, indent);
  return schema["properties"] === undefined ? null : renderOfType("object", schema, style, indent);
}

function renderOfType(type: string, schema: Json, style: Style, indent: string): string {
  switch (type) {
    case "string":
      return schema["format"] === "binary" ? "Blob" : "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
    case "null":
      return type;
    case "array": {
      const items = renderType((schema["items"] ?? true) as Schema, style, indent);
      return /^[\w.]+$/.test(items) ? `${items}[]` : `Array<${items}>`;
    }
    case "object":
      return renderObject(schema, style, indent);
    default:
      throw new Error(`a type that JSON schema does not have: ${type}`);
  }
}

function renderObject(schema: Json, style: Style, indent: string): string {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const values = [...Object.values((schema["patternProperties"] ?? {}) as Record<string, Schema>), schema["additionalProperties"]]
    .filter((value) => value !== undefined && value !== false)
    .map((value) => renderType(value as Schema, style, indent));
  if (properties.length === 0) {
    if (schema["additionalProperties"] === false && values.length === 0) return "Record<string, never>";
    return values.length === 0 ? anyObject : `Record<string, ${union(values)}>`;
  }
  const lines = properties.map(([name, property]) => renderProperty(name, property, isRequired(schema, name), style, `${indent}  `));
  // An index signature with its own type would have to fit every property too.
  if (values.length > 0) lines.push(`${indent}  [key: string]: unknown;\n`);
  return `{\n${lines.join("")}${indent}}`;
}

export function renderProperty(
  name: string,
  schema: Schema,
  required: boolean,
  style: Style,
  indent: string,
  description?: string,
): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  const type = renderType(schema, style, indent);
  const comment = renderComment(description ?? (isObject(schema) ? textOf(schema["description"]) : undefined), indent);
  return `${comment}${indent}${key}${required ? "" : "?"}: ${type}${!required && style.lax && type !== "unknown" ? " | undefined" : ""};\n`;
}

export function renderComment(text: string | undefined, indent: string): string {
  if (text === undefined) return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
}

/** A named schema as a declaration. */
export function renderDeclaration(name: string, schema: Schema, style: Style): string {
  const comment = renderComment(isObject(schema) ? textOf(schema["description"]) : undefined, "");
  const bases = isObject(schema) ? extendedBy(schema) : [];
  const own = bases.length > 0 ? ({ ...(schema as Json), allOf: undefined } as Json) : schema;
  if (isPlainObject(own))
    return `${comment}export interface ${name} ${bases.length > 0 ? `extends ${bases.join(", ")} ` : ""}${renderType(own, style)}\n`;
  return `${comment}export type ${name} = ${renderType(schema, style)};\n`;
}

/** The schemas that it extends: an `allOf` of references only. */
function extendedBy(schema: Json): string[] {
  const parts = listOf(schema["allOf"]) as Json[];
  return parts.every((part) => textOf(part["$ref"]) !== undefined) ? parts.map((part) => renderType(part, { lax: false })) : [];
}

/** Only properties: what an interface can express. */
function isPlainObject(schema: Schema): boolean {
  if (!isObject(schema) || schema["$ref"] !== undefined || schema["const"] !== undefined || schema["enum"] !== undefined) return false;
  if (Array.isArray(schema["type"]) || Object.keys((schema["properties"] ?? {}) as Json).length === 0) return false;
  return !["allOf", "oneOf", "anyOf"].some((key) => listOf(schema[key]).some(says));
}

/** Names of the schemas reachable from these. */
export function reachableFrom(schemas: Schema[], named: Record<string, Schema>): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    const ref = textOf(value["$ref"]);
    if (ref?.startsWith(refPrefix)) {
      const name = ref.slice(refPrefix.length);
      if (found.has(name)) return;
      found.add(name);
      visit(named[name]);
    }
    for (const [key, part] of Object.entries(value)) if (key !== "example" && key !== "examples" && key !== "default") visit(part);
  };
  schemas.forEach(visit);
  return found;
}

function isRequired(schema: Json, name: string): boolean {
  return listOf(schema["required"]).includes(name);
}

function union(types: string[]): string {
  const known = [...new Set(types)];
  return known.includes("unknown") ? "unknown" : known.join(" | ");
}

export function namedSchemas(document: Json): Record<string, Schema> {
  return objectOf(objectOf(document["components"])["schemas"]) as Record<string, Schema>;
}
