import { pipeline } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import { Agent, request } from "undici";
import { AppError, notFound } from "../../platform/errors/app-error.ts";
import type { Log } from "../../platform/log/log.ts";

const root = "/_simulator/phone";
const clockPath = /^\/_simulator\/phone\/+clock\b/i;
/** Types that the page shows; anything else is offered as a download, so that it never runs as a page of ours. */
const shown = /^(application\/json|text\/event-stream|image\/(png|jpeg|gif|webp)|video\/|audio\/)/;

function unavailable(error: unknown): never {
  throw new AppError("service_unavailable", { message: "The simulator does not respond.", retryAfterSeconds: 1, cause: error });
}

/** Forwards requests of the phone to a simulator on this machine. Streams are forwarded as they arrive. */
export function createForwarder(log: Log) {
  // A stream is silent between changes; the simulator's heartbeat comes more often than these limits.
  const agent = new Agent({ headersTimeout: 20_000, bodyTimeout: 60_000 });
  const open = new Set<AbortController>();

  return {
    /** Whether the simulator has a phone. */
    async has(simulatorUrl: string): Promise<boolean> {
      const response = await request(simulatorUrl + root, { dispatcher: agent }).catch(unavailable);
      await response.body.dump();
      return response.statusCode === 200;
    },

    async forward(
      simulatorUrl: string,
      path: string,
      method: string,
      body: Buffer | undefined,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      const target = new URL(simulatorUrl + root + path);
      // Dot segments could escape to control paths that are not the phone's.
      if (target.pathname !== root && !target.pathname.startsWith(`${root}/`)) throw notFound();
      // The clocks are moved together, by a route of this server.
      if (
        clockPath.test(target.pathname.replace(/%[0-9a-f]{2}/gi, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16))))
      )
        throw notFound();
      const abort = new AbortController();
      const response = await request(target, {
        dispatcher: agent,
        method: method as "GET" | "POST",
        body: body ?? null,
        signal: abort.signal,
      }).catch(unavailable);
      const type = String(response.headers["content-type"] ?? "application/octet-stream");
      const { raw } = reply;
      reply.hijack();
      raw.writeHead(response.statusCode, {
        "content-type": type,
        "cache-control": String(response.headers["cache-control"] ?? "no-store"),
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "x-accel-buffering": "no",
        ...(response.headers["content-length"] === undefined ? {} : { "content-length": String(response.headers["content-length"]) }),
        ...(shown.test(type) ? {} : { "content-disposition": "attachment" }),
      });
      open.add(abort);
      await pipeline(response.body, raw)
        // Either side may disconnect at any time; the page reconnects by itself.
        .catch((error: unknown) => log.debug({ err: error }, "a stream of the phone ended"))
        .finally(() => open.delete(abort));
      return reply;
    },

    async close(): Promise<void> {
      for (const abort of open) abort.abort();
      await agent.close();
    },
  };
}
