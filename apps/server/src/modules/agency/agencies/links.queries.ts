import type { Database, Tx } from "#platform/db/database.ts";
import type { LinkRequestStatus } from "./agencies.schema.ts";

/** In the agency's tenant. */
export interface LinkRequestRow {
  id: string;
  organization: string;
  scopes: string[];
  message: string | null;
  reference: string | null;
  status: Exclude<LinkRequestStatus, "expired">;
  client_id: string | null;
  requested_by: string;
  expires_at: Date;
  answered_at: Date | null;
  created_at: Date;
  updated_at: Date;
  position: string;
}

const columns = `r.id, r.organization, r.scopes, r.message, r.reference, r.status, r.client_id, r.requested_by, r.expires_at, r.answered_at, r.created_at,
  r.updated_at, r.created_at::text as position`;

export async function findLinkRequest(tx: Tx, id: string, lock = false): Promise<LinkRequestRow | null> {
  const [row] = await tx.query<LinkRequestRow>({
    name: lock ? "link_request_lock" : "link_request_by_id",
    text: `select ${columns} from agency_link_requests r where r.tenant_id = $1 and r.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first by (created_at, id). */
export function listLinkRequests(
  tx: Tx,
  filter: { status: LinkRequestStatus | null; now: Date },
  after: string[] | null,
  limit: number,
): Promise<LinkRequestRow[]> {
  return tx.query<LinkRequestRow>({
    name: "link_requests_list",
    text: `select ${columns} from agency_link_requests r
            where r.tenant_id = $1
              and ($2::text is null or case when r.status = 'pending' and r.expires_at <= $3 then 'expired' else r.status end = $2)
              and ($4::timestamptz is null or (r.created_at, r.id) < ($4, $5::uuid))
            order by r.created_at desc, r.id desc limit $6`,
    values: [tx.tenantId, filter.status, filter.now, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function insertLinkRequest(
  tx: Tx,
  now: Date,
  request: {
    id: string;
    organization: string;
    scopes: string[];
    message: string | null;
    reference: string | null;
    by: string;
    expiresAt: Date;
  },
): Promise<LinkRequestRow> {
  const [row] = await tx.query<LinkRequestRow>({
    name: "link_request_insert",
    text: `insert into agency_link_requests as r (tenant_id, id, organization, scopes, message, reference, status, requested_by, expires_at,
             created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, $9, $9) returning ${columns}`,
    values: [
      tx.tenantId,
      request.id,
      request.organization,
      request.scopes,
      request.message,
      request.reference,
      request.by,
      request.expiresAt,
      now,
    ],
  });
  return row as LinkRequestRow;
}

export async function settleLinkRequest(
  tx: Tx,
  now: Date,
  id: string,
  status: "accepted" | "declined" | "withdrawn",
  clientId: string | null,
): Promise<void> {
  await tx.query({
    name: "link_request_settle",
    text: `update agency_link_requests set status = $3, client_id = $4, answered_at = $5, updated_at = $5 where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, status, clientId, now],
  });
}

/** How many were created since. Serialises the creations of an agency. */
export async function countLinkRequests(tx: Tx, since: Date): Promise<{ count: number; first: Date | null }> {
  await tx.query({
    name: "link_requests_turn",
    text: "select pg_advisory_xact_lock(hashtextextended('agency_link_requests ' || $1::text, 0))",
    values: [tx.tenantId],
  });
  const [row] = await tx.query<{ count: number; first: Date | null }>({
    name: "link_requests_new",
    text: "select count(*)::int as count, min(r.created_at) as first from agency_link_requests r where r.tenant_id = $1 and r.created_at > $2",
    values: [tx.tenantId, since],
  });
  return row ?? { count: 0, first: null };
}

/**
 * Organizations that an agency may ask: businesses without an agency, by id or by the e-mail address of an owner. Runs as the worker to
 * find them; the result is not disclosed.
 */
export async function findOrganizationsToAsk(
  database: Pick<Database, "worker">,
  by: { id: string | null; email: string | null },
  limit: number,
): Promise<string[]> {
  const rows = await database.worker<{ tenant_id: string }>({
    name: "link_askable",
    text: `select t.tenant_id from tenants t
            where t.kind = 'business' and t.suspended_at is null and t.erased_at is null
              and t.tenant_id in (
                select $1::uuid where $1::uuid is not null
                union all
                select m.tenant_id from users u join members m on m.user_id = u.id and m.role = 'owner' and m.status = 'active'
                 where $2::text is not null and u.email = $2)
              and not exists (select from agency_clients c where c.client_id = t.tenant_id and c.status <> 'ended')
            order by t.tenant_id limit $3`,
    values: [by.id, by.email, limit],
  });
  return rows.map((row) => row.tenant_id);
}

/** Pending grants of the same request. Runs as the worker to find the organizations that have any. */
export async function listPendingGrants(
  database: Pick<Database, "worker">,
  agencyId: string,
  requestId: string,
): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "link_grants_waiting",
    text: `select tenant_id, id from agency_grants
            where link_request_id = $2 and agency_id = $1 and status = 'pending' order by tenant_id`,
    values: [agencyId, requestId],
  });
}

/**
 * In the agency's tenant. Links a former client again. False: it is already linked. Rejects with a unique violation if it belongs to
 * another agency.
 */
export async function linkClient(tx: Tx, now: Date, clientId: string, reference: string | null): Promise<boolean> {
  const rows = await tx.query({
    name: "agency_client_link",
    text: `insert into agency_clients as c (tenant_id, client_id, status, reference, created_at, updated_at)
           values ($1, $2, 'active', $3, $4, $4)
           on conflict (tenant_id, client_id) do update
             set status = 'active', reference = coalesce(excluded.reference, c.reference), updated_at = excluded.updated_at, ended_at = null
             where c.status = 'ended'
           returning 1`,
    values: [tx.tenantId, clientId, reference, now],
  });
  return rows.length > 0;
}
