import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { KeyCredential } from "./context.ts";
import type { AnyRoute } from "./route.ts";

/** A request made with an API key, after its response was sent. Nothing is redacted yet. */
export interface RecordedRequest {
  tenantId: string;
  keyId: string;
  method: string;
  route: AnyRoute;
  params: unknown;
  query: unknown;
  /** Parsed; undefined: none, a file, or not JSON. */
  body: unknown;
  bodyBytes: number;
  /** Undefined: none, a file, or a stream. */
  responseBody: string | undefined;
  responseBytes: number;
  /** 499: the client disconnected before the response. */
  status: number;
  durationMs: number;
  address: string;
  userAgent: string | undefined;
  requestId: string;
}

/** Called after the response, on the thread that serves requests: it must be cheap and must not throw. */
export type RecordRequest = (request: RecordedRequest) => void;

const clientClosedRequest = 499;

/**
 * Reports each request made with a key, including one refused after its key was verified. Costs the request only a
 * listener: everything happens when the response is closed.
 */
export function createRecording(record: RecordRequest) {
  const captured = new WeakMap<FastifyReply, { text: string | undefined }>();

  return {
    captureResponses(scope: FastifyInstance): void {
      scope.addHook("onSend", (_request, reply, payload, done) => {
        const capture = captured.get(reply);
        if (capture !== undefined && typeof payload === "string") capture.text = payload;
        done(null, payload);
      });
    },

    watch(route: AnyRoute, request: FastifyRequest, reply: FastifyReply, credential: KeyCredential, requestIdOf: () => string): void {
      const capture: { text: string | undefined } = { text: undefined };
      captured.set(reply, capture);
      reply.raw.once("close", () => {
        const { headersSent } = reply.raw;
        record({
          tenantId: credential.tenantId,
          keyId: credential.id,
          method: request.method,
          route,
          params: request.params,
          query: request.query,
          body: request.body,
          bodyBytes: bytesOf(request.headers["content-length"]),
          responseBody: headersSent ? capture.text : undefined,
          responseBytes: headersSent ? bytesOf(reply.raw.getHeader("content-length")) : 0,
          status: headersSent ? reply.raw.statusCode : clientClosedRequest,
          durationMs: reply.elapsedTime,
          address: request.ip,
          userAgent: request.headers["user-agent"],
          requestId: requestIdOf(),
        });
      });
    },
  };
}

export type Recording = ReturnType<typeof createRecording>;

/** 0: unknown, as for a chunked body. */
function bytesOf(header: unknown): number {
  const bytes = Number(header);
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0;
}
