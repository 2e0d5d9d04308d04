import type { Tx } from "#platform/db/database.ts";

export type AuthorizationStatus = "pending" | "exchanging" | "choosing" | "completed" | "denied" | "failed";

export interface AuthorizationRow {
  id: string;
  kind: string;
  channel_id: string | null;
  name: string | null;
  state_hash: Buffer | null;
  callback_uri: string;
  redirect_uri: string | null;
  status: AuthorizationStatus;
  error: string | null;
  secrets: Buffer;
  channel_ids: string[];
  actor_kind: "api" | "member" | "system";
  actor_id: string;
  expires_at: Date;
  created_at: Date;
}

const columns = `a.id, a.kind, a.channel_id, a.name, a.state_hash, a.callback_uri, a.redirect_uri, a.status, a.error, a.secrets,
  a.channel_ids, a.actor_kind, a.actor_id, a.expires_at, a.created_at`;

export async function insertAuthorization(
  tx: Tx,
  now: Date,
  a: Omit<AuthorizationRow, "status" | "error" | "channel_ids" | "created_at">,
): Promise<AuthorizationRow> {
  const [row] = await tx.query<AuthorizationRow>({
    name: "authorization_insert",
    text: `insert into channel_authorizations as a (tenant_id, id, kind, channel_id, name, state_hash, callback_uri, redirect_uri, status,
             secrets, actor_kind, actor_id, expires_at, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, $10, $11, $12, $13, $13) returning ${columns}`,
    values: [
      tx.tenantId,
      a.id,
      a.kind,
      a.channel_id,
      a.name,
      a.state_hash,
      a.callback_uri,
      a.redirect_uri,
      a.secrets,
      a.actor_kind,
      a.actor_id,
      a.expires_at,
      now,
    ],
  });
  return row as AuthorizationRow;
}

export async function findAuthorization(tx: Tx, id: string, lock = false): Promise<AuthorizationRow | null> {
  const [row] = await tx.query<AuthorizationRow>({
    name: lock ? "authorization_lock" : "authorization_by_id",
    text: `select ${columns} from channel_authorizations a where a.tenant_id = $1 and a.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Uses up the state: a second request with it fails. */
export async function beginExchange(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "authorization_begin_exchange",
    text: `update channel_authorizations set status = 'exchanging', state_hash = null, updated_at = $3
            where tenant_id = $1 and id = $2 and status = 'pending'`,
    values: [tx.tenantId, id, now],
  });
}

export async function endAuthorization(tx: Tx, now: Date, id: string, status: "denied" | "failed", error: string): Promise<void> {
  await tx.query({
    name: "authorization_end",
    text: `update channel_authorizations set status = $3, error = $4, state_hash = null, updated_at = $5
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, status, error.slice(0, 2_000), now],
  });
}

export async function storeAccounts(
  tx: Tx,
  now: Date,
  id: string,
  outcome: { status: "choosing" | "completed"; secrets: Buffer; channelIds: string[]; expiresAt: Date },
): Promise<void> {
  await tx.query({
    name: "authorization_accounts",
    text: `update channel_authorizations set status = $3, secrets = $4, channel_ids = $5, expires_at = $6, updated_at = $7
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, outcome.status, outcome.secrets, outcome.channelIds, outcome.expiresAt, now],
  });
}

/** The tenant's own name, for a person deciding whether to trust it. */
export async function workspaceName(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ name: string }>({
    name: "authorization_workspace",
    text: "select name from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.name ?? "";
}

export function lockAuthorizationsOfGrant(tx: Tx, grantId: string): Promise<{ id: string }[]> {
  return tx.query({
    name: "authorizations_of_grant",
    text: `select id from channel_authorizations where tenant_id = $1 and grant_id = $2 and status in ('pending', 'exchanging', 'choosing')
            order by id for no key update`,
    values: [tx.tenantId, grantId],
  });
}
