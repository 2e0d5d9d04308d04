/**
 * Renders packages/sdk/src/generated from the API document: the types of all named schemas and events, one interface per resource, and the
 * table of operations that the client is built from. `npm run generate` writes them, `npm run check` compares.
 */
import { itemsOfPage, type Json, readEventSchemas, readOperations, type Schema } from "./document.ts";
import { camelCase, type NamedOperation, nameOperations, pascalCase, shortPath } from "./names.ts";
import { namedSchemas, reachableFrom, renderComment, renderDeclaration, renderProperty, renderType, typeName } from "./schema-types.ts";

const folder = "packages/sdk/src/generated";
const heading = "// Generated from openapi.json by `npm run generate`; do not edit.\n";

interface Tree {
  operations: NamedOperation[];
  children: Map<string, Tree>;
}

/** Paths relative to the repository's root, with their texts. */
export function renderSdk(document: Json): [string, string][] {
  const operations = nameOperations(
    readOperations(document).map((operation) => ({
      operation,
      isList: operation.answer.kind === "json" && operation.method === "GET" && itemsOfPage(document, operation.answer.schema) !== null,
    })),
  );
  const tree: Tree = { operations: [], children: new Map() };
  for (const operation of operations) {
    let at = tree;
    for (const word of operation.resource) {
      const next = at.children.get(word) ?? { operations: [], children: new Map() };
      at.children.set(word, next);
      at = next;
    }
    at.operations.push(operation);
  }
  return [
    [`${folder}/schemas.ts`, renderSchemas(document, operations)],
    [`${folder}/resources.ts`, renderResources(document, tree)],
    [`${folder}/operations.ts`, renderTable(tree)],
  ];
}

function renderSchemas(document: Json, operations: NamedOperation[]): string {
  const named = namedSchemas(document);
  const written = reachableFrom(
    operations.flatMap(({ body }) => body?.contents.map(({ schema }) => schema) ?? []),
    named,
  );
  const events = readEventSchemas(document);
  const declarations = Object.entries(named)
    // The union of all events, below, is more precise than the document's common schema.
    .filter(([name]) => name !== "Event")
    .map(([name, schema]) => renderDeclaration(typeName(name), schema, { lax: written.has(name) }));
  const envelopes = events.map(({ type, summary, schema }) => renderProperty(type, schema, true, { lax: false }, "  ", summary));
  return [
    heading,
    ...declarations.sort((a, b) => (nameIn(a) < nameIn(b) ? -1 : 1)),
    `/** Each type of event as it is delivered: to webhooks, by \`events.list\` and by \`events.stream\`. */\nexport interface EventsByType {\n${envelopes.join("")}}\n`,
    "export type EventType = keyof EventsByType;\n",
    "/** An event of any type; `type` tells which, and so what `data` holds. */\nexport type ParleyEvent = EventsByType[EventType];\n",
  ].join("\n");
}

function nameIn(declaration: string): string {
  return /^export (?:interface|type) (\w+)/m.exec(declaration)?.[1] ?? "";
}

function renderResources(document: Json, tree: Tree): string {
  const shapes: string[] = [];
  const interfaces: string[] = [];
  const visit = (node: Tree, path: string[]): string => {
    const name = path.length === 0 ? "Resources" : `${path.map(pascalCase).join("")}Resource`;
    const members = [
      ...node.operations.map((operation) => renderMethod(document, operation, shapes)),
      ...[...node.children].map(([word, child]) => `  readonly ${word}: ${visit(child, [...path, word])};\n`),
    ];
    const comment = path.length === 0 ? renderComment("What the API has, by the words of its addresses.", "") : "";
    interfaces.push(`${comment}export interface ${name} {\n${members.join("")}}\n`);
    return name;
  };
  visit(tree, []);
  const text = [...shapes, ...interfaces].join("\n");
  const core = ["EventStream", "List", "RequestOptions", "StreamOptions", "Upload"].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(text),
  );
  const own = new Set([...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map((match) => match[1] as string));
  const schemas = [...Object.keys(namedSchemas(document)).map(typeName), "EventType"].filter(
    (name) => !own.has(name) && new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(text),
  );
  return [
    heading,
    `import type {\n${core.map((name) => `  ${name},\n`).join("")}} from "../types.ts";\n`,
    `import type {\n${[...new Set(schemas)]
      .sort()
      .map((name) => `  ${name},\n`)
      .join("")}} from "./schemas.ts";\n\n`,
    text,
  ].join("");
}

/** A method's signature: the path parameters, the body, the query, the options, as far as the operation has them. */
function renderMethod(document: Json, operation: NamedOperation, shapes: string[]): string {
  const shapeName = [...operation.resource, operation.name].map(pascalCase).join("");
  const parameters = operation.pathNames.map((name) => `${camelCase(name)}: string`);
  const { body } = operation;
  if (body !== null) parameters.push(`body${body.required ? "" : "?"}: ${renderBody(operation, shapeName, shapes)}`);
  const isStream = operation.answer.kind === "events";
  if (operation.query.length > 0) {
    const lines = operation.query.map(({ name, schema, required, description }) =>
      renderQueryParameter(name, schema, required, description, isStream),
    );
    shapes.push(`export interface ${shapeName}Query {\n${lines.join("")}}\n`);
    parameters.push(`query${operation.query.some(({ required }) => required) ? "" : "?"}: ${shapeName}Query`);
  }
  parameters.push(`options?: ${isStream ? "StreamOptions" : "RequestOptions"}`);
  const comment = renderComment([operation.summary, operation.description].filter((text) => text !== "").join("\n\n"), "  ");
  return `${comment}  ${operation.name}(${parameters.join(", ")}): ${renderAnswer(document, operation, shapeName, shapes)};\n`;
}

function renderQueryParameter(name: string, schema: Schema, required: boolean, description: string | undefined, isStream: boolean): string {
  // The server takes them separated by commas, which the SDK adds.
  if (isStream && name === "type")
    return `${renderComment("These types only", "  ")}  type?: EventType | readonly EventType[] | undefined;\n`;
  return renderProperty(name, schema, required, { lax: true }, "  ", description);
}

function renderBody(operation: NamedOperation, shapeName: string, shapes: string[]): string {
  const contents = operation.body?.contents ?? [];
  const json = contents.find(({ type }) => type === "application/json");
  const form = contents.find(({ type }) => type === "multipart/form-data");
  const types: string[] = [];
  if (json !== undefined) types.push(named(json.schema, `${shapeName}Body`, { lax: true }, shapes));
  if (form !== undefined || contents.length > 1) types.push("Upload");
  if (types.length === 0) throw new Error(`${operation.method} ${operation.path} takes a body that the SDK cannot send`);
  return types.join(" | ");
}

function renderAnswer(document: Json, operation: NamedOperation, shapeName: string, shapes: string[]): string {
  const { answer } = operation;
  if (answer.kind === "events") return "EventStream";
  if (answer.kind === "file") return "Promise<Response>";
  const items = operation.isList ? itemsOfPage(document, answer.schema) : null;
  if (items === null) return `Promise<${named(answer.schema, `${shapeName}Answer`, { lax: false }, shapes)}>`;
  const item = named(items, `${shapeName}Item`, { lax: false }, shapes);
  // A page with more fields than its items and the next cursor has its own type.
  const fields = Object.keys((((answer.schema as Json)["properties"] as Json | undefined) ?? {}) as Json);
  const isPlain = fields.length > 0 && fields.every((name) => name === "data" || name === "pageInfo");
  return isPlain ? `List<${item}>` : `List<${item}, ${named(answer.schema, `${shapeName}Page`, { lax: false }, shapes)}>`;
}

/** The name of a schema; creates one if the document has none. */
function named(schema: Schema, name: string, style: { lax: boolean }, shapes: string[]): string {
  const type = renderType(schema, style);
  if (!type.includes("{") && type.length < 60) return type;
  shapes.push(renderDeclaration(name, schema, style));
  return name;
}

/** `contacts: { get: "GET/contacts/{id}" }`, with letters for what a call needs to know: see packages/sdk/src/resources.ts. */
function renderTable(tree: Tree): string {
  const lines = (node: Tree, indent: string): string => {
    const own = node.operations.map((operation) => `${indent}${operation.name}: ${JSON.stringify(encode(operation))},\n`);
    const below = [...node.children].map(([word, child]) => `${indent}${word}: {\n${lines(child, `${indent}  `)}${indent}},\n`);
    return [...own, ...below].join("");
  };
  return `${heading}
import type { Table } from "../resources.ts";

export const operations: Table = {
${lines(tree, "  ")}};
`;
}

function encode(operation: NamedOperation): string {
  const isWrite = operation.method !== "GET";
  const letters = [
    operation.body === null ? "" : "b",
    operation.query.length > 0 ? "q" : "",
    operation.isList ? "l" : "",
    operation.answer.kind === "file" ? "f" : "",
    operation.answer.kind === "events" ? "e" : "",
    isWrite && !operation.takesIdempotencyKey ? "n" : "",
  ].join("");
  return `${operation.method}${shortPath(operation.path)}${letters === "" ? "" : ` ${letters}`}`;
}
