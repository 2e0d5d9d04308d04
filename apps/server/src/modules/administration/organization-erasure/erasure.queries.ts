import type { Statement, Tx } from "#platform/db/database.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";

type Query = <R extends object>(statement: Statement) => Promise<R[]>;

export interface ErasureRow {
  tenant_id: string;
  id: string;
  state: "ready" | "leased" | "completed" | "cancelled";
  run_at: Date;
  erases_at: Date;
  attempts: number;
  tries: number;
  step: string;
  position: string | null;
  people: string[] | null;
  counts: Record<string, number>;
  requested_by: string;
  created_at: Date;
  finished_at: Date | null;
  seal: Buffer | null;
  /** created_at with microseconds, for cursors. */
  at: string;
}

const columns = `e.tenant_id, e.id, e.state, e.run_at, e.erases_at, e.attempts, e.tries, e.step, e.position, e.people, e.counts, e.requested_by,
  e.created_at, e.finished_at, e.seal, e.created_at::text as at`;

export const erasureSource: ClaimSource = {
  table: "organization_erasures",
  lane: "tenant_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: [],
};

export async function insertErasure(tx: Tx, now: Date, e: { id: string; erasesAt: Date; by: string }): Promise<ErasureRow | null> {
  const [row] = await tx.query<ErasureRow>({
    name: "organization_erasure_insert",
    text: `insert into organization_erasures as e (tenant_id, id, state, run_at, erases_at, step, requested_by, created_at)
           values ($1, $2, 'ready', $3, $3, 'waiting', $4, $5) on conflict do nothing returning ${columns}`,
    values: [tx.tenantId, e.id, e.erasesAt, e.by, now],
  });
  return row ?? null;
}

/** The tenant's latest erasure. */
export async function findErasure(tx: Tx, lock = false): Promise<ErasureRow | null> {
  const [row] = await tx.query<ErasureRow>({
    name: `organization_erasure${lock ? "_locked" : ""}`,
    text: `select ${columns} from organization_erasures e where e.tenant_id = $1 order by e.created_at desc, e.id desc limit 1 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId],
  });
  return row ?? null;
}

export async function cancelErasure(tx: Tx, id: string, by: string): Promise<void> {
  await tx.query({
    name: "organization_erasure_cancel",
    text: "update organization_erasures e set state = 'cancelled', cancelled_by = $3 where e.tenant_id = $1 and e.id = $2",
    values: [tx.tenantId, id, by],
  });
}

/** Of all organizations, for the platform: this is all that is left of an erased one. */
export function listErasures(query: Query, status: string | null, after: string[] | null, limit: number): Promise<ErasureRow[]> {
  return query<ErasureRow>({
    name: "organization_erasures_list",
    text: `select ${columns} from organization_erasures e
            where ($1::timestamptz is null or (e.created_at, e.id) < ($1::timestamptz, $2::uuid)) and ($4::text is null or e.state = $4)
            order by e.created_at desc, e.id desc limit $3`,
    values: [after?.[0] ?? null, after?.[1] ?? null, limit, status],
  });
}

export async function getOrganization(tx: Tx): Promise<{ name: string; kind: string }> {
  const [row] = await tx.query<{ name: string; kind: string }>({
    name: "organization_erasure_of",
    text: "select name, kind from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
  if (row === undefined) throw new Error("the tenant of a verified session does not exist");
  return row;
}

/** Clients of an agency that have not ended; 0 for any other organization. */
export async function countClients(query: Query, tenantId: string): Promise<number> {
  const [row] = await query<{ n: number }>({
    name: "organization_clients",
    text: "select count(*)::integer as n from agency_clients where tenant_id = $1 and status <> 'ended'",
    values: [tenantId],
  });
  return row?.n ?? 0;
}

export async function lockedErasure(query: Query, tenantId: string, id: string, lock: boolean): Promise<ErasureRow | null> {
  const [row] = await query<ErasureRow>({
    name: `organization_erasure_work${lock ? "_locked" : ""}`,
    text: `select ${columns} from organization_erasures e where e.tenant_id = $1 and e.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tenantId, id],
  });
  return row ?? null;
}

export async function storeErasure(query: Query, row: ErasureRow, leaseUntil: Date): Promise<void> {
  await query({
    name: "organization_erasure_store",
    text: `update organization_erasures set step = $3, position = $4, people = $5, counts = $6, lease_until = $7, tries = 0, error = null
            where tenant_id = $1 and id = $2`,
    values: [row.tenant_id, row.id, row.step, row.position, row.people, JSON.stringify(row.counts), leaseUntil],
  });
}

export async function rescheduleErasure(query: Query, row: ErasureRow, runAt: Date, error: string | null): Promise<void> {
  await query({
    name: "organization_erasure_put_back",
    text: `update organization_erasures set state = 'ready', lease_until = null, run_at = $3, error = coalesce($4, error),
                  tries = tries + case when $4::text is null then 0 else 1 end
            where tenant_id = $1 and id = $2`,
    values: [row.tenant_id, row.id, runAt, error],
  });
}

export async function complete(query: Query, row: ErasureRow, now: Date, seal: Buffer): Promise<void> {
  await query({
    name: "organization_erasure_complete",
    text: `update organization_erasures set state = 'completed', step = 'done', position = null, people = null, lease_until = null, error = null,
                  counts = $3, finished_at = $4, seal = $5
            where tenant_id = $1 and id = $2`,
    values: [row.tenant_id, row.id, JSON.stringify(row.counts), now, seal],
  });
}

/**
 * Destroys the tenant's key first, so that no copy sealed with it can be opened anywhere. Also removes name, settings
 * and all access: keys and sessions of a suspended tenant are refused. Returns its members.
 */
export async function shred(query: Query, tenantId: string, now: Date): Promise<string[]> {
  await query({ name: "organization_shred", text: "delete from tenant_keys where tenant_id = $1", values: [tenantId] });
  await query({
    name: "organization_close",
    text: `update tenants set name = 'Erased organization', settings = '{}', suspended_at = coalesce(suspended_at, $2), erased_at = $2, updated_at = $2
            where tenant_id = $1`,
    values: [tenantId, now],
  });
  // The former agency keeps the link, as ended.
  await query({
    name: "organization_unlink",
    text: "update agency_clients set status = 'ended', ended_at = $2, updated_at = $2 where client_id = $1 and status <> 'ended' and tenant_id <> $1",
    values: [tenantId, now],
  });
  const rows = await query<{ user_id: string }>({
    name: "organization_people",
    text: "select user_id from members where tenant_id = $1",
    values: [tenantId],
  });
  return rows.map((row) => row.user_id);
}

/** Objects in storage: contents of media, and pieces of exports. */
export async function contentsAfter(query: Query, tenantId: string, after: string | null, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>({
    name: "organization_contents",
    text: `select id from (select id from media_contents where tenant_id = $1 union all select id from organization_export_pieces where tenant_id = $1) c
            where id > $2::uuid order by id limit $3`,
    values: [tenantId, after ?? "00000000-0000-0000-0000-000000000000", limit],
  });
  return rows.map((row) => row.id);
}

/** Tables with tenant rows, except those that stay. Referring tables come before referenced ones, except within cycles. */
export async function tablesToErase(query: Query, staying: readonly string[]): Promise<string[]> {
  const tables = await query<{ name: string; refers_to: string[] }>({
    name: "organization_tables",
    text: `select c.relname::text as name,
                  array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
                         where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as refers_to
             from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
            where n.nspname = 'public' and c.relkind = 'r' and c.relname <> all($1::text[]) order by c.relname`,
    values: [staying],
  });
  const ordered: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const other of tables) if (other.refers_to.includes(name)) visit(other.name);
    if (tables.some((table) => table.name === name)) ordered.push(name);
  };
  for (const { name } of tables) visit(name);
  return ordered;
}

/** How many rows of a table were erased; negative: how many were prepared for erasure. 0: none are left. */
export async function eraseRows(query: Query, tenantId: string, table: string, limit: number): Promise<number> {
  const [row] = await query<{ n: number }>({
    name: "organization_erase_rows",
    text: "select erase_tenant_rows($1, $2, $3) as n",
    values: [tenantId, table, limit],
  });
  return row?.n ?? 0;
}

/** Erases people who are no longer a member anywhere; platform administrators stay. */
export async function erasePeople(query: Query, people: string[]): Promise<number> {
  await query({
    name: "organization_erase_link_requests",
    text: `delete from email_link_requests r using users u where u.id = any($1) and not u.platform_admin
              and (r.email = u.email or r.email in (select p.email from user_email_proofs p where p.user_id = u.id))
              and not exists (select 1 from members m where m.user_id = u.id)`,
    values: [people],
  });
  await query({
    name: "organization_erase_resets",
    text: `delete from password_reset_requests r using users u where u.id = any($1) and r.email = u.email and not u.platform_admin
              and not exists (select 1 from members m where m.user_id = u.id)`,
    values: [people],
  });
  const rows = await query({
    name: "organization_erase_people",
    text: `delete from users u where u.id = any($1) and not u.platform_admin and not exists (select 1 from members m where m.user_id = u.id) returning 1`,
    values: [people],
  });
  return rows.length;
}
