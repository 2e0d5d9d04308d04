import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { respondToClientError } from "./client-error.ts";

interface IncomingBody {
  response: ServerResponse;
  /** The absolute deadline. */
  deadline: number;
  /** For an upload: it is cut off if nothing arrives until then; null: not an upload. */
  stallsAt: number | null;
  bytesRead: number;
}

const uploads = new WeakMap<IncomingMessage, () => void>();

/** From here on the request may take as long as an upload, as long as bytes keep arriving. Call it once the sender is known. */
export function allowUpload(request: IncomingMessage): void {
  uploads.get(request)?.();
}

/**
 * Cuts off a body that arrives too slowly, whatever the handler does with it, even for a request that was refused at
 * once and whose body is never read. Node's own `requestTimeout` is the same for all and cannot tell an upload from a
 * trickle. Checks all at once, every `everyMs`. Responds 408 if no response was sent yet.
 */
export function limitSlowBodies(
  app: FastifyInstance,
  options: { msMax: number; uploadMsMax: number; everyMs: number; nowMs?: () => number },
): () => void {
  const { msMax, uploadMsMax, nowMs = () => performance.now() } = options;
  const incoming = new Map<IncomingMessage, IncomingBody>();

  app.server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
    const one: IncomingBody = { response, deadline: nowMs() + msMax, stallsAt: null, bytesRead: request.socket.bytesRead };
    incoming.set(request, one);
    uploads.set(request, () => {
      one.deadline = nowMs() + uploadMsMax;
      one.stallsAt = nowMs() + msMax;
    });
    request.once("close", () => incoming.delete(request));
  });

  function closeStalled(): void {
    const now = nowMs();
    for (const [request, one] of incoming) {
      const { socket } = request;
      if (request.complete || socket.destroyed) {
        incoming.delete(request);
        continue;
      }
      if (one.stallsAt !== null && socket.bytesRead > one.bytesRead) one.stallsAt = now + msMax;
      one.bytesRead = socket.bytesRead;
      if (now < one.deadline && (one.stallsAt === null || now < one.stallsAt)) continue;
      incoming.delete(request);
      if (one.response.headersSent) socket.destroy();
      else respondToClientError(Object.assign(new Error("the body arrived too slowly"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
    }
  }

  let timer: NodeJS.Timeout | undefined;
  app.addHook("onReady", (done) => {
    timer = setInterval(closeStalled, options.everyMs);
    timer.unref();
    done();
  });
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    done();
  });
  return closeStalled;
}
