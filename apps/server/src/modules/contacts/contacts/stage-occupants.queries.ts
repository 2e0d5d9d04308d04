import { movesMax } from "#modules/sales/pipelines/index.ts";
import type { Tx } from "#platform/db/database.ts";

export function anyInStages(tx: Tx, stageIds: string[]): Promise<object[]> {
  return tx.query({
    name: "contacts_in_stages",
    text: "select 1 from contacts c where c.tenant_id = $1 and c.stage_id = any($2::uuid[]) limit 1",
    values: [tx.tenantId, stageIds],
  });
}

export function moveToStage(tx: Tx, fromId: string, toId: string, now: Date): Promise<{ id: string; merged: boolean }[]> {
  return tx.query({
    name: "contacts_move_stage",
    text: `with held as (
             select c.id from contacts c where c.tenant_id = $1 and c.stage_id = $2 order by c.id limit ${movesMax + 1} for no key update)
           update contacts c set stage_id = $3, updated_at = $4 from held
            where c.tenant_id = $1 and c.id = held.id returning c.id, c.merged_into_id is not null as merged`,
    values: [tx.tenantId, fromId, toId, now],
  });
}
