import type { StageOccupants } from "#modules/sales/pipelines/index.ts";
import { movesMax, tooManyToMove } from "#modules/sales/pipelines/index.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { anyInStages, moveToStage } from "./stage-occupants.queries.ts";

/** Contacts can be in stages too: handles them when a stage is deleted. */
export function createContactOccupants(deps: { ids: IdSource }): StageOccupants {
  return {
    name: "contacts",

    async any(tx, stageIds) {
      const rows = await anyInStages(tx, stageIds);
      return rows.length > 0;
    },

    async moveAll(ctx, from, to) {
      const moved = await moveToStage(ctx.tx, from.id, to.id, ctx.now);
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
