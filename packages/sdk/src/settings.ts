/** The options of a client, read once. */
import { ParleyError } from "./errors.ts";
import type { Settings } from "./request.ts";
import type { Clock } from "./types.ts";

export const version = "1.0.0";

export interface ClientOptions {
  /** The server: `https://parley.example.com`, without `/api/v1`. */
  baseUrl: string;
  /**
   * A key, or a function that returns one for each attempt, for example an access token that is renewed. Absent: the session of the
   * browser's cookie.
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /** For each attempt; default 60 s. */
  timeoutMs?: number | undefined;
  /** Retries after the first attempt; default 3. */
  maxRetries?: number | undefined;
  /** The client does not wait longer than this, the error is thrown instead; default 60 s. */
  retryDelayMsMax?: number | undefined;
  /** For every request. */
  headers?: Record<string, string> | undefined;
  /** `include`: sends the session's cookie even if the page and the server have different origins. */
  credentials?: RequestInit["credentials"];
  /** A key in a browser can be read by anybody who uses the page, so it is refused unless you allow it for this key. */
  allowKeyInBrowser?: boolean | undefined;
  /** Replaces the runtime's own. */
  fetch?: typeof fetch | undefined;
  clock?: Clock | undefined;
  /** From 0 to 1. */
  random?: (() => number) | undefined;
}

const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    // A timer has 31 bits; a longer one would fire at once.
    const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

/**
 * Without trailing slashes, and without /api/v1. An invalid value is not repeated, because it may contain a password.
 */
function readBaseUrl(given: string): string {
  let url: URL | undefined;
  try {
    url = new URL(given);
  } catch {
    // Reported below, without the text.
  }
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new TypeError("baseUrl: must be an http or https URL");
  if (url.username !== "" || url.password !== "") throw new TypeError("baseUrl: must not contain a user name or password");
  if (url.search !== "" || url.hash !== "") throw new TypeError("baseUrl: must not contain a query or fragment");
  let path = url.pathname;
  while (path.endsWith("/")) path = path.slice(0, -1);
  return url.origin + (path.endsWith("/api/v1") ? path.slice(0, -"/api/v1".length) : path);
}

/** Throws for an invalid option. */
export function readSettings(options: ClientOptions): Settings {
  const inBrowser = "document" in globalThis;
  if (inBrowser && options.apiKey !== undefined && options.allowKeyInBrowser !== true)
    throw new ParleyError("An API key in a browser can be read by anybody who uses the page. Use a session, or set allowKeyInBrowser.");
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    apiKey: options.apiKey,
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 3,
    retryDelayMsMax: options.retryDelayMsMax ?? 60_000,
    headers: options.headers ?? {},
    credentials: options.credentials,
    // Browsers set their own, and send a preflight request for another.
    userAgent: inBrowser ? undefined : `parley-sdk/${version}`,
    // Browsers only allow a call without a receiver.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  };
}
