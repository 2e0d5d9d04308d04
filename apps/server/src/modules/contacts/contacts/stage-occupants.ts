import type { StageOccupants } from "#modules/sales/pipelines/index.ts";
import { movesMax, tooManyToMove } from "#modules/sales/pipelines/index.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";

/** Contacts can be in stages too: what becomes of them when a stage is deleted. */
export function createContactOccupants(deps: { ids: IdSource }): StageOccupants {
  return {
    name: "contacts",

    async any(tx, stageIds) {
      const rows = await tx.query({
        name: "contacts_in_stages",
        text: "select 1 from contacts c where c.tenant_id = $1 and c.stage_id = any($2::uuid[]) limit 1",
        values: [tx.tenantId, stageIds],
      });
      return rows.length > 0;
    },

    async moveAll(ctx, from, to) {
      const moved = await ctx.tx.query<{ id: string; merged: boolean }>({
        name: "contacts_move_stage",
        text: `with held as (
                 select c.id from contacts c where c.tenant_id = $1 and c.stage_id = $2 order by c.id limit ${movesMax + 1} for no key update)
               update contacts c set stage_id = $3, updated_at = $4 from held
                where c.tenant_id = $1 and c.id = held.id returning c.id, c.merged_into_id is not null as merged`,
        values: [ctx.tenantId, from.id, to.id, ctx.now],
      });
      if (moved.length > movesMax) throw tooManyToMove("contacts");
      const changes = { stageId: { from: wireId("stg", from.id), to: wireId("stg", to.id) } };
      await appendEvents(
        ctx.tx,
        ctx.now,
        // A merged contact gets no event.
        moved
          .filter((row) => !row.merged)
          .map((row) => ({ id: deps.ids.uuid(), type: "contact.updated", data: { contactId: wireId("cnt", row.id), changes } })),
      );
    },
  };
}
