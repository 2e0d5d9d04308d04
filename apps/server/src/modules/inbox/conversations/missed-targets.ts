import { renderSla, type Tracked, type Tracking } from "#modules/service/sla-policies/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { recordActivities } from "./activity/activity.ts";
import { conversationsById } from "./filters/conversation-list.queries.ts";
import type { ConversationsService } from "./conversations.service.ts";

/** Reports missed SLA targets of conversations once, in the transaction of whoever detects them. */
export function createMissedTargetNotifier(deps: { ids: IdSource }, service: Pick<ConversationsService, "event">) {
  return async (tx: Tx, now: Date, missed: Tracked[], notify: Tracking["notify"]): Promise<void> => {
    const rows = await conversationsById(
      tx,
      missed.map(({ id }) => id),
      null,
    );
    const items = rows.flatMap((row) => {
      const tracked = missed.find(({ id }) => id === row.id);
      if (tracked === undefined) return [];
      return [{ row, missed: tracked.missed, changes: { sla: { from: renderSla(tracked.before), to: renderSla(tracked.after) } } }];
    });
    await appendEvents(
      tx,
      now,
      items.map(({ row, changes }) => service.event(row, "conversation.updated", { changes })),
    );
    const actor = { kind: "system" as const, id: "sla" };
    await recordActivities(
      tx,
      now,
      items.map(({ row, changes }) => ({ id: deps.ids.uuid(), conversationId: row.id, changes, actor })),
    );
    await notify(
      { tx, now, actor },
      items.map(({ row, missed: found }) => ({ assigneeId: row.assignee_id, conversationId: row.id, ticketId: null, missed: found })),
    );
  };
}
