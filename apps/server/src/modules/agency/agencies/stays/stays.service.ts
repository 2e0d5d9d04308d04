import { findActing, setActing } from "#modules/people/auth/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { PersonContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { EnterClient, Stay } from "../agencies.schema.ts";
import type { AccessTokensService } from "../access-tokens/access-tokens.service.ts";
import { revokeDelegatedKey } from "../access-tokens/delegated-keys.queries.ts";

export interface StaysDeps {
  database: Database;
  ids: IdSource;
  wake: Wake;
}

/**
 * A person of an agency enters a client with their session: until they leave, the session is backed by a delegated key that nobody knows,
 * for at most an hour.
 */
export function createStaysService(deps: StaysDeps, tokens: AccessTokensService) {
  /** Ends the key of the stay. The client's audit log names the key, as at the beginning of the stay. */
  async function endKey(ctx: PersonContext, stay: { tenantId: string; keyId: string }): Promise<void> {
    const { query } = ctx.tx;
    if (!(await revokeDelegatedKey(query, ctx.now, stay.tenantId, stay.keyId))) return;
    const key = wireId("key", stay.keyId);
    const clientId = wireId("org", stay.tenantId);
    await recordAudit(ctx, deps.ids, "access_token.revoked", key, { clientId });
    const there = { ...ctx, tenantId: stay.tenantId, homeTenantId: ctx.tenantId, tx: { tenantId: stay.tenantId, query } };
    await recordAudit(there, deps.ids, "access_token.revoked", key);
  }

  return {
    /** Creates the key in a separate transaction: nobody can use it before the session does. Throws what AccessTokensService.mint throws. */
    prepare: (ctx: Omit<PersonContext, "tx">, { clientId }: EnterClient): Promise<Stay> =>
      deps.database.withTenant(ctx.tenantId, async (tx) => {
        const { id, grantId, scopes, expiresAt } = await tokens.mint({ ...ctx, tx }, clientId, {});
        return { keyId: id, clientId, grantId, scopes, expiresAt };
      }),

    /** Replaces an earlier stay. */
    async enter(ctx: PersonContext, stay: Stay): Promise<Stay> {
      const tenantId = parseWireId("org", stay.clientId);
      const keyId = parseWireId("key", stay.keyId);
      if (tenantId === null || keyId === null) throw new AppError("internal_error");
      const former = await findActing(ctx.tx.query, ctx.actor.id, ctx.session.sessionId);
      if (former !== null) await endKey(ctx, former);
      await setActing(ctx.tx.query, ctx.actor.id, ctx.session.sessionId, { tenantId, keyId });
      return stay;
    },

    /** Idempotent. */
    async leave(ctx: PersonContext): Promise<{ left: boolean }> {
      const stay = await findActing(ctx.tx.query, ctx.actor.id, ctx.session.sessionId);
      if (stay === null) return { left: false };
      await endKey(ctx, stay);
      await setActing(ctx.tx.query, ctx.actor.id, ctx.session.sessionId, null);
      deps.wake.hint("keys");
      return { left: true };
    },
  };
}

export type StaysService = ReturnType<typeof createStaysService>;
