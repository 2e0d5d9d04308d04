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

/** What is prepared before the step's transaction, because it needs the network or its own transactions. */
export interface Prepared {
  message: PreparedMessage | null;
}

/** Where a step is performed: in the transaction that advances the run. */
export interface StepAt {
  ctx: TxContext;
  row: RunRow;
  prepared: Prepared;
}

/** One function per type of step. Returns what is stored about it; throws what the services behind it throw. */
export type Performers<T extends ActionType> = { [K in T]: (at: StepAt, step: StepOf<K>) => Promise<Record<string, unknown>> };

/** Those of the fields that the step has. */
export function pickDefined<S extends object, F extends keyof S>(step: S, ...fields: F[]): Pick<S, F> {
  return Object.fromEntries(fields.flatMap((field) => (step[field] === undefined ? [] : [[field, step[field]]]))) as Pick<S, F>;
}

/** The links of a new ticket or deal: the run's contact, and its conversation if any. */
export const linksOf = (row: RunRow) => ({
  contactId: wireId("cnt", row.contact_id),
  ...(row.conversation_id === null ? {} : { conversationId: wireId("conv", row.conversation_id) }),
});

/** The actor of a run: its flow. */
export const flowActor = (flowId: string) => ({ kind: "system" as const, id: wireId("flow", flowId) });
export const flowAuthor = (row: RunRow) => ({ kind: "flow" as const, id: wireId("flow", row.flow_id) });
