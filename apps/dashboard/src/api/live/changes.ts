/**
 * The resources that each type of event concerns. An event says what changed, not the current state, so the records are fetched again. A
 * new type in the API document must be added here: otherwise neither the compiler nor the test passes.
 */
import type { EventOf, EventType, ParleyEvent } from "@parley/sdk";

export type Concern =
  /** A conversation: its record, the lists that it may be in, the counts. */
  | { kind: "conversations"; id: string }
  /** A message: its place in the thread of its conversation. */
  | { kind: "messages"; id: string; conversationId: string }
  /** Everything that shows a contact, and the conversations with it. */
  | { kind: "contacts"; id: string }
  /**
   * A record of an ordinary resource, and that resource's lists; without an id only the lists. `related`: further keys
   * below the resource.
   */
  | { kind: "resource"; resource: string; id?: string };

type Table = { readonly [Type in EventType]: (event: EventOf<Type>) => Concern[] };

const resource = (name: string, id?: string | null): Concern =>
  id == null ? { kind: "resource", resource: name } : { kind: "resource", resource: name, id };
const conversation = (id: string | null): Concern[] => (id === null ? [] : [{ kind: "conversations", id }]);
const contact = (id: string | null): Concern[] => (id === null ? [] : [{ kind: "contacts", id }]);

/** A message was created, changed or deleted. The send options depend on the last messages. */
const message = ({ data }: { data: { conversationId: string; message: { id: string } } }): Concern[] => [
  { kind: "messages", id: data.message.id, conversationId: data.conversationId },
  ...conversation(data.conversationId),
];
const talked = (event: { data: { conversationId: string; contactId: string; message: { id: string } } }): Concern[] => [
  ...message(event),
  resource("send-options", event.data.conversationId),
  resource("contact-timeline", event.data.contactId),
  resource("first-run"),
];
const called = ({ data }: { data: { callId: string; conversationId: string | null } }): Concern[] => [
  ...conversation(data.conversationId),
  resource("calls", data.callId),
];
/** Both sides get it: the client shows the grant, its agency the client. */
const grant = ({ data }: { data: { grantId: string } }): Concern[] => [
  resource("agency-grants", data.grantId),
  ...["agency-clients", "client-grants", "link-requests"].map((name) => resource(name)),
];

const table: Table = {
  "message.received": talked,
  "message.sent": talked,
  // One that was not sent does not count towards the channel's limit, and a platform's refusal may be the customer's opt-out.
  "message.status": (event) => [
    ...message(event),
    ...(event.data.status === "failed" || event.data.status === "cancelled" ? [resource("send-options", event.data.conversationId)] : []),
  ],
  "message.updated": message,
  "message.media": message,
  "conversation.created": ({ data }) => [...conversation(data.conversationId), resource("contact-timeline", data.contactId)],
  "conversation.assigned": ({ data }) => [
    ...conversation(data.conversationId),
    resource("activity", data.conversationId),
    resource("notifications"),
  ],
  "conversation.updated": ({ data }) => {
    const noteId = data.changes["noteId"]?.to;
    return [
      ...conversation(data.conversationId),
      resource("activity", data.conversationId),
      resource("send-options", data.conversationId),
      resource("first-run"),
      ...(typeof noteId === "string"
        ? [{ kind: "messages" as const, id: noteId, conversationId: data.conversationId }, resource("notifications")]
        : []),
    ];
  },
  "conversation.window_closing": ({ data }) => [...conversation(data.conversationId), resource("send-options", data.conversationId)],
  "conversation.no_reply": ({ data }) => conversation(data.conversationId),
  "handover.requested": ({ data }) => [
    ...conversation(data.conversationId),
    resource("chatbot-turns", data.conversationId),
    resource("notifications"),
  ],
  "contact.created": ({ data }) => contact(data.contactId),
  // Which conversations the contact has is not known here: the options of those that are shown are fetched again.
  "contact.updated": ({ data }) => [
    ...contact(data.contactId),
    ...(Object.hasOwn(data.changes, "optIn") ? [resource("send-options")] : []),
  ],
  "contact.merged": ({ data }) => [...contact(data.contactId), ...contact(data.mergedContactId), resource("send-options")],
  "contact.erased": ({ data }) => contact(data.contactId),
  "ticket.created": ({ data }) => [resource("tickets", data.ticketId), resource("contact-timeline", data.contactId)],
  "ticket.updated": ({ data }) => [
    resource("tickets", data.ticketId),
    resource("ticket-activity", data.ticketId),
    resource("contact-timeline", data.contactId),
  ],
  "deal.updated": ({ data }) => [
    resource("deals", data.dealId),
    resource("deal-history", data.dealId),
    resource("boards", data.pipelineId),
    resource("contact-timeline", data.contactId),
  ],
  "order.updated": ({ data }) => [resource("orders", data.orderId), resource("contact-timeline", data.contactId)],
  "broadcast.updated": ({ data }) => [resource("broadcasts", data.broadcastId), resource("broadcast-stats", data.broadcastId)],
  "broadcast.replied": ({ data }) => [resource("broadcast-stats", data.broadcastId)],
  "channel.updated": ({ data }) => [resource("channels", data.channelId), resource("send-options")],
  "template.updated": ({ data }) => [resource("templates", data.template.id), resource("channels", data.channelId)],
  "call.started": called,
  "call.ended": called,
  "call.missed": called,
  "call.analyzed": called,
  "webhook.test": () => [resource("webhook-deliveries")],
  "webhook.failing": ({ data }) => [resource("webhooks", data.webhookId), resource("webhook-deliveries")],
  "webhook.disabled": ({ data }) => [resource("webhooks", data.webhookId), resource("webhook-deliveries")],
  "flow.emitted": () => [],
  "form.submitted": ({ data }) => [resource("form-submissions", data.submissionId), ...contact(data.contactId)],
  "balance.low": () => [resource("billing")],
  "app.updated": () => [resource("billing"), resource("send-options")],
  "payment_request.updated": () => [resource("billing")],
  "subscription.updated": () => [resource("billing")],
  "agency_grant.requested": grant,
  "agency_grant.answered": grant,
  "agency_grant.ended": grant,
};

/** The types that the table knows. */
export const knownEventTypes: readonly string[] = Object.keys(table);

/** What an event concerns; null: unknown, so everything on the page may be concerned. */
export function concernsOf(event: ParleyEvent): Concern[] | null {
  const of = Object.hasOwn(table, event.type) ? (table[event.type] as (event: ParleyEvent) => Concern[]) : undefined;
  return of?.(event) ?? null;
}
