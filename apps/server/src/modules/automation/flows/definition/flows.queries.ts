import { isDeepStrictEqual } from "node:util";
import { actingGrant } from "#platform/auth/acting-grant.ts";
import type { Tx, Database } from "#platform/db/database.ts";
import type { Definition, Trigger } from "./definition.ts";

export const flowStatuses = ["draft", "active", "paused"] as const;
export type FlowStatus = (typeof flowStatuses)[number];
export const pausedReasons = ["deactivated", "loop_detected", "rules_unusable", "grant_ended"] as const;
export type PausedReason = (typeof pausedReasons)[number];

export interface FlowRow {
  id: string;
  name: string;
  description: string | null;
  status: FlowStatus;
  paused_reason: PausedReason | null;
  version: number;
  active_version: number | null;
  activated_at: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** The author of its address; null: it has none, or it belongs to an agency whose grant has ended. */
  hook_by: string | null;
  hook_at: Date | null;
  /** When the grant behind the address ends; null: never, or there is none. */
  hook_until: Date | null;
  /** For a schedule; null: no further occurrence. */
  next_run_at: Date | null;
  /** That of the newest version. */
  definition: Definition;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

export interface VersionRow {
  version: number;
  definition: Definition;
  created_by: string;
  created_at: Date;
}

const columns = `f.id, f.name, f.description, f.status, f.paused_reason, f.version, f.active_version, f.activated_at, f.created_by, f.created_at, f.updated_at,
  h.created_by as hook_by, h.created_at as hook_at, h.expires_at as hook_until, v.definition,
  (select s.next_at from flow_schedules s where s.tenant_id = f.tenant_id and s.flow_id = f.id) as next_run_at, f.created_at::text as position`;
const newest = `join flow_versions v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.version = f.version
  left join lateral (
    select k.created_by, k.created_at, g.expires_at
      from flow_hooks k left join agency_grants g on g.tenant_id = k.tenant_id and g.id = k.grant_id
     where k.tenant_id = f.tenant_id and k.flow_id = f.id and (k.grant_id is null or g.status = 'accepted')) h on true`;

export async function findFlow(tx: Tx, id: string, lock = false): Promise<FlowRow | null> {
  const [row] = await tx.query<FlowRow>({
    name: lock ? "flow_lock" : "flow_by_id",
    text: `select ${columns} from flows f ${newest} where f.tenant_id = $1 and f.id = $2 and f.deleted_at is null ${lock ? "for no key update of f" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first. */
export function listFlows(tx: Tx, status: FlowStatus | undefined, after: string[] | null, limit: number): Promise<FlowRow[]> {
  const values: unknown[] = [tx.tenantId, limit];
  const wanted = status === undefined ? "" : `and f.status = $${values.push(status)}`;
  const beyond =
    after === null ? "" : `and (f.created_at, f.id) < ($${values.push(after[0])}::timestamptz, $${values.push(after[1])}::uuid)`;
  return tx.query<FlowRow>({
    name: `flows_list${status === undefined ? "" : "_status"}${after === null ? "" : "_after"}`,
    text: `select ${columns} from flows f ${newest} where f.tenant_id = $1 and f.deleted_at is null ${wanted} ${beyond}
            order by f.created_at desc, f.id desc limit $2`,
    values,
  });
}

export async function insertFlow(
  tx: Tx,
  now: Date,
  flow: { id: string; name: string; description: string | null; by: string; definition: Definition },
): Promise<void> {
  await tx.query({
    name: "flow_insert",
    text: `insert into flows (tenant_id, id, name, description, status, version, created_by, created_at, updated_at)
           values ($1, $2, $3, $4, 'draft', 1, $5, $6, $6)`,
    values: [tx.tenantId, flow.id, flow.name, flow.description, flow.by, now],
  });
  await insertVersion(tx, now, flow.id, 1, flow.by, flow.definition);
}

export async function insertVersion(tx: Tx, now: Date, id: string, version: number, by: string, definition: Definition): Promise<void> {
  await tx.query({
    name: "flow_version_insert",
    text: "insert into flow_versions (tenant_id, flow_id, version, definition, created_by, created_at) values ($1, $2, $3, $4, $5, $6)",
    values: [tx.tenantId, id, version, JSON.stringify(definition), by, now],
  });
}

export async function updateFlow(
  tx: Tx,
  now: Date,
  row: Pick<FlowRow, "id" | "name" | "description" | "status" | "paused_reason" | "version" | "active_version" | "activated_at">,
): Promise<void> {
  await tx.query({
    name: "flow_update",
    text: `update flows set name = $3, description = $4, status = $5, paused_reason = $6, version = $7, active_version = $8, activated_at = $9, updated_at = $10
            where tenant_id = $1 and id = $2`,
    values: [
      tx.tenantId,
      row.id,
      row.name,
      row.description,
      row.status,
      row.paused_reason,
      row.version,
      row.active_version,
      row.activated_at,
      now,
    ],
  });
}

export async function markDeleted(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "flow_mark_deleted",
    text: "update flows set deleted_at = $3, updated_at = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
}

/** Tells the readers of the log that the set of active flows has changed. */
export async function bumpRevision(tx: Tx): Promise<void> {
  await tx.query({
    name: "flow_book_turn",
    text: `insert into flow_books as b (tenant_id, revision) values ($1, 1)
           on conflict (tenant_id) do update set revision = b.revision + 1 where b.tenant_id = $1`,
    values: [tx.tenantId],
  });
}

/**
 * On activation, the version depends on what the flow depends on: the agency's grant, or, if the organization itself activates it, none.
 */
export async function bindVersionToGrant(tx: Tx, id: string, version: number): Promise<void> {
  await tx.query({
    name: "flow_version_answer_for",
    text: `update flow_versions set grant_id = ${actingGrant}
            where tenant_id = $1 and flow_id = $2 and version = $3 and grant_id is not null and grant_id is distinct from ${actingGrant}`,
    values: [tx.tenantId, id, version],
  });
}

export async function findVersion(tx: Tx, id: string, version: number): Promise<VersionRow | null> {
  const [row] = await tx.query<VersionRow>({
    name: "flow_version_by_number",
    text: "select version, definition, created_by, created_at from flow_versions where tenant_id = $1 and flow_id = $2 and version = $3",
    values: [tx.tenantId, id, version],
  });
  return row ?? null;
}

/** The newest versions that name secrets first: older ones may have sent secrets to places that the newest ones no longer use. */
export function listVersionsWithSecrets(tx: Tx, id: string): Promise<VersionRow[]> {
  return tx.query<VersionRow>({
    name: "flow_versions_with_secrets",
    text: `select version, definition, created_by, created_at from flow_versions
            where tenant_id = $1 and flow_id = $2 and position('secrets.' in definition::text) > 0 order by version desc limit 100`,
    values: [tx.tenantId, id],
  });
}

/** Whether a flow is active with the same trigger: a new version then continues where the previous one is. */
export async function isActiveBy(tx: Tx, row: Pick<FlowRow, "id" | "status" | "active_version">, trigger: Trigger): Promise<boolean> {
  if (row.status !== "active" || row.active_version === null) return false;
  return isDeepStrictEqual((await findVersion(tx, row.id, row.active_version))?.definition.trigger, trigger);
}

/** Newest first, below a version number. */
export function listVersions(tx: Tx, id: string, below: number | null, limit: number): Promise<VersionRow[]> {
  return tx.query<VersionRow>({
    name: "flow_versions_list",
    text: `select version, definition, created_by, created_at from flow_versions
            where tenant_id = $1 and flow_id = $2 and version < coalesce($3, 2147483647) order by version desc limit $4`,
    values: [tx.tenantId, id, below, limit],
  });
}

/**
 * Clears deleted flows: a batch of runs, or of the remaining starts of deleted runs, and then the flow itself. Returns whether there is
 * more.
 */
export async function clearDeleted(tx: Tx, id: string, batch: number): Promise<boolean> {
  for (const table of ["flow_runs", "flow_starts"]) {
    const gone = await tx.query({
      name: `${table}_purge`,
      text: `delete from ${table} r where r.tenant_id = $1 and r.id in (
               select o.id from ${table} o where o.tenant_id = $1 and o.flow_id = $2 limit $3 for update skip locked)
             returning 1`,
      values: [tx.tenantId, id, batch],
    });
    if (gone.length > 0) return true;
  }
  await tx.query({
    name: "flow_purge",
    text: `delete from flows f where f.tenant_id = $1 and f.id = $2 and f.deleted_at is not null
              and not exists (select from flow_runs r where r.tenant_id = $1 and r.flow_id = $2)
              and not exists (select from flow_starts s where s.tenant_id = $1 and s.flow_id = $2)`,
    values: [tx.tenantId, id],
  });
  return false;
}

/** Members who are notified of what happens to a flow: stored ids. */
export async function listNotifiedMembers(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>({
    name: "flow_keepers",
    text: "select user_id from members where tenant_id = $1 and role in ('owner', 'admin') and status = 'active' order by user_id limit 50",
    values: [tx.tenantId],
  });
  return rows.map((row) => row.user_id);
}

/** Oldest first. */
export function listAllFlows(tx: Tx, limit: number): Promise<FlowRow[]> {
  return tx.query<FlowRow>({
    name: "flows_all",
    text: `select ${columns} from flows f ${newest} where f.tenant_id = $1 and f.deleted_at is null order by f.created_at, f.id limit $2`,
    values: [tx.tenantId, limit],
  });
}

/** The oldest, if several have the name. */
export async function findFlowByName(tx: Tx, name: string): Promise<FlowRow | null> {
  const [row] = await tx.query<FlowRow>({
    name: "flow_by_name",
    text: `select ${columns} from flows f ${newest} where f.tenant_id = $1 and f.name = $2 and f.deleted_at is null order by f.created_at, f.id limit 1`,
    values: [tx.tenantId, name],
  });
  return row ?? null;
}

export function countFlows(tx: Tx): Promise<{ count: number }[]> {
  return tx.query({
    name: "flows_count",
    text: "select count(*)::int as count from flows where tenant_id = $1 and deleted_at is null",
    values: [tx.tenantId],
  });
}

export function deletedFlows(database: Pick<Database, "worker">, limit: number): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "flows_deleted",
    text: "select tenant_id, id from flows where deleted_at is not null order by deleted_at limit $1",
    values: [limit],
  });
}
