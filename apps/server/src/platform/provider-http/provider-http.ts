import type { HttpResponse, HttpFailure, PlatformHttp } from "@parley/connector-kit";
import { errors, Pool } from "undici";
import type { OutboundClient } from "../outbound-http/client.ts";
import { OutboundError } from "../outbound-http/errors.ts";

interface Base {
  origin: string;
  path: string;
  pool: Pool;
}

/**
 * The HTTP client of one messaging platform: keep-alive to its configured base URLs, a limit on connections, timeouts.
 * The base URLs come from the operator's configuration, never from a tenant, so they need no outbound guard. URLs in
 * the platform's responses may point anywhere: those on other hosts than the base URLs' go through the guard of
 * `outbound`.
 */
export function createProviderHttp(
  baseUrl: string,
  options: { outbound: OutboundClient; bases?: Record<string, string>; connections?: number; timeoutMs?: number },
): PlatformHttp & { close(): Promise<void> } {
  const bases = new Map(Object.entries({ "": baseUrl, ...options.bases }).map(([name, address]) => [name, openBase(address)]));

  function openBase(address: string): Base {
    const url = new URL(address);
    const pool = new Pool(url.origin, {
      connections: options.connections ?? 128,
      connect: { timeout: 5_000 },
      keepAliveTimeout: 20_000,
      pipelining: 1,
    });
    return { origin: url.origin, path: url.pathname.replace(/(?<!\/)\/+$/, ""), pool };
  }

  return {
    async request(input): Promise<HttpResponse> {
      const timeoutMs = input.timeoutMs ?? options.timeoutMs ?? 15_000;
      const base = bases.get(input.base ?? "");
      if (base === undefined) throw new Error(`the platform has no address named ${input.base}`);
      const { pool, path: basePath } = base;
      try {
        const response = await pool.request({
          method: input.method,
          path: basePath + input.path,
          headers: input.headers ?? null,
          body: input.body ?? null,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
          signal: AbortSignal.timeout(timeoutMs),
        });
        return { status: response.statusCode, headers: response.headers, body: Buffer.from(await response.body.arrayBuffer()) };
      } catch (error) {
        throw describeFailure(error);
      }
    },
    async download(input): Promise<HttpResponse> {
      const timeoutMs = input.timeoutMs ?? 60_000;
      const headers = input.headers ?? {};
      const own = [...bases.values()].find((base) => URL.canParse(input.url) && base.origin === new URL(input.url).origin);
      try {
        if (own === undefined) {
          const response = await options.outbound.request({
            url: input.url,
            method: "GET",
            headers,
            timeoutMs,
            responseBytesMax: input.bytesMax,
            overflow: "error",
          });
          return { status: response.status, headers: response.headers, body: response.body };
        }
        const { pathname, search } = new URL(input.url);
        const signal = AbortSignal.timeout(timeoutMs);
        const response = await own.pool.request({ method: "GET", path: pathname + search, headers, signal });
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of response.body as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > input.bytesMax) throw new ResponseTooLarge(`the answer is larger than ${input.bytesMax} bytes`);
          chunks.push(chunk);
        }
        return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
      } catch (error) {
        throw describeFailure(error);
      }
    },
    async close() {
      await Promise.all([...bases.values()].map((base) => base.pool.close()));
    },
  };
}

class ResponseTooLarge extends Error {}

/**
 * Refused connections, unknown names and what the client itself refuses certainly sent nothing; with any other failure
 * the request may have reached the platform.
 */
function describeFailure(cause: unknown): HttpFailure {
  const code = (cause as { code?: unknown }).code;
  const neverSent =
    (cause instanceof OutboundError && !cause.sent) ||
    cause instanceof errors.ConnectTimeoutError ||
    ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_INVALID_ARG"].includes(String(code));
  const timeout =
    cause instanceof errors.HeadersTimeoutError ||
    cause instanceof errors.BodyTimeoutError ||
    (cause instanceof Error && cause.name === "TimeoutError") ||
    (cause instanceof OutboundError && cause.kind === "timeout");
  const final: HttpFailure["reason"] | undefined =
    cause instanceof ResponseTooLarge ? "too_large" : cause instanceof OutboundError ? finalKinds.get(cause.kind) : undefined;
  const reason: HttpFailure["reason"] = final ?? (timeout ? "timeout" : "network");
  return Object.assign(new Error(cause instanceof Error ? cause.message : String(cause), { cause }), {
    httpFailure: true as const,
    reached: !neverSent,
    reason,
  });
}

const finalKinds = new Map<string, HttpFailure["reason"]>([
  ["too_large", "too_large"],
  ["blocked", "blocked"],
]);
