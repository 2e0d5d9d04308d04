import type { TSchema } from "typebox";
import { errorCatalog, type ErrorCode, issueWords } from "../errors/catalog.ts";
import { sessionCookieName } from "../auth/session-token.ts";
import type { EventType } from "../events/types.ts";
import { type AnyRoute, isPersonal, mayLackBody } from "./route.ts";

type Json = Record<string, unknown>;

/** Codes that every operation may answer. */
const common: ErrorCode[] = [
  "validation_error",
  "unauthorized",
  "insufficient_scope",
  "rate_limited",
  "internal_error",
  "service_unavailable",
];

/** What the service is called where nobody else's brand is shown. */
export const productName = "Parley";

/** The document as a host shows it that has another name. */
export function openApiNamed(document: object, name: string): object {
  const { info, paths, ...rest } = document as { info: object; paths: Record<string, object> };
  return { ...rest, info: { ...info, title: name }, paths: { ...paths, "/": { get: serviceMetadata(name) } } };
}

/**
 * openapi.json, made from the same route table and schemas that validate and serialise. Schemas with a `title` become
 * components of that name; `tags` says what each tag is about. Paths are those of the stable prefix /api/v1; each is also served under /api.
 */
export function buildOpenApi(routes: AnyRoute[], events: EventType[], tags: Readonly<Record<string, string>>): Json {
  const components: Record<string, Json> = {};
  const schema = (s: TSchema | Json) => hoist(s as Json, components);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = `/api/v1${route.path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`;
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, schema);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: productName,
      version: "1.0.0",
      description:
        "One inbox and one API for every messaging channel. Every path below /api/v1 is also served below /api; " +
        "/api/v1 is the stable mirror. What answers GET answers HEAD. Lists page with `limit` and an opaque `cursor`. " +
        "Writes take an `idempotency-key` header.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This server" }],
    security: [{ bearer: [] }, { apiKey: [] }, { session: [] }],
    tags: [...new Set(["System", ...routes.map((r) => r.tag)])].map((name) => {
      const description = tags[name];
      if (description === undefined) throw new Error(`the tag ${name} has no description`);
      return { name, description };
    }),
    paths: { "/": { get: serviceMetadata(productName) }, ...paths },
    webhooks: Object.fromEntries(events.map((event) => [event.type, { post: webhook(event, schema) }])),
    components: {
      schemas: { ...sortKeys(components), Error: errorSchema() },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "Authorization: Bearer <API key>" },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookieName(undefined),
          description:
            "Of a signed-in person (POST /auth/sign-in); `__Host-svc_session` where the server is reached by https. A change with it needs an Origin header that names this server.",
        },
      },
      headers: {
        "RateLimit-Limit": { description: "Requests in the window", schema: { type: "integer" } },
        "RateLimit-Remaining": { description: "Requests left", schema: { type: "integer" } },
        "RateLimit-Reset": { description: "Seconds until the budget is full again", schema: { type: "integer" } },
        "Ignored-Fields": {
          description: "Fields of the body that are not known, by their paths, percent-encoded, at most 20; absent: there are none",
          schema: { type: "string" },
        },
      },
    },
  };
}

/** The one operation outside /api: open to everybody, so it is not in the route table. */
const serviceMetadata = (name: string): Json => ({
  operationId: "getService",
  tags: ["System"],
  summary: "What this server is, and where its API and description are",
  security: [],
  parameters: [],
  responses: {
    200: {
      description: "Success",
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["name", "version", "api", "openapi", "docs"],
            properties: {
              name: { type: "string" },
              version: { type: "string" },
              api: { type: "string" },
              openapi: { type: "string" },
              docs: { type: "string" },
            },
          },
          example: { name, version: "1.0.0", api: "/api/v1", openapi: "/openapi.json", docs: "/docs" },
        },
      },
    },
    ...Object.fromEntries(
      [
        [400, "`validation_error`: The request URL is not valid."],
        [401, "`unauthorized`: Not of this server, where anybody may ask; a gateway in front of it may want a key."],
        [405, "`method_not_allowed`: Only GET and HEAD."],
        [429, "`rate_limited`: Likewise not of this server."],
      ].map(([status, description]) => [
        status,
        { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
      ]),
    ),
  },
});

const rateLimitHeaders = Object.fromEntries(
  ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

function accessOf(route: AnyRoute): string {
  if (route.kind === "public") return "Needs no credential; limited per address and, where there is one, per account.";
  if (isPersonal(route)) return "Needs a session: a person's own affair. An API key gets 403.";
  const people = route.sessionScope === undefined ? "" : `; a session needs \`${route.sessionScope}\``;
  const also = route.alsoScopes === undefined ? "" : ` Needs as well: ${route.alsoScopes.map((scope) => `\`${scope}\``).join(", ")}.`;
  return route.scope === null ? "Any valid key or session." : `Scope: \`${route.scope}\`${people}.${also}`;
}

function operation(route: AnyRoute, schema: (s: TSchema) => Json): Json {
  const parameters: Json[] = [];
  for (const [location, object] of [
    ["path", route.params],
    ["query", route.query],
  ] as const) {
    const source = object as { properties?: Record<string, TSchema>; required?: string[] } | undefined;
    for (const [name, value] of Object.entries(source?.properties ?? {})) {
      const { description, ...rest } = schema(value) as Json & { description?: string };
      const hasDefault = Object.hasOwn(rest, "default");
      parameters.push({
        name,
        in: location,
        required: location === "path" || ((source?.required ?? []).includes(name) && !hasDefault),
        ...(description === undefined ? {} : { description }),
        schema: rest,
      });
    }
  }
  const writes = route.method !== "GET" && route.kind !== "public";
  if (writes) {
    parameters.push({
      name: "idempotency-key",
      in: "header",
      required: false,
      description: "The same key on a retry prevents a second effect",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    });
  }
  const answer =
    route.kind === "stream"
      ? { "text/event-stream": { schema: { type: "string" } } }
      : route.kind === "content"
        ? { [fileTypeOf(route)]: { schema: { type: "string", format: "binary" } } }
        : {
            "application/json": {
              schema: schema(route.response),
              ...(route.example?.response === undefined ? {} : { example: route.example.response }),
            },
          };
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [
      route.description,
      accessOf(route),
      route.platformOnly === true ? "Only for credentials of a platform organization." : undefined,
      route.agencyOnly === true ? "Only for credentials of an agency." : undefined,
    ]
      .filter(Boolean)
      .join("\n\n"),
    ...(route.scope === null ? {} : { "x-scope": route.scope }),
    ...(route.sessionScope === undefined ? {} : { "x-session-scope": route.sessionScope }),
    ...(route.alsoScopes === undefined ? {} : { "x-also-scopes": route.alsoScopes }),
    ...(route.kind === "public" ? { security: [] } : isPersonal(route) ? { security: [{ session: [] }] } : {}),
    ...(route.platformOnly === true ? { "x-platform-only": true } : {}),
    ...(route.agencyOnly === true ? { "x-agency-only": true } : {}),
    parameters,
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: !mayLackBody(route),
            content: {
              ...(route.kind === "upload" ? { "multipart/form-data": { schema: schema(route.form) } } : {}),
              ...(route.kind === "upload" ? Object.fromEntries((route.files ?? []).map((range) => [range, { schema: wholeFile }])) : {}),
              "application/json": {
                schema: schema(route.body),
                ...(route.example?.body === undefined ? {} : { example: route.example.body }),
              },
            },
          },
        }),
    responses: {
      200: {
        description: "Success",
        headers: {
          ...(route.kind === "public" ? {} : rateLimitHeaders),
          ...(route.body === undefined ? {} : { "Ignored-Fields": { $ref: "#/components/headers/Ignored-Fields" } }),
        },
        content: answer,
      },
      ...(route.kind === "content" ? partialResponses(fileTypeOf(route)) : {}),
      ...errorResponses(route),
    },
  };
}

/** A body that is a file: OpenAPI 3.1 describes no more of it. */
const wholeFile: Json = {};

/** A list as a file is CSV; what somebody has stored is of any type. */
const fileTypeOf = (route: AnyRoute) => (/(\.csv|\/contacts\/exports\/:id\/file)$/.test(route.path) ? "text/csv" : "*/*");

const partialResponses = (fileType: string): Json => ({
  206: {
    description: "The range that was asked for",
    headers: rateLimitHeaders,
    content: { [fileType]: { schema: { type: "string", format: "binary" } } },
  },
  304: { description: "The client has it: its ETag stands in If-None-Match", headers: rateLimitHeaders },
  416: {
    description: "The range begins after the end",
    headers: rateLimitHeaders,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  },
});

/** Whether a filter names a resource. */
function refers(query: TSchema | undefined): boolean {
  return Object.keys((query as { properties?: object } | undefined)?.properties ?? {}).some(
    (name) => name.endsWith("Id") || name === "moveTo",
  );
}

function errorResponses(route: AnyRoute): Json {
  const codes: ErrorCode[] = [...common, ...(route.errors ?? [])];
  if (route.platformOnly === true || route.agencyOnly === true) codes.push("forbidden");
  if (route.params !== undefined || route.body !== undefined || refers(route.query)) codes.push("not_found");
  if (route.body !== undefined) codes.push("invalid_json", "payload_too_large", "unsupported_media_type");
  if (route.method !== "GET" && route.kind !== "public") codes.push("idempotency_conflict", "idempotency_in_progress");
  // Of writes: a session's that comes from another site.
  if (route.method !== "GET" || isPersonal(route) || route.kind === "public") codes.push("forbidden");
  // No budget is kept for somebody who is not known yet.
  const budget = route.kind === "public" ? {} : rateLimitHeaders;
  const byStatus = new Map<number, Set<ErrorCode>>();
  const add = (status: number, code: ErrorCode) => byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  for (const code of codes) add(errorCatalog[code].status, code);
  // Fields that are right one by one and that a rule refuses.
  if (route.rules !== undefined || route.errors?.includes("validation_error") === true) add(422, "validation_error");
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, set]) => [
        status,
        {
          description: [...set]
            .sort()
            .map((code) => `\`${code}\`: ${status === 422 && code === "validation_error" ? route.rules : errorCatalog[code].message}`)
            .join("\n\n"),
          ...(status === 401
            ? {}
            : {
                headers:
                  status === 429 ? { ...budget, "Retry-After": { schema: { type: "integer" }, description: "Seconds to wait" } } : budget,
              }),
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      ]),
  );
}

function webhook(event: EventType, schema: (s: TSchema) => Json): Json {
  return {
    operationId: `on_${event.type.replaceAll(".", "_")}`,
    summary: event.summary,
    tags: ["Webhooks"],
    security: [],
    description: "Signed with `X-Service-Signature: sha256=<hex HMAC-SHA256 of the raw body>` and the Standard Webhooks headers.",
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["id", "type", "createdAt", "data"],
            properties: {
              id: { type: "string" },
              type: { const: event.type },
              createdAt: { type: "string", format: "date-time" },
              data: schema(event.data),
            },
          },
        },
      },
    },
    responses: {
      200: { description: "Any 2xx acknowledges the event; the same event may come again" },
      401: { description: "The signature does not match" },
    },
  };
}

function errorSchema(): Json {
  return {
    type: "object",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["code", "message"],
        properties: {
          code: { type: "string", enum: Object.keys(errorCatalog) },
          message: { type: "string", description: "For people; may change" },
          details: {
            type: "array",
            items: {
              type: "object",
              required: ["field", "issue"],
              properties: {
                field: { type: "string" },
                issue: { type: "string", enum: [...issueWords] },
                id: { type: "string" },
                limit: { type: "number", description: "Of an allowance that is used up" },
                usage: { type: "number", description: "Of that allowance" },
              },
            },
          },
          reference: { type: "string", pattern: "^SVC-[0-9a-f]+$", description: "Quote it to support" },
        },
      },
    },
  };
}

/** A copy of a schema in which every titled part is a reference to a component. */
function hoist(schema: Json, components: Record<string, Json>, root = true): Json {
  const title = schema["title"];
  if (typeof title === "string" && root) {
    const made = walk(schema, components);
    const known = components[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(made)) throw new Error(`two schemas are called ${title}`);
    components[title] = made;
    return { $ref: `#/components/schemas/${title}` };
  }
  return walk(schema, components);
}

function walk(schema: Json, components: Record<string, Json>): Json {
  const { title: _title, ...rest } = schema;
  const out: Json = {};
  for (const [key, value] of Object.entries(rest)) {
    if (Array.isArray(value)) out[key] = value.map((v) => (isObject(v) ? hoist(v, components) : v));
    else if (isObject(value) && (key === "properties" || key === "patternProperties")) {
      out[key] = Object.fromEntries(Object.entries(value).map(([name, v]) => [name, isObject(v) ? hoist(v, components) : v]));
    } else if (isObject(value) && ["items", "additionalProperties", "not", "then"].includes(key)) out[key] = hoist(value, components);
    else out[key] = value;
  }
  return out;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sortKeys<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
