/**
 * Every operation of openapi.json, as the tests that walk all routes read it. Beside it: where ids stand in them
 * (route-places.ts, by the names of route-names.ts), and a valid request for each (route-requests.ts). A place or a body that nothing there knows throws, so
 * a new route is either covered or stops the test run with what to add.
 */
import type { Scope } from "../src/platform/auth/scopes.ts";

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
  /** What keys and sessions need besides. */
  alsoScopes: Scope[];
  /** Who may ask: anybody with a credential; a session alone; everybody. */
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
  /** The answer is a file. */
  isContent: boolean;
  /** Types of body it takes besides JSON. */
  otherBodies: string[];
  writes: boolean;
  raw: Schema;
}

/** An operation, or a part of one, that the tests know nothing of. */
export class Uncovered extends Error {}

/** The operations that an API key may ask for. Those of people alone are tested in modules/auth and modules/invitations. */
export function operationsOf(openapi: object): Operation[] {
  return allOperationsOf(openapi).filter(({ access }) => access === "credential");
}

export function allOperationsOf(openapi: object): Operation[] {
  const document = openapi as Schema;
  const resolve = (schema: Schema): Schema =>
    schema["$ref"] === undefined ? schema : document["components"].schemas[schema["$ref"].split("/").at(-1)];
  const deep = (schema: Schema): Schema => {
    const found = resolve(schema);
    const out: Schema = { ...found };
    if (found["properties"] !== undefined)
      out["properties"] = Object.fromEntries(Object.entries(found["properties"] as Schema).map(([k, v]) => [k, deep(v)]));
    for (const key of ["items", "additionalProperties"])
      if (typeof found[key] === "object" && found[key] !== null) out[key] = deep(found[key]);
    for (const key of ["anyOf", "oneOf", "allOf"]) if (found[key] !== undefined) out[key] = found[key].map(deep);
    return out;
  };
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(document["paths"] as Schema)) {
    // GET / is open to everybody and outside the two prefixes.
    if (path === "/") continue;
    if (!path.startsWith("/api/v1/")) throw new Uncovered(`${path} is outside of both prefixes`);
    for (const [method, raw] of Object.entries(methods as Schema)) {
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
        query: parameters.filter((p) => p.in === "query"),
        body: body === undefined ? undefined : deep(body.schema),
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

export function fill(path: string, params: Record<string, string>): string {
  return path.replaceAll(/\{([A-Za-z]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`no value for {${name}} of ${path}`);
    return value;
  });
}
