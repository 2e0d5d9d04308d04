/**
 * The API document as the SDK generator reads it: every `$ref` of parameters, request bodies, responses and path items is followed, so it
 * does not matter what is defined in place and what in `components`. References to schemas are kept, because they are the names of types.
 */
export type Json = Record<string, unknown>;
export type Schema = Json | boolean;

export interface Operation {
  method: string;
  /** As in the document: `/api/v1/contacts/{id}`. */
  path: string;
  operationId: string;
  summary: string;
  description: string;
  /** In path order. */
  pathNames: string[];
  query: { name: string; required: boolean; description: string | undefined; schema: Schema }[];
  takesIdempotencyKey: boolean;
  body: { required: boolean; contents: { type: string; schema: Schema }[] } | null;
  answer: { kind: "json"; schema: Schema } | { kind: "file" } | { kind: "events" };
}

const methods = ["get", "post", "put", "patch", "delete"];

/** Follows references to the end; null if the target is not in the document. */
export function resolve(document: Json, value: unknown): unknown {
  let found = value;
  for (let steps = 0; isObject(found) && typeof found["$ref"] === "string"; steps++) {
    if (steps > 20) throw new Error(`references in a circle at ${found["$ref"]}`);
    const path = found["$ref"];
    if (!path.startsWith("#/")) throw new Error(`a reference out of the document: ${path}`);
    found = path
      .slice(2)
      .split("/")
      .reduce<unknown>((at, key) => (isObject(at) ? at[key.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined), document);
    if (found === undefined) throw new Error(`a reference that leads nowhere: ${path}`);
  }
  return found;
}

export function readOperations(document: Json): Operation[] {
  const operations: Operation[] = [];
  for (const [path, given] of Object.entries(objectOf(document["paths"]))) {
    const item = objectOf(resolve(document, given));
    for (const method of methods) {
      if (item[method] === undefined) continue;
      operations.push(readOperation(document, path, method, objectOf(item[method]), listOf(item["parameters"])));
    }
  }
  return operations;
}

function readOperation(document: Json, path: string, method: string, operation: Json, shared: unknown[]): Operation {
  const where = `${method.toUpperCase()} ${path}`;
  // The operation's own parameters override those of its path with the same name and location.
  const parameters = new Map<string, Json>();
  for (const given of [...shared, ...listOf(operation["parameters"])]) {
    const parameter = objectOf(resolve(document, given));
    parameters.set(`${parameter["in"]} ${String(parameter["name"]).toLowerCase()}`, parameter);
  }
  const all = [...parameters.values()];
  return {
    method: method.toUpperCase(),
    path,
    operationId: String(operation["operationId"]),
    summary: textOf(operation["summary"]) ?? "",
    description: textOf(operation["description"]) ?? "",
    pathNames: [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string),
    query: all
      .filter((parameter) => parameter["in"] === "query")
      .map((parameter) => ({
        name: String(parameter["name"]),
        required: parameter["required"] === true,
        description: textOf(parameter["description"]),
        schema: (parameter["schema"] ?? {}) as Schema,
      })),
    takesIdempotencyKey: parameters.has("header idempotency-key"),
    body: readBody(document, operation["requestBody"]),
    answer: readAnswer(document, objectOf(operation["responses"]), where),
  };
}

function readBody(document: Json, given: unknown): Operation["body"] {
  if (given === undefined) return null;
  const body = objectOf(resolve(document, given));
  const contents = Object.entries(objectOf(body["content"])).map(([type, media]) => ({
    type,
    schema: (objectOf(media)["schema"] ?? {}) as Schema,
  }));
  return { required: body["required"] === true, contents };
}

/** The response of the first status below 300. */
function readAnswer(document: Json, responses: Json, where: string): Operation["answer"] {
  const status = Object.keys(responses)
    .filter((key) => /^2\d\d$/.test(key))
    .sort()[0];
  if (status === undefined) throw new Error(`${where} has no success`);
  const content = objectOf(objectOf(resolve(document, responses[status]))["content"] ?? {});
  const types = Object.keys(content);
  if (types.includes("text/event-stream")) return { kind: "events" };
  const json = types.find((type) => /^application\/(?:[a-z.-]+\+)?json$/.test(type));
  if (json === undefined || types.length > 1) return { kind: "file" };
  return { kind: "json", schema: (objectOf(content[json])["schema"] ?? {}) as Schema };
}

/** The schema of the items if a schema is that of a page: `data` and `pageInfo`. */
export function itemsOfPage(document: Json, schema: Schema): Schema | null {
  const page = resolve(document, schema);
  if (!isObject(page)) return null;
  const properties = propertiesOf(document, page);
  const data = resolve(document, properties["data"]);
  if (properties["pageInfo"] === undefined || !isObject(data) || data["type"] !== "array") return null;
  return (data["items"] ?? {}) as Schema;
}

/** Including those of `allOf`. */
function propertiesOf(document: Json, schema: Json): Json {
  const parts = listOf(schema["allOf"]).map((part) => propertiesOf(document, objectOf(resolve(document, part))));
  return Object.assign({}, ...parts, schema["properties"] ?? {}) as Json;
}

/** The schemas of the events, from the document's `webhooks`. */
export function readEventSchemas(document: Json): { type: string; summary: string; schema: Schema }[] {
  return Object.entries(objectOf(document["webhooks"] ?? {})).map(([type, given]) => {
    const post = objectOf(objectOf(resolve(document, given))["post"]);
    const body = readBody(document, post["requestBody"]);
    const schema = body?.contents[0]?.schema;
    if (schema === undefined) throw new Error(`the webhook ${type} has no body`);
    return { type, summary: textOf(post["summary"]) ?? type, schema };
  });
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): Json {
  if (!isObject(value)) throw new Error(`an object was expected: ${JSON.stringify(value)?.slice(0, 200)}`);
  return value;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
