import type { CannedRepliesService } from "#modules/inbox/canned-replies/index.ts";
import type { ChatbotControl } from "#modules/automation/chatbot/index.ts";
import type { ContactsService } from "#modules/contacts/contacts/index.ts";
import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import type { DealsService } from "#modules/sales/deals/index.ts";
import type { MessagesService, PreparedMessage } from "#modules/inbox/messages/index.ts";
import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import type { TicketsService } from "#modules/service/tickets/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { ActionType, StepOf } from "../../definition/step-types.ts";
import type { RunRow } from "../runs.queries.ts";
import type { RunMessageDeps } from "./run-messages.ts";

export interface ActionDeps extends RunMessageDeps {
  ids: IdSource;
  contacts: Pick<ContactsService, "get" | "update">;
  conversations: Pick<ConversationsService, "find" | "get" | "lockWithPerson" | "recipientOf" | "update" | "addNote">;
  messages: Pick<MessagesService, "prepare" | "acceptWithin" | "sent">;
  cannedReplies: Pick<CannedRepliesService, "fill">;
  tickets: Pick<TicketsService, "create" | "update">;
  deals: Pick<DealsService, "create" | "update">;
  notifications: Pick<NotificationsService, "notify">;
  chatbot: Pick<ChatbotControl, "handOver" | "resume">;
}

/** What needs network or transactions of its own is made ready before the step's transaction. */
export interface Prepared {
  message: PreparedMessage | null;
}

/** Where a step is done: in the transaction that takes the run on. */
export interface StepAt {
  ctx: TxContext;
  row: RunRow;
  prepared: Prepared;
}

/** One function per type of step. Answers what is kept of it; throws what the verbs behind it throw. */
export type Performers<T extends ActionType> = { [K in T]: (at: StepAt, step: StepOf<K>) => Promise<Record<string, unknown>> };

/** Of these fields those that the step has. */
export function given<S extends object, F extends keyof S>(step: S, ...fields: F[]): Pick<S, F> {
  return Object.fromEntries(fields.flatMap((field) => (step[field] === undefined ? [] : [[field, step[field]]]))) as Pick<S, F>;
}

/** Whom and what something new belongs to: the run's contact, and its conversation if it is in one. */
export const linksOf = (row: RunRow) => ({
  contactId: wireId("cnt", row.contact_id),
  ...(row.conversation_id === null ? {} : { conversationId: wireId("conv", row.conversation_id) }),
});

/** Whoever acts in a run: its flow. */
export const flowActor = (flowId: string) => ({ kind: "system" as const, id: wireId("flow", flowId) });
export const flowAuthor = (row: RunRow) => ({ kind: "flow" as const, id: wireId("flow", row.flow_id) });
