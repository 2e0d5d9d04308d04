import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../auth/actor.ts";
import { readIdempotencyKey } from "../../idempotency/idempotency.ts";
import { newReference } from "../../log/log.ts";
import type { Credential } from "../context.ts";
import type { IdempotencyRequest } from "../route.ts";

/** What is known about a request from its first hook on. */
export interface RequestState {
  /** Null on a public route. */
  credential: Credential | null;
  rawBody: Buffer;
  bodyError: unknown;
}

const states = new WeakMap<FastifyRequest, RequestState>();
const emptyBody = Buffer.alloc(0);

/** `credential`: null on a public route. */
export function beginState(request: FastifyRequest, credential: Credential | null): void {
  states.set(request, { credential, rawBody: emptyBody, bodyError: undefined });
}

/** Undefined before the request is admitted. */
export const findState = (request: FastifyRequest): RequestState | undefined => states.get(request);

export const stateOf = (request: FastifyRequest): RequestState => states.get(request) as RequestState;

const requestIds = new WeakMap<FastifyRequest, string>();

export function requestIdOf(request: FastifyRequest): string {
  const known = requestIds.get(request);
  if (known !== undefined) return known;
  const id = (request.headers["x-request-id"] as string | undefined)?.slice(0, 100) ?? newReference();
  requestIds.set(request, id);
  return id;
}

/**
 * Null: the request has no idempotency key. A person's request counts as theirs alone, because a response may show what others do not see.
 */
export function idempotencyOf(request: FastifyRequest): IdempotencyRequest | null {
  const key = readIdempotencyKey(request.headers["idempotency-key"]);
  if (key === null) return null;
  const { credential, rawBody } = stateOf(request);
  const fingerprint = createHash("sha256")
    .update(`${request.method} ${request.url.replace(/^\/api\/v1\//, "/api/")}\n`)
    .update(rawBody)
    .digest();
  const personId = credential?.kind === "session" ? credential.id : credential?.personId;
  return personId === undefined ? { key, fingerprint } : boundTo({ key, fingerprint }, personId);
}

/** The same request by another actor counts as a different one. */
export const withActor = (request: IdempotencyRequest, { kind, id }: Actor): IdempotencyRequest => boundTo(request, `${kind} ${id}`);

function boundTo(request: IdempotencyRequest, who: string): IdempotencyRequest {
  const fingerprint = createHash("sha256").update(request.fingerprint).update(who).digest();
  return { key: request.key, fingerprint };
}

/** Serialized with the response schema, even if a 503 was already sent (deadlines.ts): it is stored for the retry. */
export function serialized(reply: FastifyReply, value: unknown): string {
  return reply.serializeInput(value as Record<string, unknown>, "200") as string;
}

/** Sends a response that is already JSON. `replayed`: it was stored with the idempotency key. */
export function sendSerialized(reply: FastifyReply, { body, replayed }: { body: string; replayed: boolean }): FastifyReply {
  if (replayed) reply.header("idempotency-replayed", "true");
  return reply.type("application/json; charset=utf-8").send(body);
}
