import type { RecordedRequest } from "#platform/http/recording.ts";
import { looksLikeId } from "#platform/ids/ids.ts";
import { cleanText, cut } from "#platform/text/clean.ts";
import { redact } from "./redact.ts";

/** In the form in which it is inserted. */
export interface RequestRow {
  tenant_id: string;
  id: string;
  key_id: string;
  method: string;
  operation: string;
  route: string;
  path: string;
  query: object;
  status: number;
  error_code: string | null;
  reference: string | null;
  duration_ms: number;
  address: string;
  user_agent: string | null;
  request_id: string;
  request_bytes: number;
  request_body: unknown;
  answer_bytes: number;
  answer_body: unknown;
  created_at: string;
}

/** A larger response is not parsed for the log, because that would delay other requests. */
const responseCharactersMax = 32_768;
/** Of a successful GET, which can be repeated: enough for one resource. Lists would be most of the log's cost. */
const readCharactersMax = 4_096;
const integerMax = 2_147_483_647;
const isRequestId = /^[\w.:/+=-]{1,100}$/;

export function describeRequest(request: RecordedRequest, id: string, now: Date): RequestRow {
  const { route, responseBody } = request;
  const charactersMax = request.method === "GET" && request.status < 400 ? readCharactersMax : responseCharactersMax;
  const parsed = responseBody === undefined || responseBody.length > charactersMax ? undefined : parse(responseBody);
  const failure = request.status >= 400 ? errorOf(parsed) : null;
  return {
    tenant_id: request.tenantId,
    id,
    key_id: request.keyId,
    method: request.method,
    operation: route.operationId,
    route: route.path.replaceAll(/:([A-Za-z]+)/g, "{$1}"),
    path: pathOf(route.path, request.params),
    query: redact(request.query ?? {}, route.query) as object,
    status: request.status,
    error_code: failure?.code ?? null,
    reference: failure?.reference ?? null,
    duration_ms: Math.min(integerMax, Math.round(request.durationMs)),
    address: request.address,
    user_agent: request.userAgent?.slice(0, 200) ?? null,
    request_id: isRequestId.test(request.requestId) ? request.requestId : "[not shown]",
    // Clamped, because a client can announce anything.
    request_bytes: Math.min(integerMax, request.bodyBytes),
    request_body: request.body === undefined || request.body === null ? null : redact(request.body, route.body),
    answer_bytes: Math.min(integerMax, responseBody === undefined ? request.responseBytes : Buffer.byteLength(responseBody)),
    answer_body: parsed === undefined ? null : failure === null ? redact(parsed, route.response) : { error: failure },
    created_at: now.toISOString(),
  };
}

/** The value of a path parameter is shown if it is one of our ids. */
function pathOf(path: string, params: unknown): string {
  const given = (params ?? {}) as Record<string, unknown>;
  return path.replaceAll(/:([A-Za-z]+)/g, (_part, name: string) => {
    const value = given[name];
    return typeof value === "string" && looksLikeId(value) ? value : `{${name}}`;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, such as a CSV file: there is nothing to show, which is not an error.
    return undefined;
  }
}

interface Failure {
  code: string;
  reference?: string;
  details?: { field: string; issue: string }[];
}

/** Without the message, which may quote a platform or contain a name. */
function errorOf(answer: unknown): Failure | null {
  const error = (answer as { error?: Record<string, unknown> } | undefined)?.error;
  if (typeof error?.["code"] !== "string") return null;
  const { code, reference, details } = error;
  return {
    code,
    ...(typeof reference === "string" ? { reference } : {}),
    ...(Array.isArray(details)
      ? { details: details.slice(0, 20).map(({ field, issue }) => ({ field: cleanText(cut(String(field), 200)), issue: String(issue) })) }
      : {}),
  };
}
