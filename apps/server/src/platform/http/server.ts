import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { AppError, invalidField } from "../errors/app-error.ts";
import { isConnectionFailure, sqlState } from "../db/database.ts";
import { type Log, newReference } from "../log/log.ts";
import { createLoopWatch } from "../metrics/event-loop.ts";
import type { HttpMetrics } from "../metrics/metrics.ts";
import { respondToClientError, refuseExpectation, refuseTunnel } from "./hardening/client-error.ts";
import { hasUnstorableText } from "../text/clean.ts";
import { limitResponseTime } from "./hardening/deadlines.ts";
import { limitSlowBodies } from "./hardening/slow-bodies.ts";
import { useCompilers } from "./reading/validation.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Accepted content types, listed in a 415. */
    acceptedTypes?: readonly string[];
    /** A write that stores nothing and so causes no background work. */
    isEphemeral?: boolean;
  }
}

export interface HttpServerOptions {
  log: Log;
  metrics: HttpMetrics;
  trustProxy: string[];
  /** Event-loop delay in milliseconds beyond which API requests get 503; 0: never. */
  overloadEventLoopDelayMs: number;
  /** The maximum time for a request's headers to arrive, and then for its body. */
  slowRequestMs: number;
  /** Transactions currently waiting for a database connection; beyond `waitingMax` API requests also get 503. */
  waiting(): number;
  /** Whether the installation is at rest. Absent: never. */
  atRest?: () => boolean;
}

const jsonBodyBytesMax = 1_048_576;
const answerMsMax = 30_000;
/** The time for a whole file to arrive. */
export const uploadMsMax = 120_000;
const waitingMax = 400;
/** Platforms' callbacks, their verification requests and probes are served as long as rows can be stored. */
const neverShed = /^\/(callbacks|connect|health|metrics)\b/;
/** Loading and compiling keep the event loop busy at startup; that is not overload. */
const startupMs = 5_000;
const headerBytesMax = 16_384;

/** The bare server: limits, error envelope, 404 and 405, overload. registerRoutes and the modules add routes. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { slowRequestMs } = options;
  const checkEveryMs = Math.min(1_000, slowRequestMs / 10);
  const app = Fastify({
    logger: false,
    bodyLimit: jsonBodyBytesMax,
    // The last limit, for requests that no handler ever sees: bodies have their own (slow-bodies.ts).
    requestTimeout: Math.max(uploadMsMax, slowRequestMs) + 2 * checkEveryMs,
    keepAliveTimeout: 72_000,
    forceCloseConnections: "idle",
    return503OnClosing: true,
    exposeHeadRoutes: true,
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    genReqId: () => "",
    // Minus the checking interval: a request that exceeds the limit just after one check is cut off at the next. A
    // request without a Host is refused below in the usual format; Node's own response has no body.
    http: {
      headersTimeout: slowRequestMs - checkEveryMs,
      connectionsCheckingInterval: checkEveryMs,
      maxHeaderSize: headerBytesMax,
      requireHostHeader: false,
    },
    clientErrorHandler: respondToClientError,
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => sendError(options.log, error, request, reply),
    // As long as a header may be: an overlong id gets its route's 404, after authentication, like any other unknown
    // one. (The router's limit of 100 protects regular expressions in paths; there are none.)
    routerOptions: { maxParamLength: headerBytesMax, ignoreTrailingSlash: false },
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;

  app.server.on("connect", refuseTunnel);
  app.server.on("checkExpectation", refuseExpectation);
  useCompilers(app);
  limitSlowBodies(app, { msMax: slowRequestMs - checkEveryMs, uploadMsMax, everyMs: checkEveryMs });
  limitResponseTime(app, { defaultMs: answerMsMax, everyMs: 1_000 });
  app.setErrorHandler((error, request, reply) => sendError(options.log, error, request, reply));
  const loop = createLoopWatch({
    log: options.log,
    metrics: options.metrics,
    ...(options.atRest === undefined ? {} : { atRest: options.atRest }),
  });
  app.addHook("onListen", async () => loop.start());
  app.addHook("onClose", async () => loop.stop());
  const routeOf = (request: FastifyRequest) => `${request.method} ${request.routeOptions.url ?? "unmatched"}`;
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-content-type-options", "nosniff");
    reply.raw.once("close", loop.begin(routeOf(request)));
    done(lacksHost(request) ? invalidField("host", "required", "Every request needs a Host header.") : undefined);
  });
  // Next the body is read and the request handled: long computations start after one of these hooks.
  app.addHook("preValidation", (request, _reply, done) => {
    loop.at(routeOf(request));
    done();
  });
  app.addHook("preHandler", (request, _reply, done) => {
    loop.at(routeOf(request));
    done();
  });
  // After authentication, which a route does in onRequest. No stored name contains text that PostgreSQL cannot store,
  // and no query may search for it.
  app.addHook("preValidation", (request, _reply, done) => {
    done(hasUnstorableText(request.params) ? new AppError("not_found") : undefined);
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const shed = options.waiting() > waitingMax && !neverShed.test(request.url);
    done(shed ? new AppError("service_unavailable", { retryAfterSeconds: 1 }) : undefined);
  });
  app.addHook("onResponse", (request, reply, done) => {
    options.metrics.observe(request.method, request.routeOptions.url ?? "unmatched", reply.statusCode, reply.elapsedTime);
    done();
  });

  const unknown = watchRoutes(app);
  // Before the body is read: whatever its type or form, no route would accept it.
  app.addHook("onRequest", (request, reply, done) => {
    done(request.is404 ? unknown(request, reply) : undefined);
  });
  app.setNotFoundHandler((request, reply) => {
    throw unknown(request, reply);
  });

  const startedAt = performance.now();
  if (options.overloadEventLoopDelayMs > 0) {
    app.addHook("onRequest", (request, _reply, done) => {
      // Sheds API calls first: platforms' callbacks and probes continue as long as rows can be stored.
      const shed =
        loop.delayMs() > options.overloadEventLoopDelayMs && !neverShed.test(request.url) && performance.now() - startedAt >= startupMs;
      done(shed ? new AppError("service_unavailable", { retryAfterSeconds: 1 }) : undefined);
    });
  }
  return app;
}

/** HTTP/1.1 requires Host (RFC 9112, section 3.2); HTTP/1.0 did not have it. */
const lacksHost = ({ raw }: FastifyRequest): boolean => raw.httpVersion !== "1.0" && raw.headers.host === undefined;

/**
 * Records all routes added from now on. Returns the error for an unmatched request: 405 with the path's methods, or
 * 404. Where a path matches several routes, `/contacts/tags` and `/contacts/:id`, the most literal one counts, as in
 * OpenAPI.
 */
function watchRoutes(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => AppError {
  const resources = new Map<string, { test: RegExp; rank: string; methods: Set<string> }>();
  app.addHook("onRoute", (route) => {
    const resource = resources.get(route.url) ?? { ...patternOf(route.url), methods: new Set<string>() };
    for (const method of [route.method].flat()) resource.methods.add(method);
    resources.set(route.url, resource);
  });
  return (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const [resource] = [...resources.values()].filter(({ test }) => test.test(path)).sort((a, b) => (a.rank < b.rank ? -1 : 1));
    if (resource === undefined || resource.methods.has(request.method)) {
      return new AppError("not_found", { message: "This path does not exist." });
    }
    reply.header("allow", [...resource.methods].sort().join(", "));
    return new AppError("method_not_allowed");
  };
}

/**
 * Matches as the router does: a parameter extends to the next slash, `*` is the rest. `rank`: literal parts come first.
 */
function patternOf(url: string): { test: RegExp; rank: string } {
  const parts = url.split("/").map((part) => (part.includes("*") ? "2" : part.includes(":") ? "1" : "0"));
  const source = url
    .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll(/:[A-Za-z]+/g, "[^/]+");
  return { test: new RegExp(`^${source}$`), rank: parts.join("") };
}

/**
 * Accepts no more requests and lets running ones finish. A kept-alive connection whose response finishes only now (a
 * file download) would stay open until its timeout, so idle ones are closed repeatedly.
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
  ["FST_ERR_BAD_URL", () => new AppError("validation_error", { message: "The request URL is not valid." })],
]);

/** Any thrown value as an error from the catalogue. */
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

/** Lists the accepted types, in the message and in the header Accept (RFC 9110, 15.5.16). */
function withAcceptedTypes(failure: AppError, request: FastifyRequest, reply: FastifyReply): AppError {
  const acceptedTypes = request.routeOptions?.config?.acceptedTypes;
  if (failure.code !== "unsupported_media_type" || acceptedTypes === undefined) return failure;
  reply.header("accept", acceptedTypes.join(", "));
  return new AppError(failure.code, { message: `${failure.message} Accepted here: ${acceptedTypes.join(", ")}.`, cause: failure.cause });
}

export function sendError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const failure = withAcceptedTypes(known ?? new AppError("internal_error", { cause: error }), request, reply);
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
  // Set again: an unreadable URL never reaches the hook that sets it for all other responses.
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
