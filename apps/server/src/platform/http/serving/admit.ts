import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../errors/app-error.ts";
import type { Scope } from "../../auth/scopes.ts";
import type { Credential } from "../context.ts";
import { refuseCrossSite } from "../hardening/cross-site.ts";
import { type AnyRoute, isEphemeralRoute, isPersonal } from "../route.ts";
import { toAppError } from "../server.ts";
import type { Mounting } from "./register-options.ts";
import { requestIdOf } from "./state.ts";

type AdmittedRoute = Exclude<AnyRoute, { kind: "public" }>;

/** Authenticates and authorizes the caller. Refuses with 401, 429 or 403, in this order. */
export async function admit(route: AdmittedRoute, request: FastifyRequest, reply: FastifyReply, options: Mounting): Promise<Credential> {
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
  const scope = scopeFor(route, credential);
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
    const called = { method, operationId, isEphemeral: isEphemeralRoute(route) };
    await options.delegations
      .admit({ ...credential, delegation: credential.delegation }, called, requestIdOf(request))
      .catch((error: unknown) => {
        throw byCookie ? asStayEnded(error) : error;
      });
  }
  return credential;
}

function scopeFor(route: AdmittedRoute, credential: Credential): Scope | null {
  if (credential.kind === "session") return route.sessionScope ?? route.scope;
  return credential.sessionId !== undefined && route.openWhileActing === true ? null : route.scope;
}

async function authenticate(
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Mounting,
): Promise<{ credential: Credential; byCookie: boolean }> {
  const known = options.verifier.verify(request.headers, request.ip);
  const verified = known instanceof Promise ? await known : known;
  // Before the limits: callers over the limit look for the request in the log.
  if (verified.kind === "key") options.recording?.watch(route, request, reply, verified, () => requestIdOf(request));
  const credential = asClientCredential(verified, route, options.clock.now());
  const taken = options.limiter.take(credential);
  const verdict = taken instanceof Promise ? await taken : taken;
  reply.header("ratelimit-limit", verdict.limit);
  reply.header("ratelimit-remaining", verdict.remaining);
  reply.header("ratelimit-reset", verdict.resetSeconds);
  if (!verdict.allowed) throw new AppError("rate_limited", { retryAfterSeconds: verdict.retryAfterSeconds });
  return { credential, byCookie: verified.kind === "session" };
}

/**
 * For a session acting in a client, the client's key: never the agency's own organization, for which the request was
 * not meant, even once the acting has ended. The user's own account remains theirs.
 */
function asClientCredential(credential: Credential, route: AnyRoute, now: Date): Credential {
  if (credential.kind === "key" || credential.acting === undefined) return credential;
  if (isPersonal(route)) {
    if (route.path.startsWith("/auth/")) return credential;
    throw new AppError("forbidden", { message: "This action is personal. Leave the client first." });
  }
  const { key, expiresAt } = credential.acting;
  if (key === null || expiresAt === null || expiresAt <= now) throw stayEndedError();
  return key;
}

const stayEndedError = () =>
  new AppError("grant_required", { message: "You no longer act for this client: the grant or its hour has ended." });

/** The key behind a session is refused once its grant has ended; the user is still signed in. */
export const asStayEnded = (error: unknown) => (toAppError(error)?.code === "unauthorized" ? stayEndedError() : error);
