import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { Actor } from "#platform/auth/actor.ts";
import type { MintedApiKey } from "#platform/auth/api-key.ts";
import { makerStillActsSql } from "#platform/auth/delegated-key.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { Budget } from "#platform/http/context.ts";

/** On whom a delegated key depends (platform/auth/delegated-key.ts). */
export interface Maker {
  kind: "api" | "member";
  id: string;
  /** The membership in which a member creates it. */
  stay: number | null;
  /** When a key that creates it expires; null: never. */
  expiresAt: Date | null;
}

/** In the agency's tenant. Null: they have just been deleted. */
export async function findMaker(tx: Tx, { kind, id }: Actor): Promise<Maker | null> {
  if (kind === "system") throw new Error("the system creates no delegated keys");
  const [row] =
    kind === "api"
      ? await tx.query<{ stay: null; expires_at: Date | null }>({
          name: "delegated_key_maker_key",
          text: "select null as stay, expires_at from api_keys where tenant_id = $1 and id = $2",
          values: [tx.tenantId, id],
        })
      : await tx.query<{ stay: number; expires_at: null }>({
          name: "delegated_key_maker_member",
          text: "select stay, null::timestamptz as expires_at from members where tenant_id = $1 and user_id = $2",
          values: [tx.tenantId, id],
        });
  return row === undefined ? null : { kind, id, stay: row.stay, expiresAt: row.expires_at };
}

/** What one key or person of the agency has created; `made_by_kind` is null for keys from before that was stored. */
export interface TokensOfMaker {
  made_by_kind: Maker["kind"] | null;
  made_by: string | null;
  maker_stay: number | null;
  count: number;
  /** When the first of them expires. */
  first: Date;
}

/** A grant's delegated keys that are neither revoked nor expired, by maker, who may be gone. In the client's tenant. */
export function countTokens(tx: Tx, grantId: string, now: Date): Promise<TokensOfMaker[]> {
  return tx.query<TokensOfMaker>({
    name: "delegated_keys_by_maker",
    text: `select k.made_by_kind, k.made_by, k.maker_stay, count(*)::int as count, min(k.expires_at) as first from api_keys k
            where k.tenant_id = $1 and k.grant_id = $2 and k.expires_at > $3 and k.revoked_at is null
            group by k.made_by_kind, k.made_by, k.maker_stay`,
    values: [tx.tenantId, grantId, now],
  });
}

/** Those whose maker may still act for clients: only their tokens work. In the agency's tenant. */
export async function keepActing(tx: Tx, tokens: readonly TokensOfMaker[]): Promise<TokensOfMaker[]> {
  const rows = await tx.query<{ n: number }>({
    name: "delegated_key_makers_acting",
    text: `select m.n::int as n
             from unnest($2::text[], $3::uuid[], $4::int[]) with ordinality as m (made_by_kind, made_by, maker_stay, n)
            where ${makerStillActsSql("$1", "m")}`,
    values: [tx.tenantId, tokens.map((of) => of.made_by_kind), tokens.map((of) => of.made_by), tokens.map((of) => of.maker_stay)],
  });
  const acting = new Set(rows.map(({ n }) => n - 1));
  return tokens.filter((_, n) => acting.has(n));
}

export async function insertDelegatedKey(
  tx: Tx,
  now: Date,
  minted: MintedApiKey,
  key: {
    id: string;
    name: string;
    scopes: string[];
    agencyId: string;
    grantId: string;
    createdBy: string;
    maker: Maker;
    expiresAt: Date;
    rateLimitPerMinute: number | null;
    /** The budgets of the agency's key that creates it; none for a person. */
    budgets: readonly Budget[];
  },
): Promise<void> {
  await tx.query({
    name: "delegated_key_insert",
    text: `insert into api_keys (tenant_id, id, name, environment, key_hash, last_four, scopes, rate_limit_per_minute, created_by, created_at,
                                 expires_at, agency_id, grant_id, budget_tenant_ids, budget_key_ids,
                                 made_by_kind, made_by, maker_stay)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    values: [
      tx.tenantId,
      key.id,
      key.name,
      minted.environment,
      minted.hash,
      minted.lastFour,
      key.scopes,
      key.rateLimitPerMinute,
      key.createdBy,
      now,
      key.expiresAt,
      key.agencyId,
      key.grantId,
      key.budgets.map(({ tenantId }) => tenantId),
      key.budgets.map(({ id }) => id),
      key.maker.kind,
      key.maker.id,
      key.maker.stay,
    ],
  });
  await tx.query({
    name: "delegated_key_lookup_insert",
    text: "insert into api_key_lookup (key_hash, tenant_id, key_id) values ($1, $2, $3)",
    values: [minted.hash, tx.tenantId, key.id],
  });
}

/** As the cross-tenant worker, for a person of the agency. False: it had already ended. */
export async function revokeDelegatedKey(query: WorkerQuery, now: Date, tenantId: string, id: string): Promise<boolean> {
  const rows = await query({
    name: "delegated_key_revoke",
    text: `update api_keys set revoked_at = $3 where tenant_id = $1 and id = $2 and grant_id is not null and revoked_at is null
              and expires_at > $3 returning 1`,
    values: [tenantId, id, now],
  });
  return rows.length > 0;
}

export function removeDelegatedKeys(database: Pick<Database, "worker">, endedBefore: Date, limit: number): Promise<object[]> {
  return database.worker({
    name: "purge_delegated_keys",
    text: `delete from api_keys where (tenant_id, id) in (
             select tenant_id, id from api_keys where grant_id is not null and expires_at < $1 limit $2) returning 1`,
    values: [endedBefore, limit],
  });
}
