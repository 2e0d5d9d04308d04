import type { TSchema } from "typebox";
import { errorCatalog, issueCodes } from "../errors/catalog.ts";
import { sessionCookieName } from "../auth/session-token.ts";
import type { EventType } from "../events/types.ts";
import { type Json, pascal, sortKeys } from "./openapi/json.ts";
import { linksBetween } from "./openapi/links.ts";
import { operation } from "./openapi/operation.ts";
import { createExamples, type Samples } from "./openapi/examples.ts";
import { SchemaComponents } from "./openapi/schemas.ts";
import { SharedParts } from "./openapi/shared.ts";
import type { AnyRoute } from "./route.ts";

/** The service's name where no other brand applies. */
export const productName = "Parley";

/** The document under a branded host's name. */
export function openApiNamed(document: object, name: string): object {
  const { info, paths, ...rest } = document as { info: object; paths: Record<string, object> };
  return { ...rest, info: { ...info, title: name }, paths: { ...paths, "/": { get: serviceMetadata(name) } } };
}

/** The document's texts apart from routes and events. */
export interface DocumentTexts {
  /** The description of each tag. */
  tags: Readonly<Record<string, string>>;
  /** The values in the examples. */
  samples: Samples;
}

/**
 * openapi.json, generated from the same route table and schemas that validate and serialize. Schemas with a `title`
 * become components of that name; so do parameters and responses that several operations share. Paths have the stable
 * prefix /api/v1; each is also served under /api.
 */
export function buildOpenApi(routes: AnyRoute[], events: EventType[], texts: DocumentTexts): Json {
  const schemas = new SchemaComponents();
  const schema = (input: TSchema | Json) => schemas.hoist(input as Json);
  const [parameters, responses] = [new SharedParts("parameters"), new SharedParts("responses")];
  schemas.schemas["Error"] = errorSchema();
  const examples = createExamples(schemas.schemas, texts.samples);
  const parts = { schema, parameters, responses, examplesOf: examples.ofResponse, linksOf: linksBetween(routes) };
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = `/api/v1${route.path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`;
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, parts);
  }
  const webhooks = Object.fromEntries(events.map((event) => [event.type, { post: webhook(event, schema, examples.ofWebhook) }]));
  const envelope = schemas.schemas["Event"];
  if (envelope !== undefined)
    schemas.schemas["Event"] = anyEvent(
      events.map(({ type }) => type),
      envelope,
    );
  return {
    openapi: "3.1.0",
    info: {
      title: productName,
      version: "1.0.0",
      description:
        "One inbox and one API for every messaging channel. Every path below /api/v1 is also served below /api; " +
        "/api/v1 is the stable mirror. What answers GET answers HEAD. Lists page with `limit` and an opaque `cursor`. " +
        "Writes take an `idempotency-key` header; a response that shows a secret is replayed only to the credential that got it first. " +
        "Every response to a credential has `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds). " +
        "Unknown fields of a body and unknown query parameters are ignored, and the response header `Ignored-Fields` names at most 20 of them: " +
        "fields by their percent-encoded paths (`items[0].nmae`), parameters with a question mark (`?satus`).",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This server" }],
    security: [{ bearer: [] }, { apiKey: [] }, { session: [] }],
    tags: [...new Set(["System", ...routes.map((r) => r.tag)])].map((name) => {
      const description = texts.tags[name];
      if (description === undefined) throw new Error(`the tag ${name} has no description`);
      return { name, description };
    }),
    paths: { "/": { get: serviceMetadata(productName) }, ...paths },
    webhooks,
    components: {
      schemas: sortKeys(schemas.schemas),
      parameters: sortKeys(parameters.settle()),
      responses: sortKeys({ ...receiverResponses, ...responses.settle() }),
      headers,
      examples: sortKeys(examples.settle()),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "Authorization: Bearer <API key>" },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookieName(undefined),
          description:
            "For a signed-in person (POST /auth/sign-in); `__Host-svc_session` if the server is reached over https. Write requests with it need an Origin header that names this server.",
        },
      },
    },
  };
}

const headers: Json = {
  RateLimitLimit: { description: "Requests in the window", schema: { type: "integer" } },
  RateLimitRemaining: { description: "Requests left", schema: { type: "integer" } },
  RateLimitReset: { description: "Seconds until the budget is full again", schema: { type: "integer" } },
  RetryAfter: { description: "Seconds to wait", schema: { type: "integer" } },
};

/** The one operation outside /api: public, so it is not in the route table. */
const serviceMetadata = (name: string): Json => ({
  operationId: "getService",
  tags: ["System"],
  summary: "Get what this server is, and where its API and its description are",
  security: [],
  parameters: [],
  responses: {
    200: {
      description: "OK",
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
        [401, "`unauthorized`: Never sent by this server, which needs no credential here; a gateway in front of it may require one."],
        [405, "`method_not_allowed`: Only GET and HEAD."],
        [429, "`rate_limited`: Never sent by this server."],
      ].map(([status, description]) => [
        status,
        { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
      ]),
    ),
  },
});

function webhook(event: EventType, schema: (s: TSchema | Json) => Json, exampleOf: (type: string, schema: Json) => Json): Json {
  const payload = schema(eventSchema(event));
  return {
    operationId: `on_${event.type.replaceAll(".", "_")}`,
    summary: event.summary,
    tags: ["Webhooks"],
    security: [],
    requestBody: {
      required: true,
      content: { "application/json": { schema: payload, ...exampleOf(event.type, payload) } },
    },
    responses: { 200: { $ref: "#/components/responses/EventAcknowledged" }, 401: { $ref: "#/components/responses/EventRefused" } },
  };
}

/** What the server expects a receiver to return. */
const receiverResponses: Json = {
  EventAcknowledged: { description: "Any 2xx acknowledges the event; the same event may arrive again" },
  EventRefused: { description: "The signature does not match" },
};

/** An event as delivered, listed and streamed. */
const eventSchema = (event: EventType): Json => ({
  title: eventName(event.type),
  type: "object",
  required: ["id", "type", "createdAt", "data"],
  properties: {
    id: { type: "string" },
    type: { const: event.type },
    createdAt: { type: "string", format: "date-time" },
    data: event.data,
  },
});

const eventName = (type: string) => `${pascal(type)}Event`;

/** An item of lists and streams: one of the events, distinguished by its type. */
const anyEvent = (types: readonly string[], envelope: Json): Json => ({
  description: ((envelope["properties"] as Record<string, Json>)["id"] as Json)["description"],
  oneOf: types.map((type) => ({ $ref: `#/components/schemas/${eventName(type)}` })),
  discriminator: {
    propertyName: "type",
    mapping: Object.fromEntries(types.map((type) => [type, `#/components/schemas/${eventName(type)}`])),
  },
});

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
                issue: { type: "string", enum: [...issueCodes] },
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
