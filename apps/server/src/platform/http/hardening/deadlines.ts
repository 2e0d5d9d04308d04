import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "../../errors/app-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** How long an answer may take, in milliseconds, unless it is the server's usual time. */
    answerMsMax?: number;
  }
}

/**
 * Answers 503 when a handler takes too long, and cuts an answer that has begun. What the handler does goes on: whoever repeats the request with its idempotency
 * key is told how it ended. Looked at every `everyMs`, for all requests at once.
 *
 * Not Fastify's `handlerTimeout`: it ends with the request's `close`, which Node tells as soon as a body is read, so that no request with a body was ever timed
 * out, and costs each one an AbortController and an error with its stack (docs/adr/0143). Returns the look itself.
 */
export function limitAnswerTime(app: FastifyInstance, options: { usualMs: number; everyMs: number; nowMs?: () => number }): () => void {
  const { usualMs, everyMs, nowMs = () => performance.now() } = options;
  const open = new Map<FastifyReply, number>();

  app.addHook("onRequest", (request, reply, done) => {
    open.set(reply, nowMs() + (request.routeOptions.config?.answerMsMax ?? usualMs));
    done();
  });
  app.addHook("onResponse", (_request, reply, done) => {
    open.delete(reply);
    done();
  });

  function look(): void {
    const now = nowMs();
    for (const [reply, deadline] of open) {
      // Answered, taken over by a stream, or nobody is there any more.
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
    timer = setInterval(look, everyMs);
    timer.unref();
    done();
  });
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    done();
  });
  return look;
}
