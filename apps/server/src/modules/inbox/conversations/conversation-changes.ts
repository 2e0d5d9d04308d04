import { isDeepStrictEqual } from "node:util";
import { actorWireId } from "#platform/auth/actor.ts";
import { AppError, brokenRule } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { Changes } from "./activity/activity.ts";
import { changeByPerson, type ConversationState } from "./conversation-state.ts";
import type { ConversationRow, ConversationValues } from "./conversations.queries.ts";
import { division } from "./conversations.render.ts";
import type { UpdateConversation } from "./conversations.schema.ts";

function stateOf(row: ConversationRow): ConversationState {
  return { status: row.status, pendingReason: row.pending_reason, snoozedUntil: row.snoozed_until } as ConversationState;
}

/** Throws 409 invalid_transition, 422 for an invalid snooze. */
export function nextState(row: ConversationRow, input: UpdateConversation, now: Date): ConversationState {
  const change = changeByPerson(
    stateOf(row),
    {
      status: input.status === "done" ? "resolved" : input.status,
      snoozedUntil: input.snoozedUntil == null ? input.snoozedUntil : new Date(input.snoozedUntil),
    },
    now,
  );
  if (change.kind === "invalid") throw brokenRule("snoozedUntil", change.issue, change.message);
  if (change.kind === "refused") throw new AppError("invalid_transition", { message: change.message });
  return change.state;
}

/**
 * The columns that follow from a state: when and by whom it was resolved, who handles it, whether the customer waits.
 */
export function stateColumns(row: ConversationRow, state: ConversationState, ctx: TxContext) {
  const resolves = state.status === "resolved" && row.status !== "resolved";
  const stays = state.status === "resolved" && row.status === "resolved";
  return {
    status: state.status,
    pending_reason: state.pendingReason,
    snoozed_until: state.snoozedUntil,
    resolved_at: resolves ? ctx.now : stays ? row.resolved_at : null,
    resolved_by: resolves ? actorWireId(ctx.actor) : stays ? row.resolved_by : null,
    waiting_since: resolves ? null : row.waiting_since,
    // A person who takes it from the chatbot now handles it.
    handled_by: row.pending_reason === "bot" && state.pendingReason !== "bot" ? ("human" as const) : row.handled_by,
  };
}

/** What of it changes, as shown by the API. */
export function changesBetween(row: ConversationRow, after: ConversationValues & { labels: string[] }): Changes {
  const shown = (v: ConversationValues & { labels: string[] }) => ({
    status: v.status,
    pendingReason: v.pending_reason,
    snoozedUntil: v.snoozed_until?.toISOString() ?? null,
    divisionId: division(v.division_id),
    labels: v.labels,
    priority: v.priority,
    subject: v.subject,
  });
  const [from, to] = [shown(row), shown(after)];
  const changes: Changes = {};
  for (const field of Object.keys(to) as (keyof typeof to)[]) {
    if (!isDeepStrictEqual(from[field], to[field])) changes[field] = { from: from[field], to: to[field] };
  }
  return changes;
}
