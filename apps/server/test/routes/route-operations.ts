/**
 * Every operation of openapi.json, as the tests of all routes read it. Beside it: where ids occur in them (route-places.ts, using the names
 * in route-names.ts), and a valid request for each (route-requests.ts). An unknown place or body throws, so a new route is either covered
 * or stops the test run saying what to add.
 */
import { withExtended } from "../../src/platform/http/openapi/schemas.ts";
import type { Scope } from "../../src/platform/auth/scopes.ts";

export const prefixes = ["/api/v1", "/api"] as const;

export type Schema = Record<string, any>;

export interface Operation {
  id: string;
  method: string;
  /** Below the prefix: `/contacts/{id}`. */
  path: string;
  scope: string | null;
  /** What a session needs. */
  sessionScope: string | null;
  /** What keys and sessions need in addition. */
  alsoScopes: Scope[];
  /** Who may call: any credential; only a session; everybody. */
  access: "credential" | "session" | "public";
  pathNames: string[];
  query: { name: string; schema: Schema; required?: boolean }[];
  /** With references resolved. */
  body: Schema | undefined;
  example: unknown;
  response: Schema | undefined;
  /** Refused to every tenant that is not a platform's. */
  platformOnly: boolean;
  /** Refused to every tenant that is not an agency. */
  agencyOnly: boolean;
  isStream: boolean;
  /** The response is a file. */
  isContent: boolean;
  /** Types of body that it accepts besides JSON. */
  otherBodies: string[];
  writes: boolean;
  raw: Schema;
}

/** An operation, or a part of one, that the tests do not know. */
export class Uncovered extends Error {}

/** The operations that an API key may call. Those reserved to people are tested in modules/people/auth and modules/people/invitations. */
export function operationsOf(openapi: object): Operation[] {
  return allOperationsOf(openapi).filter(({ access }) => access === "credential");
}

export function allOperationsOf(openapi: object): Operation[] {
  const document = openapi as Schema;
  const resolve = (part: Schema): Schema => referred(document, part);
  const deep = (schema: Schema, within: readonly string[] = []): Schema => {
    const name: string | undefined = schema["$ref"];
    // It is recursive: once is enough.
    if (name !== undefined && within.includes(name)) return {};
    if (name !== undefined && readByCode.has(name) && within[0] === ofBody) return { type: "object", additionalProperties: true };
    const inner = name === undefined ? within : [...within, name];
    const found: Schema = withExtended(resolve(schema), resolve);
    const out: Schema = { ...found };
    if (found["properties"] !== undefined)
      out["properties"] = Object.fromEntries(Object.entries(found["properties"] as Schema).map(([k, v]) => [k, deep(v, inner)]));
    for (const key of ["items", "additionalProperties"])
      if (typeof found[key] === "object" && found[key] !== null) out[key] = deep(found[key], inner);
    for (const key of ["anyOf", "oneOf", "allOf"])
      if (found[key] !== undefined) out[key] = found[key].map((part: Schema) => deep(part, inner));
    return out;
  };
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(document["paths"] as Schema)) {
    // GET / is public and outside the two prefixes.
    if (path === "/") continue;
    if (!path.startsWith("/api/v1/")) throw new Uncovered(`${path} is outside of both prefixes`);
    for (const [method, written] of Object.entries(methods as Schema)) {
      const raw = {
        ...written,
        parameters: written.parameters.map(resolve),
        responses: Object.fromEntries(Object.entries(written.responses as Schema).map(([status, answer]) => [status, resolve(answer)])),
      } as Schema[string];
      const parameters = raw.parameters as { name: string; in: string; schema: Schema; required?: boolean }[];
      const content = raw.responses["200"].content;
      const body = raw.requestBody?.content["application/json"];
      operations.push({
        id: raw.operationId,
        method: method.toUpperCase(),
        path: path.replace("/api/v1", ""),
        scope: raw["x-scope"] ?? null,
        sessionScope: raw["x-session-scope"] ?? raw["x-scope"] ?? null,
        alsoScopes: raw["x-also-scopes"] ?? [],
        access: raw.security === undefined ? "credential" : raw.security.length === 0 ? "public" : "session",
        pathNames: [...path.matchAll(/\{([A-Za-z]+)\}/g)].map((m) => m[1] as string),
        query: parameters.filter((p) => p.in === "query").map((p) => ({ ...p, schema: deep(p.schema) })),
        body: body === undefined ? undefined : asValidated(deep(body.schema, [ofBody])),
        example: body?.example,
        response: content["application/json"] === undefined ? undefined : deep(content["application/json"].schema),
        platformOnly: raw["x-platform-only"] === true,
        agencyOnly: raw["x-agency-only"] === true,
        isStream: content["text/event-stream"] !== undefined,
        isContent: content["application/json"] === undefined && content["text/event-stream"] === undefined,
        otherBodies: Object.keys(raw.requestBody?.content ?? {}).filter((type) => type !== "application/json"),
        writes: method !== "get",
        raw,
      });
    }
  }
  return operations;
}

/** Resolves a reference; returns anything else as it is. */
export function referred(document: Schema, part: Schema): Schema {
  const to: string | undefined = part["$ref"];
  return to === undefined
    ? part
    : to
        .split("/")
        .slice(1)
        .reduce<Schema>((at, key) => at[key], document);
}

const ofBody = "a body";
/** Objects that the document describes and code parses. */
const readByCode = new Set(["#/components/schemas/FlowConditions"]);

/**
 * A body as the routes' schemas define it: where the document has several kinds of object, code parses it and reports errors. The modules'
 * tests keep code and document consistent (openapi-unions.test.ts).
 */
function asValidated(schema: Schema): Schema {
  const inner = (part: Schema): Schema => {
    if (part["discriminator"] !== undefined) return { type: "object", additionalProperties: true };
    const choices = ((part["anyOf"] ?? []) as Schema[]).map(inner);
    if (choices.filter(({ type }) => type === "object").length > 1)
      return { type: choices.some(({ type }) => type === "string") ? ["object", "string"] : "object", additionalProperties: true };
    const out: Schema = { ...part };
    // Values of any kind.
    if (typeof part["additionalProperties"] === "object" && part["additionalProperties"].type === undefined)
      out["additionalProperties"] = true;
    if (part["properties"] !== undefined)
      out["properties"] = Object.fromEntries(Object.entries(part["properties"] as Schema).map(([name, field]) => [name, inner(field)]));
    if (typeof part["items"] === "object") out["items"] = inner(part["items"]);
    for (const key of ["anyOf", "allOf"]) if (part[key] !== undefined) out[key] = part[key].map(inner);
    return out;
  };
  if (schema["discriminator"] === undefined) return inner(schema);
  const variants = schema["oneOf"] as Schema[];
  const names = [...new Set(variants.flatMap((variant) => Object.keys(variant["properties"])))];
  const fieldOf = (name: string): Schema => {
    const fields = variants.map((variant) => variant["properties"][name] as Schema | undefined).filter((field) => field !== undefined);
    if (name === schema["discriminator"].propertyName)
      return { type: "string", enum: fields.flatMap((field) => field["enum"] ?? [field["const"]]) };
    const texts = new Set(fields.map((field) => JSON.stringify({ ...field, description: undefined })));
    return texts.size === 1 ? inner(fields[0] as Schema) : { type: "object", additionalProperties: true };
  };
  return {
    type: "object",
    required: names.filter((name) => variants.every((variant) => (variant["required"] ?? []).includes(name))),
    properties: Object.fromEntries(names.map((name) => [name, fieldOf(name)])),
  };
}

export function fill(path: string, params: Record<string, string>): string {
  return path.replaceAll(/\{([A-Za-z]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`no value for {${name}} of ${path}`);
    return value;
  });
}
