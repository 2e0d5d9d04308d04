/** One call: its address, its attempts, and the meaning of its response. */
import { ApiError, type ApiErrorCode, ConnectionError, type ErrorDetail, ParleyError, TimeoutError } from "./errors.ts";
import { isRetryable, readRetryAfterMs, retryDelayMs } from "./retry.ts";
import type { Clock, RequestOptions } from "./types.ts";

export interface Settings {
  /** Without a trailing slash. */
  baseUrl: string;
  apiKey: string | (() => string | Promise<string>) | undefined;
  timeoutMs: number;
  maxRetries: number;
  /** The client does not wait longer than this: the error is thrown instead. */
  retryDelayMsMax: number;
  headers: Record<string, string>;
  credentials: RequestInit["credentials"];
  userAgent: string | undefined;
  fetch: typeof fetch;
  clock: Clock;
  /** From 0 to 1. */
  random(): number;
}

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[];

export interface Call {
  method: string;
  /** With its parameters filled in; below /api/v1, except `/` itself. */
  path: string;
  query?: object | undefined;
  body?: unknown;
  /** Whether the operation accepts an idempotency key. */
  keyed: boolean;
  /** `response`: the response is returned unread. */
  answer: "json" | "response";
  accept: string;
  options: RequestOptions;
}

export type Send = (call: Call) => Promise<unknown>;

type Body = NonNullable<RequestInit["body"]> | undefined;

interface Prepared {
  url: string;
  headers: Headers;
  body: Body;
  key: string | null;
}

export function createSend(settings: Settings): Send {
  return async (call) => {
    const { options } = call;
    options.signal?.throwIfAborted();
    const prepared = await prepare(settings, call);
    const repeatable = call.method === "GET" || prepared.key !== null;
    const maxRetries = options.maxRetries ?? settings.maxRetries;
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt(settings, call, prepared, attempts);
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error;
        if (attempts > maxRetries || !isRetryable(error, repeatable)) throw error;
        const delayMs = retryDelayMs(attempts, error instanceof ApiError ? error.retryAfterMs : null, settings.random());
        if (delayMs > settings.retryDelayMsMax) throw error;
        await wait(settings.clock, delayMs, options.signal);
      }
    }
  };
}

/** What all attempts share: the same bytes under the same key. */
async function prepare(settings: Settings, call: Call): Promise<Prepared> {
  const url = settings.baseUrl + (call.path === "/" ? "/" : `/api/v1${call.path}`) + renderQuery(call.query);
  const headers = new Headers({ accept: call.accept, ...settings.headers });
  if (settings.userAgent !== undefined) headers.set("user-agent", settings.userAgent);
  const given = call.options.idempotencyKey;
  const key = !call.keyed || given === null ? null : (given ?? createKey());
  if (key !== null) headers.set("idempotency-key", key);
  let body: Body;
  if (call.body instanceof FormData) {
    // As bytes, because each serialisation of a form has a new boundary, and another body under the same key is
    // refused.
    const form = new Response(call.body);
    headers.set("content-type", form.headers.get("content-type") ?? "multipart/form-data");
    body = await form.arrayBuffer();
  } else if (call.body instanceof Blob) {
    headers.set("content-type", call.body.type === "" ? "application/octet-stream" : call.body.type);
    body = call.body;
  } else if (call.body instanceof ArrayBuffer || ArrayBuffer.isView(call.body)) {
    headers.set("content-type", "application/octet-stream");
    body = call.body as Body;
  } else if (call.body !== undefined) {
    headers.set("content-type", "application/json");
    body = JSON.stringify(call.body);
  }
  for (const [name, value] of Object.entries(call.options.headers ?? {})) headers.set(name, value);
  return { url, headers, body, key: key === null ? null : headers.get("idempotency-key") };
}

/** `{ limit: 20, label: ["a", "b"] }` as `?limit=20&label=a&label=b`; undefined and null are left out. */
function renderQuery(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, given] of Object.entries(query ?? {}) as [string, QueryValue][])
    for (const value of Array.isArray(given) ? given : [given])
      if (value !== undefined && value !== null) search.append(name, String(value));
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

async function attempt(settings: Settings, call: Call, { url, headers, body, key }: Prepared, attempts: number): Promise<unknown> {
  const { signal, timeoutMs = settings.timeoutMs } = call.options;
  // For each attempt: a key may change during a wait. An error here is the caller's own, not a broken connection.
  const apiKey = typeof settings.apiKey === "function" ? await settings.apiKey() : settings.apiKey;
  // An error of Headers would contain the key.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError("apiKey: contains a space or a line break");
  const authorized = new Headers(headers);
  if (apiKey !== undefined && !headers.has("authorization")) authorized.set("authorization", `Bearer ${apiKey}`);
  signal?.throwIfAborted();
  const operation = `${call.method} ${call.path}`;
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  let timedOut = false;
  const cancel = settings.clock.after(timeoutMs, () => {
    timedOut = true;
    controller.abort();
  });
  let isReturned = false;
  try {
    const response = await settings.fetch(url, {
      method: call.method,
      headers: authorized,
      signal: controller.signal,
      // Following a redirect would turn a write into a read, and might send its body to another host.
      ...(call.answer === "json" ? { redirect: "manual" } : {}),
      ...(body === undefined ? {} : { body }),
      // Some runtimes refuse the option itself.
      ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
      ...(call.options.keepalive === undefined ? {} : { keepalive: call.options.keepalive }),
    });
    if (call.answer === "response" && (response.ok || response.status === 304)) {
      // The caller reads the body, and the same signal ends it.
      isReturned = true;
      return response;
    }
    const text = await response.text();
    if (!response.ok) throw readError(settings, call, response, text, attempts, key);
    return parse(text, operation);
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (timedOut) throw new TimeoutError(`${operation}: no response within ${timeoutMs} ms`, { idempotencyKey: key });
    if (error instanceof ParleyError) throw error;
    throw new ConnectionError(`${operation}: ${reasonOf(error)}`, { cause: error, idempotencyKey: key });
  } finally {
    cancel();
    if (!isReturned) signal?.removeEventListener("abort", abort);
  }
}

function parse(text: string, operation: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ParleyError(
      `${operation}: the response is not JSON. Is baseUrl the address of the API? ${JSON.stringify(text.slice(0, 100))}`,
      {
        cause,
      },
    );
  }
}

function readError(settings: Settings, call: Call, response: Response, text: string, attempts: number, key: string | null): ApiError {
  let reported: { code?: ApiErrorCode; message?: string; details?: ErrorDetail[]; reference?: string } | undefined;
  try {
    reported = (JSON.parse(text) as { error?: typeof reported }).error;
  } catch {
    // The body is a proxy's, not the API's; the status is sufficient.
    reported = undefined;
  }
  const message = reported?.message ?? `HTTP ${response.status}`;
  return new ApiError(`${call.method} ${call.path}: ${message}`, {
    code: reported?.code ?? "unknown_error",
    status: response.status,
    details: reported?.details ?? [],
    reference: reported?.reference ?? response.headers.get("x-request-id"),
    docs: `${settings.baseUrl}/docs/`,
    method: call.method,
    path: call.path,
    attempts,
    idempotencyKey: key,
    retryAfterMs: readRetryAfterMs(response.headers, response.status, settings.clock.now()),
    headers: response.headers,
  });
}

/** Node's message is "fetch failed", with the reason in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = cause instanceof Error ? cause : error;
  return reason instanceof Error ? reason.message || reason.name : String(reason);
}

/** 128 bits. Not `randomUUID`, which pages without https do not have. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Throws the signal's reason if it fires first. */
export function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const abort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    signal?.addEventListener("abort", abort, { once: true });
  });
}
