import { recordAudit } from "#platform/audit/audit.ts";
import { mintApiKey } from "#platform/auth/api-key.ts";
import { refuseBoundSession } from "#platform/auth/bound-session.ts";
import { asTenant } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { AccessToken, CreateAccessToken } from "../agencies.schema.ts";
import { inClientTenant, inOrder } from "../acting.ts";
import { tenantName } from "../clients.queries.ts";
import type { ClientsService } from "../clients.service.ts";
import { findGrantOf } from "../grants.queries.ts";
import { statusOf } from "../grants.service.ts";
import { countTokens, findMaker, insertDelegatedKey, keepActing, type TokensOfMaker } from "./delegated-keys.queries.ts";

const ttlSecondsMax = 3_600;
/** Each has its own request budget. */
const tokensMax = 50;

/** Keys with which an agency acts for a client under its grant. */
export function createAccessTokensService(deps: { ids: IdSource }, clients: Pick<ClientsService, "find">) {
  return {
    /**
     * Creates a key of the client for at most an hour, and no longer than the grant and the calling key; by default with all of its scopes.
     * It ends with the calling key or person. 403 for a session from somebody else's login link, grant_required without an active grant,
     * insufficient_scope beyond it; 409 for a suspended client; 429 while too many are valid.
     */
    async mint(ctx: TxContext, client: string, input: Partial<CreateAccessToken>): Promise<AccessToken> {
      refuseBoundSession(ctx);
      const row = await clients.find(ctx, client, true);
      if (row.status === "suspended") throw new AppError("conflict", { message: "The client is suspended. Resume it first." });
      // Like a key that creates keys in its own tenant: they share its budget.
      const budgets = ctx.budgets ?? [];
      const agency = await tenantName(ctx.tx);
      const maker = await findMaker(ctx.tx, ctx.actor);
      if (maker === null) throw new AppError("unauthorized");
      const minted = mintApiKey("live");
      const token = await inClientTenant(ctx, row.client_id, async (there): Promise<AccessToken> => {
        const grant = await findGrantOf(there.tx, ctx.tenantId, "accepted", true);
        if (grant === null || statusOf(grant, ctx.now) !== "accepted") throw new AppError("grant_required");
        const scopes = inOrder(input.scopes ?? grant.scopes);
        const beyond = scopes.filter((scope) => !grant.scopes.includes(scope));
        if (beyond.length > 0) {
          throw new AppError("insufficient_scope", {
            message: `The grant does not include ${beyond.join(", ")}.`,
            details: beyond.map((scope) => ({ field: scope, issue: "missing_scope" })),
          });
        }
        await refuseTooManyTokens(there, ctx.tenantId, grant.id);
        const end = ctx.now.getTime() + (input.ttlSeconds ?? ttlSecondsMax) * 1000;
        const expiresAt = new Date(Math.min(end, grant.expires_at?.getTime() ?? end, maker.expiresAt?.getTime() ?? end));
        const id = deps.ids.uuid();
        await insertDelegatedKey(there.tx, ctx.now, minted, {
          id,
          name: agency.name,
          scopes,
          agencyId: ctx.tenantId,
          grantId: grant.id,
          createdBy: wireId("org", ctx.tenantId),
          maker,
          expiresAt,
          rateLimitPerMinute: budgets[0]?.perMinute ?? null,
          budgets,
        });
        await recordAudit(there, deps.ids, "access_token.created", wireId("key", id), { grantId: wireId("grn", grant.id), scopes });
        return {
          id: wireId("key", id),
          key: minted.key,
          token: minted.key,
          clientId: client,
          grantId: wireId("grn", grant.id),
          scopes,
          expiresAt: expiresAt.toISOString(),
        };
      });
      await recordAudit(ctx, deps.ids, "access_token.created", token.id, {
        clientId: client,
        grantId: token.grantId,
        scopes: token.scopes,
      });
      return token;
    },
  };
}

export type AccessTokensService = ReturnType<typeof createAccessTokensService>;

/** In the client's tenant. 429 while too many of the grant's tokens work. */
async function refuseTooManyTokens(there: TxContext, agencyId: string, grantId: string): Promise<void> {
  const total = (of: readonly TokensOfMaker[]) => of.reduce((sum, { count }) => sum + count, 0);
  const unexpired = await countTokens(there.tx, grantId, there.now);
  if (total(unexpired) < tokensMax) return;
  // The makers' own rows are the agency's.
  const working = await asTenant(there.tx, agencyId, (tx) => keepActing(tx, unexpired));
  if (total(working) < tokensMax) return;
  const waitMs = Math.min(...working.map(({ first }) => first.getTime())) - there.now.getTime();
  throw new AppError("rate_limited", {
    message: `A client can have at most ${tokensMax} access tokens at once.`,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
