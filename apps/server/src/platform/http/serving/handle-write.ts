import type { FastifyReply, FastifyRequest } from "fastify";
import { lockActingGrant } from "../../auth/acting-grant.ts";
import { retryConflicts } from "../../db/conflicts.ts";
import { setOrigin } from "../../events/origin.ts";
import type { Context, TxContext } from "../context.ts";
import type { WriteRoute } from "../route.ts";
import type { RegisterOptions } from "./register-options.ts";
import { withActor, idempotencyOf, sendSerialized, serialized } from "./state.ts";

/** One transaction claims the idempotency key, writes, and stores the response. */
export async function handleWrite(
  // biome-ignore lint/suspicious/noExplicitAny: see AnyRoute
  route: WriteRoute<any, any, any, any, any>,
  ctx: Context,
  input: never,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegisterOptions,
  refuseBadInput: () => void,
): Promise<unknown> {
  const idempotencyRequest = idempotencyOf(request);
  // A stored secret is shown again only to the same actor: replaying a colleague's key and body must not yield a
  // credential with more rights than the actor's own.
  const idempotency =
    idempotencyRequest === null || route.hasSecretResponse !== true ? idempotencyRequest : withActor(idempotencyRequest, ctx.actor);
  const exists = async (tx: TxContext["tx"]) => {
    await route.exists?.({ ...ctx, tx }, request.params as never);
    refuseBadInput();
  };
  let prepared: unknown;
  if (route.prepare !== undefined) {
    // A separate short transaction, because the following network call must not hold one open.
    await options.database.withTenant(ctx.tenantId, exists);
    const known = idempotency === null ? null : await options.idempotency.stored(ctx.tenantId, idempotency);
    if (known !== null) return sendSerialized(reply, { body: known, replayed: true });
    prepared = await route.prepare(idempotency === null ? ctx : { ...ctx, idempotencyKey: idempotency.key }, input);
  }
  const answer = await retryConflicts(() =>
    options.idempotency.run(
      ctx.tenantId,
      idempotency,
      ctx.now,
      async (tx) => {
        // A flow sent the request: its effects count towards the flow's chain.
        if (ctx.origin !== undefined) await setOrigin(tx, ctx.origin);
        if (ctx.delegation !== undefined) await lockActingGrant(tx, ctx.now, ctx.delegation.grantId);
        await exists(tx);
        return serialized(reply, await route.handle({ ...ctx, tx }, input, prepared as never));
      },
      { secret: route.hasSecretResponse === true },
    ),
  );
  if (!answer.replayed) {
    if (route.isEphemeral !== true) options.afterWrite(route.wakeTopics ?? []);
    route.committed?.();
  }
  return sendSerialized(reply, answer);
}
