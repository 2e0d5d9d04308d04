import type { Tx } from "#platform/db/database.ts";
import { isSetAsideSql } from "#platform/jobs/set-aside.ts";

const setAside = isSetAsideSql("state");
/** What was set aside stays so: a retry starts it over. */
const stateAfter = `case when state = 'completed' then 'expired' when ${setAside} then state else 'ready' end`;
const runAt = `case when ${setAside} then run_at else $3 end`;

export function dropContactExportChunks(tx: Tx, until: Date): Promise<object[]> {
  return tx.query({
    name: "erase_export_chunks",
    text: "delete from contact_export_chunks where tenant_id = $1 and export_id in (select id from contact_exports where tenant_id = $1 and created_at <= $2) returning 1",
    values: [tx.tenantId, until],
  });
}

export async function restartContactExports(tx: Tx, until: Date, now: Date): Promise<void> {
  await tx.query({
    name: "erase_exports",
    text: `update contact_exports
              set state = ${stateAfter}, next_chunk = 0, after_at = null, after_id = null,
                  contact_count = case when state = 'completed' then contact_count else 0 end,
                  size_bytes = case when state = 'completed' then size_bytes else 0 end, lease_until = null, run_at = ${runAt}
            where tenant_id = $1 and created_at <= $2 and (state in ('completed', 'ready', 'leased') or ${setAside})`,
    values: [tx.tenantId, until, now],
  });
}

export async function restartOrganizationExports(tx: Tx, cut: string, now: Date): Promise<void> {
  await tx.query({
    name: "erase_organization_exports",
    text: `with dropped as (
             update organization_exports
                set state = ${stateAfter}, lease_until = null, run_at = ${runAt}, position = null,
                    counts = case when state = 'completed' then counts else '{}' end,
                    began_at = case when state = 'completed' then began_at else greatest($3, $2::timestamptz + interval '1 ms') end,
                    size_bytes = case when state = 'completed' then size_bytes else 0 end
              where tenant_id = $1 and began_at <= $2::timestamptz and (state in ('completed', 'ready', 'leased') or ${setAside}) returning id)
           update organization_export_pieces p set is_doomed = true, remove_at = coalesce(p.remove_at, $3)
             from dropped where p.tenant_id = $1 and p.export_id = dropped.id`,
    values: [tx.tenantId, cut, now],
  });
}

export function piecesToRemove(tx: Tx, now: Date, limit: number): Promise<{ id: string }[]> {
  return tx.query({
    name: "erase_organization_export_pieces",
    text: "select id from organization_export_pieces where tenant_id = $1 and remove_at <= $2 order by remove_at, id limit $3",
    values: [tx.tenantId, now, limit],
  });
}

export function dropPieces(tx: Tx, ids: string[]): Promise<object[]> {
  return tx.query({
    name: "erase_organization_export_pieces_delete",
    text: "delete from organization_export_pieces where tenant_id = $1 and id = any($2) returning 1",
    values: [tx.tenantId, ids],
  });
}

export function nextRemovalAt(tx: Tx): Promise<{ at: Date | null }[]> {
  return tx.query({
    name: "erase_organization_export_pieces_waiting",
    text: "select min(remove_at) as at from organization_export_pieces where tenant_id = $1 and is_doomed",
    values: [tx.tenantId],
  });
}

const unfinishedOrKept = `r.kind = 'contact_export' and (r.state in ('ready', 'leased', 'completed') or ${isSetAsideSql("r.state")})`;

/** Exports of these contacts. */
export function lockExportsOf(tx: Tx, contactIds: string[]): Promise<{ id: string; state: string }[]> {
  return tx.query({
    name: "erase_privacy_exports",
    text: `select r.id, r.state from privacy_requests r
            where r.tenant_id = $1 and r.contact_id = any($2::uuid[]) and ${unfinishedOrKept} order by r.id for no key update`,
    values: [tx.tenantId, contactIds],
  });
}

/** Exports of the contacts into which these were ever merged: they contain these too, even if the merge has been undone. */
export function lockExportsOfSurvivors(tx: Tx, contactIds: string[]): Promise<{ id: string; state: string }[]> {
  return tx.query({
    name: "erase_privacy_exports_of_survivors",
    text: `with recursive above as (
             select j.survivor_id as id from contact_merges j where j.tenant_id = $1 and j.merged_id = any($2::uuid[])
             union
             select j.survivor_id from above a join contact_merges j on j.tenant_id = $1 and j.merged_id = a.id)
           select r.id, r.state from privacy_requests r
            where r.tenant_id = $1 and r.contact_id in (select id from above) and ${unfinishedOrKept} order by r.id for no key update`,
    values: [tx.tenantId, contactIds],
  });
}
