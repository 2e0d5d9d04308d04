import type { EventType } from "@parley/sdk";

/** Every type of event, grouped by subject. A type that the API adds causes a compile error here until it is listed. */
export const eventTypes = [
  "message.received",
  "message.status",
  "message.sent",
  "message.updated",
  "message.media",
  "conversation.created",
  "conversation.updated",
  "conversation.assigned",
  "conversation.window_closing",
  "conversation.no_reply",
  "handover.requested",
  "contact.created",
  "contact.updated",
  "contact.merged",
  "contact.erased",
  "ticket.created",
  "ticket.updated",
  "deal.updated",
  "order.updated",
  "broadcast.updated",
  "broadcast.replied",
  "call.started",
  "call.ended",
  "call.missed",
  "call.analyzed",
  "flow.emitted",
  "form.submitted",
  "channel.updated",
  "template.updated",
  "webhook.test",
  "webhook.failing",
  "webhook.disabled",
  "app.updated",
  "balance.low",
  "payment_request.updated",
  "subscription.updated",
  "agency_grant.requested",
  "agency_grant.answered",
  "agency_grant.ended",
] as const satisfies readonly EventType[];

type Missing = Exclude<EventType, (typeof eventTypes)[number]>;
const none: [Missing] extends [never] ? true : Missing = true;
void none;

export const isEventType = (text: string): text is EventType => (eventTypes as readonly string[]).includes(text);
