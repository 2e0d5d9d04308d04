import type { TSchema } from "typebox";
import { errorCatalog, type ErrorCode } from "../../errors/catalog.ts";
import { type AnyRoute, isPersonal } from "../route.ts";
import { type Json, pascal } from "./json.ts";
import type { Named } from "./shared.ts";

/** Codes that every operation may return. */
const common: ErrorCode[] = [
  "validation_error",
  "unauthorized",
  "insufficient_scope",
  "grant_required",
  "rate_limited",
  "internal_error",
  "service_unavailable",
];

const errorContent = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

/** A response header, by its component name. */
const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

/** Every response to a credential has these. `info.description` says so once; a 429 lists them. */
const rateLimitHeaders: Json = {
  "RateLimit-Limit": header("RateLimitLimit"),
  "RateLimit-Remaining": header("RateLimitRemaining"),
  "RateLimit-Reset": header("RateLimitReset"),
};

/** The headers to act on. An anonymous caller has no budget. */
function headersOf(route: AnyRoute, status: number, codes: ErrorCode[]): Json {
  const waits = status === 429 || status === 503 || codes.includes("idempotency_in_progress");
  const headers = {
    ...(status === 429 && route.kind !== "public" ? rateLimitHeaders : {}),
    ...(waits ? { "Retry-After": header("RetryAfter") } : {}),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/**
 * The component name of each status's response, built from its codes. `alone`: the name if there are only the `always`
 * codes; with others these are omitted. `first`: the code that the name starts with.
 */
const statusNames: Readonly<Record<number, { alone: string; always: readonly ErrorCode[]; first?: ErrorCode }>> = {
  400: { alone: "BadRequest", always: ["validation_error"] },
  401: { alone: "Unauthorized", always: ["unauthorized"] },
  403: { alone: "InsufficientScope", always: ["insufficient_scope", "grant_required"], first: "forbidden" },
  404: { alone: "NotFound", always: ["not_found"] },
  405: { alone: "MethodNotAllowed", always: ["method_not_allowed"] },
  409: { alone: "IdempotencyConflict", always: ["idempotency_conflict", "idempotency_in_progress"], first: "conflict" },
  413: { alone: "TooLarge", always: ["payload_too_large"] },
  415: { alone: "UnsupportedType", always: ["unsupported_media_type"] },
  422: { alone: "Unprocessable", always: ["validation_error"] },
  429: { alone: "RateLimited", always: ["rate_limited"] },
  500: { alone: "InternalError", always: ["internal_error"] },
  502: { alone: "ProviderError", always: ["provider_error"] },
  503: { alone: "Unavailable", always: ["service_unavailable"] },
};

/** Whether any filter refers to a resource. */
function refers(query: TSchema | undefined): boolean {
  return Object.keys((query as { properties?: object } | undefined)?.properties ?? {}).some(
    (name) => name.endsWith("Id") || name === "moveTo",
  );
}

/** A list of ids may exceed the maximum length of a URL (hardening/client-error.ts). */
function isLong(query: TSchema | undefined): boolean {
  const properties = (query as { properties?: Record<string, { maxLength?: number }> } | undefined)?.properties ?? {};
  return Object.values(properties).some(({ maxLength = 0 }) => maxLength > 1_000);
}

const headersTooLarge: Named = {
  names: ["HeadersTooLarge"],
  value: { description: "`validation_error`: The URL and the headers are too long.", content: errorContent },
};

export function errorResponses(route: AnyRoute): Map<number, Named> {
  const codes: ErrorCode[] = [...common, ...(route.errors ?? [])];
  if (route.platformOnly === true || route.agencyOnly === true) codes.push("forbidden");
  if (route.params !== undefined || route.body !== undefined || refers(route.query)) codes.push("not_found");
  if (route.body !== undefined) codes.push("invalid_json", "payload_too_large", "unsupported_media_type");
  if (route.method !== "GET" && route.kind !== "public") codes.push("idempotency_conflict", "idempotency_in_progress");
  // For writes: a session's request may be cross-site.
  if (route.method !== "GET" || isPersonal(route) || route.kind === "public") codes.push("forbidden");
  const byStatus = new Map<number, Set<ErrorCode>>();
  const add = (status: number, code: ErrorCode) => byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  for (const code of codes) add(errorCatalog[code].status, code);
  // Fields that are valid individually but break a rule.
  if (route.rules !== undefined || route.errors?.includes("validation_error") === true) add(422, "validation_error");
  const responses = new Map([...byStatus].map(([status, set]) => [status, errorResponse(route, status, [...set].sort())]));
  if (isLong(route.query)) responses.set(431, headersTooLarge);
  return new Map([...responses].sort(([a], [b]) => a - b));
}

function errorResponse(route: AnyRoute, status: number, codes: ErrorCode[]): Named {
  const kind = statusNames[status];
  if (kind === undefined) throw new Error(`the status ${status} has no name among the responses (platform/http/openapi/responses.ts)`);
  const named = codes.filter((code) => !kind.always.includes(code)).sort((a, b) => Number(b === kind.first) - Number(a === kind.first));
  const isAnonymous = status === 429 && route.kind === "public";
  const name = `${isAnonymous ? "Public" : ""}${named.length === 0 ? kind.alone : named.map(pascal).join("Or")}`;
  // Without the codes of idempotency keys.
  const own = status === 409 && route.method === "GET" ? "ConflictOnRead" : `${pascal(route.operationId)}${kind.alone}`;
  return {
    names: [name, own],
    value: {
      description: codes
        .map((code) => `\`${code}\`: ${status === 422 && code === "validation_error" ? route.rules : errorCatalog[code].message}`)
        .join("\n\n"),
      ...headersOf(route, status, codes),
      content: errorContent,
    },
  };
}

/** For public data that the caller already has. */
export const notModified = new Map<number, Named>([
  [304, { names: ["PublicNotModified"], value: { description: "Unchanged: the ETag equals If-None-Match" } }],
]);

/** A file's responses besides 200 and the errors: partial content, not modified, a range that does not exist. */
export function fileResponses(fileType: string): Map<number, Named> {
  return new Map([
    [
      206,
      {
        names: [fileType === "text/csv" ? "PartOfCsv" : "PartOfFile"],
        value: {
          description: "The requested range",
          content: { [fileType]: { schema: { type: "string", format: "binary" }, example: "(the bytes of the range)" } },
        },
      },
    ],
    [
      304,
      {
        names: ["NotModified"],
        value: { description: "Unchanged: the ETag equals If-None-Match" },
      },
    ],
    [
      416,
      {
        names: ["RangeNotSatisfiable"],
        value: { description: "The range starts after the end", content: errorContent },
      },
    ],
  ]);
}
