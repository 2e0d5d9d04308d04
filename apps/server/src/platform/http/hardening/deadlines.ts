import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "../../errors/app-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The time limit of the response in milliseconds, if it differs from the server's default. */
    responseMsMax?: number;
  }
}

/**
 * Responds 503 if a handler takes too long, and aborts a response that has started. The handler continues: a retry with
 * the same idempotency key gets its result. Checks all requests at once, every `everyMs`.
 *
 * Not Fastify's `handlerTimeout`: that stops with the request's `close`, which Node emits as soon as the body is read,
 * so a request with a body never timed out, and it costs each request an AbortController and an error with its stack
 * (docs/adr/0143). Returns the check itself.
 */
export function limitResponseTime(app: FastifyInstance, options: { defaultMs: number; everyMs: number; nowMs?: () => number }): () => void {
  const { defaultMs, everyMs, nowMs = () => performance.now() } = options;
  const open = new Map<FastifyReply, number>();

  app.addHook("onRequest", (request, reply, done) => {
    open.set(reply, nowMs() + (request.routeOptions.config?.responseMsMax ?? defaultMs));
    done();
  });
  app.addHook("onResponse", (_request, reply, done) => {
    open.delete(reply);
    done();
  });

  function closeOverdue(): void {
    const now = nowMs();
    for (const [reply, deadline] of open) {
      // Answered, taken over by a stream, or the client has disconnected.
      if (reply.sent || reply.raw.destroyed) open.delete(reply);
      else if (deadline <= now) {
        open.delete(reply);
        if (reply.raw.headersSent) reply.raw.destroy();
        else void reply.send(new AppError("service_unavailable", { retryAfterSeconds: 1 }));
      }
    }
  }

  let timer: NodeJS.Timeout | undefined;
  app.addHook("onReady", (done) => {
    timer = setInterval(closeOverdue, everyMs);
    timer.unref();
    done();
  });
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    done();
  });
  return closeOverdue;
}
