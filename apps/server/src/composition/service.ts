import { createCsatModule } from "#modules/service/csat/index.ts";
import { createSlaPoliciesModule, createTracking } from "#modules/service/sla-policies/index.ts";
import { createTicketFieldsModule } from "#modules/service/ticket-fields/index.ts";
import { createRemovedFieldNotifier, createTicketsModule } from "#modules/service/tickets/index.ts";
import type { Base } from "./base.ts";
import type { Inbox } from "./inbox.ts";

/** Tickets, SLAs and ratings. */
export function composeService({ shared, hooks }: Base, inbox: Inbox) {
  const { conversations, messages, notifications } = inbox.modules;
  const ticketFields = createTicketFieldsModule({ ...shared, notifyRemoved: createRemovedFieldNotifier(shared) });
  const tracking = createTracking({ ...shared, notifications: notifications.service });
  const tickets = createTicketsModule({
    ...shared,
    sla: tracking,
    conversations: conversations.service,
    fields: ticketFields.service,
  });
  hooks.contactsMerged.add(tickets.contactFollower);
  const slaPolicies = createSlaPoliciesModule({
    ...shared,
    tracking,
    onMissed: {
      tickets: tickets.notifyMissedTargets,
      conversations: (tx, now, missed) => conversations.notifyMissedTargets(tx, now, missed, tracking.notify),
    },
  });
  const csat = createCsatModule({
    ...shared,
    conversations: conversations.service,
    messages: messages.service,
    event: conversations.service.event,
  });
  return { modules: { ticketFields, tickets, slaPolicies, csat } };
}

export type Service = ReturnType<typeof composeService>;
