import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { retryConflicts } from "../db/conflicts.ts";
import type { Database } from "../db/database.ts";
import { originHeader, type Origins, setOrigin } from "../events/origin.ts";
import { AppError } from "../errors/app-error.ts";
import type { Clock } from "../clock/clock.ts";
import { type Idempotency, readIdempotencyKey } from "../idempotency/idempotency.ts";
import type { RequestLimiter } from "../rate-limit/limiter.ts";
import type { Actor } from "../auth/actor.ts";
import { sessionCookieOf } from "../auth/session-token.ts";
import { actUnder } from "../auth/acting-grant.ts";
import type { Delegations } from "../auth/delegations.ts";
import type { Verifier } from "../auth/verifier.ts";
import type { Topic } from "../jobs/wake.ts";
import { type Log, newReference } from "../log/log.ts";
import { parseJsonBody } from "./reading/body.ts";
import {
  type Context,
  type Credential,
  type Granted,
  type PersonContext,
  publicContextOf,
  type SessionInfo,
  type TxContext,
} from "./context.ts";
import { sendContent, sendTagged } from "./reading/content.ts";
import { refuseCrossSite } from "./hardening/cross-site.ts";
import {
  type AnyRoute,
  isPersonal,
  type IdempotencyRequest,
  mayLackBody,
  type PersonRoute,
  type PublicAnswer,
  type PublicRoute,
  type UploadRoute,
} from "./route.ts";
import { nameMissing } from "./reading/missing-fields.ts";
import { ignoredFieldsOf } from "./reading/ignored-fields.ts";
import { toAppError } from "./server.ts";
import { allowUpload } from "./hardening/slow-bodies.ts";
import { createRecording, type Recording, type RecordRequest } from "./recording.ts";
import { openSse } from "./sse.ts";
import { acceptFiles, acceptForms, isFile, readFile, readParts } from "./reading/upload.ts";
import { describeValidation } from "./reading/validation.ts";

/**
 * Both prefixes of every operation: /api/v1 is the stable mirror of /api. The only place where an alias is declared.
 */
export const apiPrefixes = ["/api/v1", "/api"] as const;

export interface RegisterOptions {
  database: Database;
  log: Log;
  clock: Clock;
  verifier: Verifier;
  delegations: Delegations;
  limiter: RequestLimiter;
  idempotency: Idempotency;
  origins: Origins;
  /** After the commit of a write: its events can be read, and the topics may have new work. */
  afterWrite(topics: Topic[]): void;
  /** Where browsers reach this server; unset: where they connect to. With https, cookies are Secure. */
  publicUrl: string | undefined;
  /** Is told of requests made with keys, after their answers. Absent: nobody is. */
  record?: RecordRequest;
}

type Mounting = RegisterOptions & { recording?: Recording };

interface RequestState {
  /** Null on a public route. */
  credential: Credential | null;
  rawBody: Buffer;
  bodyError: unknown;
}

const states = new WeakMap<FastifyRequest, RequestState>();
const emptyBody = Buffer.alloc(0);

/** A client may read a file slowly, and storing an upload may take long. */
const answersMsMax = { content: 3_600_000, upload: 120_000 };

/** Mounts the route table under both prefixes. Order of refusal: 401, 429, 403, 404 of the path, 400, 422. */
export async function registerRoutes(app: FastifyInstance, routes: AnyRoute[], given: RegisterOptions): Promise<void> {
  const recording = given.record === undefined ? undefined : createRecording(given.record);
  const options: Mounting = recording === undefined ? given : { ...given, recording };
  for (const prefix of apiPrefixes) {
    await app.register(
      async (scope) => {
        recording?.keepAnswers(scope);
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, raw, done) => {
          const state = states.get(request) as RequestState;
          state.rawBody = raw as Buffer;
          if (state.rawBody.length === 0) return done(null, undefined);
          try {
            done(null, parseJsonBody(state.rawBody));
          } catch (error) {
            // Deferred: the path's 404 comes first.
            state.bodyError = error;
            done(null, undefined);
          }
        });
        for (const route of routes) {
          if (route.kind !== "upload") mount(scope, route, options);
          else {
            await scope.register(async (own) => {
              await acceptForms(own);
              acceptFiles(own, route.files ?? []);
              mount(own, route, options);
            });
          }
        }
      },
      { prefix },
    );
  }
}

function mount(scope: FastifyInstance, route: AnyRoute, options: Mounting): void {
  const schema: Record<string, unknown> = {};
  if (route.params !== undefined) schema["params"] = route.params;
  if (route.query !== undefined) schema["querystring"] = route.query;
  if (route.body !== undefined) schema["body"] = route.body;
  if (route.kind !== "stream" && route.kind !== "content") schema["response"] = { 200: route.response };
  scope.route({
    method: route.kind === "content" ? ["GET", "HEAD"] : route.method,
    url: route.path,
    config: {
      publicRead: route.kind === "public" && route.method === "GET",
      momentary: isMomentary(route),
      takes: ["application/json", ...(route.kind === "upload" ? ["multipart/form-data", ...(route.files ?? [])] : [])],
      ...(route.kind === "content" || route.kind === "upload" ? { answerMsMax: answersMsMax[route.kind] } : {}),
    },
    schema,
    attachValidation: true,
    onRequest: async (request, reply) => {
      if (route.kind === "public") {
        if (route.method !== "GET") refuseCrossSite(request.headers, options.publicUrl, false);
        states.set(request, { credential: null, rawBody: emptyBody, bodyError: undefined });
        return;
      }
      // No cache between here and the caller may keep it, nor their browser after signing out. Files override this
      // (sendContent).
      reply.header("cache-control", "no-store");
      const { credential, byCookie } = await authenticate(route, request, reply, options);
      if (byCookie && route.method !== "GET") refuseCrossSite(request.headers, options.publicUrl, true);
      if (isPersonal(route) && credential.kind !== "session") {
        throw new AppError("forbidden", { message: "This action is personal. It requires a session, not an API key." });
      }
      const bound = route.kind === "person" ? route.bound : undefined;
      if (isPersonal(route) && credential.kind === "session" && credential.bound && bound !== "allowed") {
        throw new AppError("forbidden", {
          message: "This action is personal. A session from a login link cannot do it.",
        });
      }
      const scope = credential.kind === "session" ? (route.sessionScope ?? route.scope) : route.scope;
      const lacking = (scope === null ? [] : [scope, ...(route.alsoScopes ?? [])]).filter((needed) => !credential.scopes.has(needed));
      if (lacking.length > 0) {
        throw new AppError("insufficient_scope", {
          message: `${credential.kind === "key" ? "The API key" : "The role"} lacks the ${lacking.length === 1 ? "scope" : "scopes"} ${lacking.join(", ")}.`,
          details: lacking.map((field) => ({ field, issue: "missing_scope" })),
        });
      }
      if (route.platformOnly === true && !credential.platform) {
        throw new AppError("forbidden", { message: "Only a credential of a platform organization can do this." });
      }
      if (route.agencyOnly === true && !credential.agency) {
        throw new AppError("forbidden", { message: "Only a credential of an agency can do this." });
      }
      if (credential.kind === "key" && credential.delegation !== undefined) {
        const { method, operationId } = route;
        const called = { method, operationId, momentary: isMomentary(route) };
        await options.delegations
          .admit({ ...credential, delegation: credential.delegation }, called, requestIdOf(request))
          .catch((error: unknown) => {
            throw byCookie ? endOfStay(error) : error;
          });
      }
      states.set(request, { credential, rawBody: emptyBody, bodyError: undefined });
    },
    ...(mayLackBody(route)
      ? {
          preValidation: async (request: FastifyRequest) => {
            if (request.body === undefined && states.get(request)?.bodyError === undefined) request.body = {};
          },
        }
      : {}),
    handler: (request, reply) =>
      handle(route, request, reply, options).catch((error: unknown) => {
        // Already answered, because it took too long: nobody else reports the error.
        if (reply.sent && toAppError(error) === null)
          options.log.error({ err: error, route: route.path }, "a request failed after it had timed out");
        const credential = states.get(request)?.credential;
        throw nameMissing(credential?.kind === "key" && credential.personId !== undefined ? endOfStay(error) : error, request);
      }),
  });
}

function isMomentary(route: AnyRoute): boolean {
  return route.kind === "write" && route.momentary === true;
}

/** By the schema of the answer, even if 503 was answered meanwhile (deadlines.ts): it is stored for the retry. */
function serialized(reply: FastifyReply, value: unknown): string {
  return reply.serializeInput(value as Record<string, unknown>, "200") as string;
}

async function authenticate(
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Mounting,
): Promise<{ credential: Credential; byCookie: boolean }> {
  const known = options.verifier.verify(request.headers, request.ip);
  const verified = known instanceof Promise ? await known : known;
  // Before the limits: who is over them looks for it in the log.
  if (verified.kind === "key") options.recording?.watch(route, request, reply, verified, () => requestIdOf(request));
  const credential = inClient(verified, route, options.clock.now());
  const taken = options.limiter.take(credential);
  const verdict = taken instanceof Promise ? await taken : taken;
  reply.header("ratelimit-limit", verdict.limit);
  reply.header("ratelimit-remaining", verdict.remaining);
  reply.header("ratelimit-reset", verdict.resetSeconds);
  if (!verdict.allowed) throw new AppError("rate_limited", { retryAfterSeconds: verdict.retryAfterSeconds });
  return { credential, byCookie: verified.kind === "session" };
}

/**
 * Of a session that has entered a client, the client's key: never the agency's own organization, for which the request
 * was not meant, also when the stay has ended. A person's own account stays theirs.
 */
function inClient(credential: Credential, route: AnyRoute, now: Date): Credential {
  if (credential.kind === "key" || credential.acting === undefined) return credential;
  if (isPersonal(route)) {
    if (route.path.startsWith("/auth/")) return credential;
    throw new AppError("forbidden", { message: "This action is personal. Leave the client first." });
  }
  const { key, expiresAt } = credential.acting;
  if (key === null || expiresAt === null || expiresAt <= now) throw stayEnded();
  return key;
}

const stayEnded = () => new AppError("grant_required", { message: "You no longer act for this client: the grant or its hour has ended." });

/** The key behind a session is refused where its grant has ended; the person is still signed in. */
const endOfStay = (error: unknown) => (toAppError(error)?.code === "unauthorized" ? stayEnded() : error);

async function handle(route: AnyRoute, request: FastifyRequest, reply: FastifyReply, options: RegisterOptions): Promise<unknown> {
  const state = states.get(request) as RequestState;
  const requestId = requestIdOf(request);
  const input = { params: request.params, query: request.query, body: request.body } as never;
  const refuseBadInput = () => {
    // Not before the path's 404: a resource that does not exist reveals nothing about the body.
    const ignored = ignoredFieldsOf(request.body);
    if (ignored !== undefined) reply.header("ignored-fields", ignored);
    if (state.bodyError !== undefined) throw state.bodyError;
    if (request.validationError?.validation !== undefined) {
      throw new AppError("validation_error", { details: describeValidation(request.validationError.validation) });
    }
    if (request.validationError !== undefined) throw request.validationError;
    if (route.body !== undefined && request.body === undefined)
      throw new AppError("validation_error", { message: "A JSON body is required.", details: [{ field: "", issue: "required" }] });
  };
  if (route.kind === "public") {
    refuseBadInput();
    return handlePublic(route, requestId, request, reply, options);
  }
  const { credential } = state;
  if (credential === null) throw new Error("a route that needs a credential was reached without one");
  const origin = route.method === "GET" ? null : options.origins.read(credential.tenantId, request.headers[originHeader]);
  const ctx: Context = {
    tenantId: credential.tenantId,
    actor: credential.actor,
    scopes: credential.scopes,
    session: credential.kind === "session" ? credential : null,
    requestId,
    now: options.clock.now(),
    platform: credential.platform,
    reaches: reachesOf(credential, route, options.clock.now()),
    ...(origin === null ? {} : { origin }),
    ...(credential.kind === "key" && credential.delegation !== undefined ? { delegation: credential.delegation } : {}),
    // The organization's budget applies to every key anyway.
    ...(credential.kind === "key" ? { budgets: credential.budgets.filter(({ id }) => id !== credential.tenantId) } : {}),
  };
  switch (route.kind) {
    case "person":
      refuseBadInput();
      return handlePerson(route, { ...ctx, session: credential as SessionInfo }, input, request, reply, options);
    case "read": {
      refuseBadInput();
      const prepared = await route.prepare?.(ctx, input);
      return options.database.withTenant(credential.tenantId, (tx) => route.handle({ ...ctx, tx }, input, prepared as never));
    }
    case "stream": {
      refuseBadInput();
      const lastEventId = request.headers["last-event-id"];
      const leave = await route.admit(ctx, credential, request.query as never);
      // The client left while it was waiting: nobody would report the end.
      if (reply.raw.destroyed || reply.sent) {
        leave();
        return reply.hijack();
      }
      // Also when nothing is opened, as for HEAD.
      reply.raw.once("close", leave);
      return openSse(request, reply, (sink) =>
        route.open(
          ctx,
          { query: request.query as never, lastEventId: typeof lastEventId === "string" ? lastEventId : undefined },
          sink,
          credential,
        ),
      );
    }
    case "content": {
      refuseBadInput();
      const content = await route.open(ctx, request.params, request.query);
      return sendContent(request, reply, content, route.changing === true ? "no-store" : "private, no-cache");
    }
    case "upload":
      return handleUpload(route, ctx, request, reply, options, refuseBadInput);
    case "batched": {
      const idempotency = idempotencyOf(request, state);
      refuseBadInput();
      const answer = await route.handle(ctx, input, idempotency);
      if (answer.replayed) reply.header("idempotency-replayed", "true");
      return reply.type("application/json; charset=utf-8").send(answer.body);
    }
    case "write": {
      const given = idempotencyOf(request, state);
      // A stored secret is shown again only to the same actor: replaying a colleague's key and body must not give
      // anyone a credential with more rights than theirs.
      const idempotency = given === null || route.secretAnswer !== true ? given : askedBy(given, ctx.actor);
      const exists = async (tx: TxContext["tx"]) => {
        await route.exists?.({ ...ctx, tx }, request.params as never);
        refuseBadInput();
      };
      let prepared: unknown;
      if (route.prepare !== undefined) {
        // Its own short transaction, because the following network call must not hold one open.
        await options.database.withTenant(credential.tenantId, exists);
        const known = idempotency === null ? null : await options.idempotency.stored(credential.tenantId, idempotency);
        if (known !== null) {
          reply.header("idempotency-replayed", "true");
          return reply.type("application/json; charset=utf-8").send(known);
        }
        prepared = await route.prepare(idempotency === null ? ctx : { ...ctx, idempotencyKey: idempotency.key }, input);
      }
      const answer = await retryConflicts(() =>
        options.idempotency.run(
          credential.tenantId,
          idempotency,
          ctx.now,
          async (tx) => {
            // A flow made the request: its effects count towards the flow's chain.
            if (origin !== null) await setOrigin(tx, origin);
            if (ctx.delegation !== undefined) await actUnder(tx, ctx.now, ctx.delegation.grantId);
            await exists(tx);
            return serialized(reply, await route.handle({ ...ctx, tx }, input, prepared as never));
          },
          { secret: route.secretAnswer === true },
        ),
      );
      if (answer.replayed) reply.header("idempotency-replayed", "true");
      else {
        if (route.momentary !== true) options.afterWrite(route.wakes ?? []);
        route.committed?.();
      }
      return reply.type("application/json; charset=utf-8").send(answer.body);
    }
  }
}

const requestIds = new WeakMap<FastifyRequest, string>();

function requestIdOf(request: FastifyRequest): string {
  const known = requestIds.get(request);
  if (known !== undefined) return known;
  const id = (request.headers["x-request-id"] as string | undefined)?.slice(0, 100) ?? newReference();
  requestIds.set(request, id);
  return id;
}

function reachesOf(credential: Credential, route: AnyRoute, now: Date): Granted[] {
  const { scope } = route;
  if (credential.granted === undefined || scope === null) return [];
  return credential.granted.filter((grant) => grant.scopes.has(scope) && (grant.expiresAt === null || grant.expiresAt > now));
}

async function handlePerson(
  // biome-ignore lint/suspicious/noExplicitAny: see AnyRoute
  route: PersonRoute<any, any, any, any, any>,
  ctx: Omit<PersonContext, "tx">,
  input: never,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegisterOptions,
): Promise<unknown> {
  const { tenantId } = ctx;
  if (route.method === "GET") {
    return options.database.workerTransaction((query) => route.handle({ ...ctx, tx: { tenantId, query } }, input, undefined));
  }
  const given = idempotencyOf(request, states.get(request) as RequestState);
  // For a person's own routes, a colleague's identical key and body is another request.
  const own = (key: string) => `${ctx.actor.id} ${createHash("sha256").update(key).digest("base64url")}`;
  const idempotency = given === null ? null : { ...given, key: own(given.key) };
  const known = idempotency === null || route.prepare === undefined ? null : await options.idempotency.stored(tenantId, idempotency);
  if (known !== null) {
    reply.header("idempotency-replayed", "true");
    return reply.type("application/json; charset=utf-8").send(known);
  }
  const prepared = await route.prepare?.(ctx, input);
  const answer = await retryConflicts(() =>
    options.idempotency.run(
      tenantId,
      idempotency,
      ctx.now,
      async (tx) => serialized(reply, await route.handle({ ...ctx, tx }, input, prepared)),
      { secret: route.secretAnswer === true, acrossTenants: true },
    ),
  );
  if (answer.replayed) reply.header("idempotency-replayed", "true");
  else options.afterWrite(["sessions", "mail"]);
  return reply.type("application/json; charset=utf-8").send(answer.body);
}

async function handlePublic(
  // biome-ignore lint/suspicious/noExplicitAny: see AnyRoute
  route: PublicRoute<any, any, any, any>,
  requestId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegisterOptions,
): Promise<unknown> {
  const ctx = publicContextOf(request, requestId, options.clock.now(), options.publicUrl);
  const { session, body, cacheSeconds }: PublicAnswer<unknown> = await route.handle(ctx, request.body, request.params, request.query);
  if (cacheSeconds !== undefined) {
    const text = reply.serialize(body) as string;
    const tag = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    return sendTagged(request, reply, text, { tag, type: "application/json; charset=utf-8", cacheSeconds });
  }
  // No cache between here and the browser may keep who somebody is.
  reply.header("cache-control", "no-store");
  if (session !== undefined) reply.header("set-cookie", sessionCookieOf(session, ctx.now, options.publicUrl));
  return reply.send(body);
}

async function handleUpload(
  // biome-ignore lint/suspicious/noExplicitAny: see AnyRoute
  route: UploadRoute<any, any, any>,
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegisterOptions,
  refuseBadInput: () => void,
): Promise<unknown> {
  const state = states.get(request) as RequestState;
  const { tenantId } = ctx;
  const answerWith = (body: string) => reply.type("application/json; charset=utf-8").send(body);
  // Also for a form: an invalid key is refused before anything is read.
  const early = idempotencyOf(request, state);
  const isForm = request.isMultipart();
  const isStream = isForm || isFile(request);
  if (!isStream) {
    refuseBadInput();
    const known = early === null ? null : await options.idempotency.stored(tenantId, early);
    if (known !== null) {
      reply.header("idempotency-replayed", "true");
      return answerWith(known);
    }
  }
  if (isStream) allowUpload(request.raw);
  const source = isStream ? { parts: isForm ? readParts(request) : readFile(request) } : { body: request.body };
  const received = await route.receive(ctx, source).catch((error: unknown) => {
    // Otherwise the unread rest would be taken for the next request.
    if (isStream) reply.header("connection", "close");
    throw error;
  });
  try {
    if (isStream) state.rawBody = Buffer.from(received.fingerprint);
    const answer = await options.idempotency.run(tenantId, idempotencyOf(request, state), ctx.now, async (tx) => {
      if (ctx.origin !== undefined) await setOrigin(tx, ctx.origin);
      if (ctx.delegation !== undefined) await actUnder(tx, ctx.now, ctx.delegation.grantId);
      return serialized(reply, await route.handle({ ...ctx, tx }, received.value));
    });
    if (answer.replayed) reply.header("idempotency-replayed", "true");
    else options.afterWrite([]);
    return answerWith(answer.body);
  } finally {
    await received.done();
  }
}

/** The same request by another actor is a different one. */
function askedBy(request: IdempotencyRequest, actor: Actor): IdempotencyRequest {
  const fingerprint = createHash("sha256").update(request.fingerprint).update(`${actor.kind} ${actor.id}`).digest();
  return { key: request.key, fingerprint };
}

function idempotencyOf(request: FastifyRequest, state: RequestState): IdempotencyRequest | null {
  const key = readIdempotencyKey(request.headers["idempotency-key"]);
  if (key === null) return null;
  const fingerprint = createHash("sha256")
    .update(`${request.method} ${request.url.replace(/^\/api\/v1\//, "/api/")}\n`)
    .update(state.rawBody)
    .digest();
  return { key, fingerprint };
}
