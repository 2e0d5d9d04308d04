import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { retryConflicts } from "../../db/conflicts.ts";
import type { PersonContext } from "../context.ts";
import type { PersonRoute } from "../route.ts";
import type { RegisterOptions } from "./register-options.ts";
import { idempotencyOf, sendSerialized, serialized } from "./state.ts";

/** Handles routes of a user's own account, which spans all of their organizations. */
export async function handlePerson(
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
  const idempotencyRequest = idempotencyOf(request);
  // On a user's own routes, a colleague's identical key and body is another request.
  const own = (key: string) => `${ctx.actor.id} ${createHash("sha256").update(key).digest("base64url")}`;
  const idempotency = idempotencyRequest === null ? null : { ...idempotencyRequest, key: own(idempotencyRequest.key) };
  const known = idempotency === null || route.prepare === undefined ? null : await options.idempotency.stored(tenantId, idempotency);
  if (known !== null) return sendSerialized(reply, { body: known, replayed: true });
  const prepared = await route.prepare?.(ctx, input);
  const answer = await retryConflicts(() =>
    options.idempotency.run(
      tenantId,
      idempotency,
      ctx.now,
      async (tx) => serialized(reply, await route.handle({ ...ctx, tx }, input, prepared)),
      { secret: route.hasSecretResponse === true, acrossTenants: true },
    ),
  );
  if (!answer.replayed) options.afterWrite(["sessions", "mail"]);
  return sendSerialized(reply, answer);
}
