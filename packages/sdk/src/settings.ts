/** What a client is made with, read once. */
import { ParleyError } from "./errors.ts";
import type { Settings } from "./request.ts";
import type { Clock } from "./types.ts";

export const version = "1.0.0";

export interface ClientOptions {
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

const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    // A timer knows 31 bits; a longer one would end at once.
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

/** Without slashes at its end, and without /api/v1. What is wrong is not repeated: it may hold a password. */
function readBaseUrl(given: string): string {
  let url: URL | undefined;
  try {
    url = new URL(given);
  } catch {
    // Told below, without the text.
  }
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new TypeError("baseUrl: an http or https URL is needed");
  if (url.username !== "" || url.password !== "") throw new TypeError("baseUrl: a URL without a user name and password is needed");
  if (url.search !== "" || url.hash !== "") throw new TypeError("baseUrl: a URL without a query and a fragment is needed");
  let path = url.pathname;
  while (path.endsWith("/")) path = path.slice(0, -1);
  return url.origin + (path.endsWith("/api/v1") ? path.slice(0, -"/api/v1".length) : path);
}

/** Throws when an option cannot be right. */
export function readSettings(options: ClientOptions): Settings {
  const inBrowser = "document" in globalThis;
  if (inBrowser && options.apiKey !== undefined && options.allowKeyInBrowser !== true)
    throw new ParleyError("An API key in a browser can be read by whoever uses the page. Use a session, or say allowKeyInBrowser.");
  return {
    baseUrl: readBaseUrl(options.baseUrl),
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
}
