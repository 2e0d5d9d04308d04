import type { ContactFollower } from "#modules/contacts/contacts/index.ts";
import { movesMax, type StageOccupants, tooManyToMove } from "#modules/sales/pipelines/index.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import * as queries from "./deals.queries.ts";
import { renderDeal } from "./deals.render.ts";
import { dealEvent } from "./deal-event.ts";

/** The deals in a stage that is deleted: each moves with its history and its event. */
export function createDealOccupants(deps: { ids: IdSource }): StageOccupants {
  return {
    name: "deals",
    any: (tx, stageIds) => queries.anyDealIn(tx, stageIds),

    async moveAll(ctx, from, to) {
      const end = await queries.endOfStage(ctx.tx, to);
      const moved = await queries.moveDeals(ctx.tx, ctx.now, from, to, end, movesMax + 1);
      if (moved.length > movesMax) throw tooManyToMove("deals");
      if (moved.length === 0) return;
      const stays = moved.map((row) => ({ id: deps.ids.uuid(), dealId: row.id }));
      await queries.beginStays(ctx.tx, ctx.now, stays, to, actorWireId(ctx.actor));
      await appendEvents(
        ctx.tx,
        ctx.now,
        moved.map((row) => {
          const changes = {
            stageId: { from: wireId("stg", from.id), to: wireId("stg", to.id) },
            ...(from.kind === to.kind ? {} : { status: { from: from.kind, to: to.kind } }),
          };
          return dealEvent(deps.ids, renderDeal(row), "stage_deleted", changes);
        }),
      );
    },
  };
}

/** Deals follow their contact through a merge, and back. */
export function createDealFollower(deps: { ids: IdSource }): ContactFollower {
  return {
    name: "deals",
    async move(ctx, from, to, only, reason) {
      const moved = await queries.moveDealsOfContact(ctx.tx, ctx.now, from, to, only);
      const changes = { contactId: { from: wireId("cnt", from), to: wireId("cnt", to) } };
      await appendEvents(
        ctx.tx,
        ctx.now,
        moved.map((row) => dealEvent(deps.ids, renderDeal(row), reason, changes)),
      );
      return moved.map((row) => row.id);
    },
  };
}
