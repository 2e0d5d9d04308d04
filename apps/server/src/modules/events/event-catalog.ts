import type { EventType } from "#platform/events/types.ts";

/**
 * The closed list of event types that the interface promises (decisions, section 4). Subscriptions and filters take all of
 * them, also those whose module is not installed, so that a subscription made today needs no change tomorrow.
 */
export const promisedEventTypes = [
  "message.received",
  "message.status",
  "message.sent",
  "conversation.created",
  "conversation.assigned",
  "conversation.updated",
  "contact.created",
  "contact.updated",
  "contact.merged",
  "ticket.created",
  "ticket.updated",
  "broadcast.updated",
  "channel.updated",
  "template.updated",
  "handover.requested",
  "deal.updated",
  "call.ended",
  "webhook.test",
] as const;

/** Every type that may be subscribed to or filtered by, in the order of the promise. */
export function eventTypeNames(registered: readonly EventType[]): string[] {
  return [...new Set<string>([...promisedEventTypes, ...registered.map((e) => e.type)])];
}
