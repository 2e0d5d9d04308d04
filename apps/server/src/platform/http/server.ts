import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { AppError, notFound } from "../errors/app-error.ts";
import { isConnectionFailure, sqlState } from "../db/database.ts";
import { type Log, newReference } from "../log/log.ts";
import type { HttpMetrics } from "../metrics/metrics.ts";
import { answerClientError } from "./client-error.ts";
import { limitAnswerTime } from "./deadlines.ts";
import { createLoopDelay } from "./loop-delay.ts";
import { useCompilers } from "./validation.ts";

export interface HttpServerOptions {
  log: Log;
  metrics: HttpMetrics;
  trustProxy: string[];
  /** Event-loop delay in milliseconds past which API requests get 503; 0: never. */
  overloadEventLoopDelayMs: number;
  /** Transactions that wait for a database connection now; past `waitingMax` API requests get 503 too. */
  waiting(): number;
}

const jsonBodyBytesMax = 1_048_576;
const answerMsMax = 30_000;
const waitingMax = 400;
/** Platforms' callbacks, their one-time codes and probes are served as long as rows can be stored. */
const neverShed = /^\/(callbacks|connect|health|metrics)\b/;
/** Loading and compiling keep the event loop busy at a start; that is not overload. */
const startUpMs = 5_000;
const headerBytesMax = 16_384;

/** The bare server: limits, error envelope, 404 and 405, overload. Routes are added by registerRoutes and the modules. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: jsonBodyBytesMax,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: "idle",
    return503OnClosing: true,
    exposeHeadRoutes: false,
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    genReqId: () => "",
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000, maxHeaderSize: headerBytesMax },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => answerError(options.log, error, request, reply),
    // As long as a header may be: a longer id gets the 404 of its route, after authentication, like any other unknown one.
    // (The router's limit of 100 guards regular expressions in paths; there are none.)
    routerOptions: { maxParamLength: headerBytesMax, ignoreTrailingSlash: false },
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;

  useCompilers(app);
  limitAnswerTime(app, { usualMs: answerMsMax, everyMs: 1_000 });
  app.setErrorHandler((error, request, reply) => answerError(options.log, error, request, reply));
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("x-content-type-options", "nosniff");
    done();
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const shed = options.waiting() > waitingMax && !neverShed.test(request.url);
    done(shed ? new AppError("service_unavailable", { retryAfterSeconds: 1 }) : undefined);
  });
  app.addHook("onResponse", (request, reply, done) => {
    options.metrics.observe(request.method, request.routeOptions.url ?? "unmatched", reply.statusCode, reply.elapsedTime);
    done();
  });

  const patterns: { method: string; test: RegExp }[] = [];
  app.addHook("onRoute", (route) => {
    const test = new RegExp(`^${route.url.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/:[A-Za-z]+/g, "[^/]+")}$`);
    for (const method of [route.method].flat()) patterns.push({ method, test });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const allowed = [...new Set(patterns.filter((p) => p.test.test(path)).map((p) => p.method))];
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      reply.header("allow", allowed.join(", "));
      throw new AppError("method_not_allowed");
    }
    throw notFound();
  });

  const startedAt = performance.now();
  if (options.overloadEventLoopDelayMs > 0) {
    const loopDelay = createLoopDelay();
    app.addHook("onClose", async () => loopDelay.stop());
    app.addHook("onRequest", (request, _reply, done) => {
      // Shed API calls first: platforms' callbacks and probes go on as long as rows can be stored.
      const shed =
        loopDelay.ms() > options.overloadEventLoopDelayMs && !neverShed.test(request.url) && performance.now() - startedAt >= startUpMs;
      done(shed ? new AppError("service_unavailable", { retryAfterSeconds: 1 }) : undefined);
    });
  }
  return app;
}

/**
 * Takes no more requests and lets what runs end. A kept-alive connection whose answer ends only now (a file on its way) would
 * stay open until its time-out, so idle ones are closed again and again.
 */
export async function closeHttpServer(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}

const byFastifyCode = new Map<string, () => AppError>([
  ["FST_ERR_CTP_BODY_TOO_LARGE", () => new AppError("payload_too_large")],
  ["FST_ERR_CTP_INVALID_MEDIA_TYPE", () => new AppError("unsupported_media_type")],
  ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", () => new AppError("invalid_json", { message: "Content-Length does not match the body." })],
  ["FST_ERR_BAD_URL", () => new AppError("validation_error", { message: "The address is not a valid URL." })],
]);

/** Whatever was thrown, as one of the catalogue. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const code = (error as { code?: unknown }).code;
  const known = typeof code === "string" ? byFastifyCode.get(code) : undefined;
  if (known !== undefined) return known();
  if (isConnectionFailure(error)) return new AppError("service_unavailable", { retryAfterSeconds: 1, cause: error });
  // lock_timeout, statement_timeout, deadlock, serialization: a retry can help
  if (["55P03", "57014", "40P01", "40001"].includes(sqlState(error) ?? "")) {
    return new AppError("service_unavailable", { retryAfterSeconds: 1, cause: error });
  }
  return null;
}

export function answerError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const failure = known ?? new AppError("internal_error", { cause: error });
  const { status } = failure;
  const referenced = status === 401 || status === 403 || status >= 500;
  const reference = referenced ? newReference() : undefined;
  if (status >= 500) {
    const line = { err: failure.cause ?? failure, reference, method: request.method, route: request.routeOptions?.url, code: failure.code };
    if (known === null) log.error(line, "request failed");
    else log.warn(line, "request refused for now");
  } else if (referenced) {
    log.info({ reference, method: request.method, route: request.routeOptions?.url, code: failure.code }, "request refused");
  }
  if (failure.retryAfterSeconds !== undefined) reply.header("retry-after", String(Math.max(1, Math.ceil(failure.retryAfterSeconds))));
  if (status === 401) reply.header("www-authenticate", "Bearer");
  // Again: a URL that cannot be read never reaches the hook that sets it for every other answer.
  reply.header("x-content-type-options", "nosniff");
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(
      JSON.stringify({
        error: {
          code: failure.code,
          message: failure.message,
          ...(failure.details === undefined ? {} : { details: failure.details }),
          ...(reference === undefined ? {} : { reference }),
        },
      }),
    );
}
