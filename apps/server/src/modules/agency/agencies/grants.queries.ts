import type { Database, Tx } from "#platform/db/database.ts";
import type { GrantStatus } from "./agencies.schema.ts";

/** These all run in the client's tenant, which has the grants and delegated keys. */
export interface GrantRow {
  tenant_id: string;
  id: string;
  agency_id: string;
  agency_name: string;
  /** For a grant whose acceptance creates the link. */
  link_request_id: string | null;
  scopes: string[];
  message: string | null;
  status: "pending" | "accepted" | "refused" | "revoked";
  requested_by: string;
  accepted_by: string | null;
  expires_at: Date | null;
  accepted_at: Date | null;
  refused_at: Date | null;
  revoked_at: Date | null;
  /** When what depended on it was stopped; null: not yet. */
  stopped_at: Date | null;
  created_at: Date;
  updated_at: Date;
  position: string;
}

const columns = `g.tenant_id, g.id, g.agency_id, g.agency_name, g.link_request_id, g.scopes, g.message, g.status, g.requested_by, g.accepted_by, g.expires_at,
  g.accepted_at, g.refused_at, g.revoked_at, g.stopped_at, g.created_at, g.updated_at, g.created_at::text as position`;

export async function findGrant(tx: Tx, id: string, lock = false): Promise<GrantRow | null> {
  const [row] = await tx.query<GrantRow>({
    name: lock ? "agency_grant_lock" : "agency_grant_by_id",
    text: `select ${columns} from agency_grants g where g.tenant_id = $1 and g.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first by (created_at, id). `agencyId` null: of all agencies. */
export function listGrants(
  tx: Tx,
  filter: { agencyId: string | null; status: GrantStatus | null; now: Date },
  after: string[] | null,
  limit: number,
): Promise<GrantRow[]> {
  return tx.query<GrantRow>({
    name: "agency_grants_list",
    text: `select ${columns} from agency_grants g
            where g.tenant_id = $1 and ($2::uuid is null or g.agency_id = $2)
              and ($3::text is null or case when g.status in ('pending', 'accepted') and g.expires_at <= $4 then 'expired' else g.status end = $3)
              and ($5::timestamptz is null or (g.created_at, g.id) < ($5, $6::uuid))
            order by g.created_at desc, g.id desc limit $7`,
    values: [tx.tenantId, filter.agencyId, filter.status, filter.now, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** The pending grant, or the accepted one, whether it has expired or not. */
export async function findGrantOf(tx: Tx, agencyId: string, status: "pending" | "accepted", lock = false): Promise<GrantRow | null> {
  const [row] = await tx.query<GrantRow>({
    name: lock ? "agency_grant_of_lock" : "agency_grant_of",
    text: `select ${columns} from agency_grants g where g.tenant_id = $1 and g.agency_id = $2 and g.status = $3 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, agencyId, status],
  });
  return row ?? null;
}

/** What the agency may do, or otherwise what happened to its newest request: active, pending, then by age. */
export async function findCurrentGrant(tx: Tx, agencyId: string, now: Date): Promise<GrantRow | null> {
  const [row] = await tx.query<GrantRow>({
    name: "agency_grant_current",
    text: `select ${columns} from agency_grants g where g.tenant_id = $1 and g.agency_id = $2 order by ${currentFirst("$3")} limit 1`,
    values: [tx.tenantId, agencyId, now],
  });
  return row ?? null;
}

/** @param now its placeholder */
export const currentFirst = (now: string): string => {
  const open = (status: string) => `(g.status = '${status}' and (g.expires_at is null or g.expires_at > ${now}::timestamptz)) desc`;
  return `${open("accepted")}, ${open("pending")}, g.created_at desc, g.id desc`;
};

export interface NewGrant {
  id: string;
  agencyId: string;
  agencyName: string;
  scopes: string[];
  message: string | null;
  requestedBy: string;
  /** Null: waiting for the client. */
  acceptedBy: string | null;
  expiresAt: Date | null;
  /** The grant also requests the link. */
  linkRequestId?: string;
}

/** Rejects with a unique violation if another grant of the agency is pending. */
export async function insertGrant(tx: Tx, now: Date, grant: NewGrant): Promise<GrantRow> {
  const [row] = await tx.query<GrantRow>({
    name: "agency_grant_insert",
    text: `insert into agency_grants as g (tenant_id, id, agency_id, agency_name, scopes, message, status, requested_by, accepted_by, expires_at,
                                           accepted_at, created_at, updated_at, link_request_id)
           values ($1, $2, $3, $4, $5, $6, case when $8::text is null then 'pending' else 'accepted' end, $7, $8, $9,
                   case when $8::text is not null then $10::timestamptz end, $10, $10, $11) returning ${columns}`,
    values: [
      tx.tenantId,
      grant.id,
      grant.agencyId,
      grant.agencyName,
      grant.scopes,
      grant.message,
      grant.requestedBy,
      grant.acceptedBy,
      grant.expiresAt,
      now,
      grant.linkRequestId ?? null,
    ],
  });
  return row as GrantRow;
}

/** Revokes a grant unless it has been answered meanwhile. */
export async function withdrawGrant(tx: Tx, now: Date, id: string, by: string): Promise<void> {
  await tx.query({
    name: "agency_grant_withdraw",
    text: `update agency_grants set status = 'revoked', updated_at = $4, ended_by = $3, revoked_at = $4
            where tenant_id = $1 and id = $2 and status = 'pending'`,
    values: [tx.tenantId, id, by, now],
  });
}

export async function settleGrant(
  tx: Tx,
  now: Date,
  id: string,
  status: "accepted" | "refused" | "revoked",
  by: string,
): Promise<GrantRow> {
  const [row] = await tx.query<GrantRow>({
    name: "agency_grant_settle",
    text: `update agency_grants g set status = $3, updated_at = $5,
             accepted_by = case when $3 = 'accepted' then $4 else g.accepted_by end,
             ended_by = case when $3 <> 'accepted' then $4 else g.ended_by end,
             accepted_at = case when $3 = 'accepted' then $5 else g.accepted_at end,
             refused_at = case when $3 = 'refused' then $5 else g.refused_at end,
             revoked_at = case when $3 = 'revoked' then $5 else g.revoked_at end
            where g.tenant_id = $1 and g.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, status, by, now],
  });
  if (row === undefined) throw new Error("the locked grant does not exist");
  return row;
}

/** Stores the part of the requested scopes that is granted. */
export async function narrowGrant(tx: Tx, id: string, scopes: string[]): Promise<void> {
  await tx.query({
    name: "agency_grant_narrow",
    text: "update agency_grants set scopes = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, scopes],
  });
}

export async function markStopped(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "agency_grant_stopped",
    text: "update agency_grants set stopped_at = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
}

/** Makes what depends on one grant depend on its replacement. `tables`: constants, never input. */
export async function moveToGrant(tx: Tx, tables: readonly string[], from: string, to: string): Promise<void> {
  for (const table of tables)
    await tx.query({
      name: `grant_hand_over_${table}`,
      text: `update ${table} set grant_id = $3 where tenant_id = $1 and grant_id = $2`,
      values: [tx.tenantId, from, to],
    });
}

/** Expired grants. Cross-tenant, to find the organizations that have any. */
export function dueGrants(database: Pick<Database, "worker">, now: Date, behind: DueGrant | null, limit: number): Promise<DueGrant[]> {
  return database.worker<DueGrant>({
    name: "agency_grants_due",
    text: `select tenant_id, id, expires_at::text as position from agency_grants
            where status = 'accepted' and stopped_at is null and expires_at <= $1
              and ($3::timestamptz is null or (expires_at, id) > ($3, $4::uuid))
            order by expires_at, id limit $2`,
    values: [now, limit, behind?.position ?? null, behind?.id ?? null],
  });
}

export interface DueGrant {
  tenant_id: string;
  id: string;
  position: string;
}

/** Members who are notified of the end of a grant: stored ids. */
export async function listNotifiedMembers(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>({
    name: "grant_keepers",
    text: "select user_id from members where tenant_id = $1 and role in ('owner', 'admin') and status = 'active' order by user_id limit 50",
    values: [tx.tenantId],
  });
  return rows.map((row) => row.user_id);
}
