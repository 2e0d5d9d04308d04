import { ParleyError } from "./errors.ts";
import { operations } from "./generated/operations.ts";
import type { Resources } from "./generated/resources.ts";
import { createSend, type Settings } from "./request.ts";
import { createResources } from "./resources.ts";
import type { Clock, RequestOptions } from "./types.ts";
import { verify } from "./webhooks.ts";

export const version = "1.0.0";

export interface ParleyOptions {
  /** Where the server is: `https://parley.example.com`, without `/api/v1`. */
  baseUrl: string;
  /** A key, or what answers with one for each attempt: an access token that somebody renews. Without: the session of the browser's cookie. */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** Of each attempt; 60 s unless given. */
  timeoutMs?: number | undefined;
  /** Attempts after the first; 3 unless given. */
  maxRetries?: number | undefined;
  /** A longer wait is not waited for, the error is thrown; 60 s unless given. */
  retryDelayMsMax?: number | undefined;
  /** Of every request. */
  headers?: Record<string, string> | undefined;
  /** `include`: the session's cookie also where the page has another origin than the server. */
  credentials?: RequestInit["credentials"];
  /** A key in a browser can be read by whoever uses the page: refused unless you say that this one may. */
  allowKeyInBrowser?: boolean | undefined;
  /** Instead of the runtime's. */
  fetch?: typeof fetch | undefined;
  clock?: Clock | undefined;
  /** From 0 to 1. */
  random?: (() => number) | undefined;
}

export interface Parley extends Resources {
  readonly webhooks: Resources["webhooks"] & { verify: typeof verify };
  /** An operation by its address below /api/v1, for what this version does not know yet; with the same retries and errors. */
  request<Answer = unknown>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    input?: { query?: object | undefined; body?: unknown } & RequestOptions,
  ): Promise<Answer>;
}

const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export function createParley(options: ParleyOptions): Parley {
  const { protocol } = new URL(options.baseUrl);
  if (protocol !== "https:" && protocol !== "http:") throw new TypeError(`baseUrl: ${options.baseUrl} is no http address`);
  const inBrowser = "document" in globalThis;
  if (inBrowser && options.apiKey !== undefined && options.allowKeyInBrowser !== true)
    throw new ParleyError("An API key in a browser can be read by whoever uses the page. Use a session, or say allowKeyInBrowser.");
  const settings: Settings = {
    baseUrl: options.baseUrl.replace(/\/$/, ""),
    apiKey: options.apiKey,
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 3,
    retryDelayMsMax: options.retryDelayMsMax ?? 60_000,
    headers: options.headers ?? {},
    credentials: options.credentials,
    // Browsers have their own, and ask the server first whether another may be sent.
    userAgent: inBrowser ? undefined : `parley-sdk/${version}`,
    // Called without an object before it, which browsers insist on.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  };
  const send = createSend(settings);
  const resources = createResources(operations, send, settings);
  return {
    ...resources,
    webhooks: { ...resources.webhooks, verify },
    request: <Answer>(method: string, path: string, { query, body, ...requestOptions }: Parameters<Parley["request"]>[2] = {}) =>
      send({
        method,
        path,
        query,
        body,
        keyed: method !== "GET",
        answer: "json",
        accept: "application/json",
        options: requestOptions,
      }) as Promise<Answer>,
  };
}
