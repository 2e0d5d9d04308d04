import type { OutboundClient, OutboundRequest } from "#platform/outbound-http/client.ts";

const responseBytesMax = 4_000_000;
/** The caller's signal ends a call much earlier; this is for callers without one. */
const timeoutMs = 60_000;

/**
 * `fetch` as the providers' libraries call it, over the HTTP client for addresses that tenants choose: the guard checks
 * each connection, no redirect is followed, no proxy from the environment is used. Throws OutboundError.
 */
export function createProviderFetch(outbound: OutboundClient): typeof globalThis.fetch {
  return async (input, init) => {
    const headers: Record<string, string> = {};
    new Headers(init?.headers).forEach((value, name) => {
      headers[name] = value;
    });
    if (init?.body != null && typeof init.body !== "string") throw new TypeError("only text bodies are sent to providers");
    const response = await outbound.request({
      url: String(input instanceof Request ? input.url : input),
      method: (init?.method ?? "GET") as OutboundRequest["method"],
      headers,
      ...(init?.body == null ? {} : { body: init.body }),
      ...(init?.signal == null ? {} : { signal: init.signal }),
      timeoutMs,
      responseBytesMax,
      overflow: "error",
    });
    const responseHeaders = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) responseHeaders.set(name, Array.isArray(value) ? value.join(", ") : value);
    }
    // A Response with one of these takes no body, and none has a status below 200.
    const empty = [204, 205, 304].includes(response.status);
    return new Response(empty ? null : new Uint8Array(response.body), { status: response.status, headers: responseHeaders });
  };
}
