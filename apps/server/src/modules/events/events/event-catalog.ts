import type { Scope } from "#platform/auth/scopes.ts";
import type { EventType } from "#platform/events/types.ts";

/**
 * The closed list of event types in the interface. Subscriptions and filters accept all of them, including those whose
 * module is not installed, so that a subscription made today needs no change later.
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
  "webhook.failing",
  "webhook.disabled",
] as const;

/** Every type that may be subscribed to or filtered by, in the order of the interface. */
export function eventTypeNames(registered: readonly EventType[]): string[] {
  return [...new Set<string>([...promisedEventTypes, ...registered.map((e) => e.type)])];
}

/** The scope that reads the resource named in the first part of a type. */
const scopesByResource: Readonly<Record<string, Scope>> = {
  message: "messages:read",
  conversation: "conversations:read",
  handover: "conversations:read",
  contact: "contacts:read",
  ticket: "tickets:read",
  broadcast: "broadcasts:read",
  form: "agency:read",
  channel: "channels:read",
  template: "channels:read",
  deal: "pipeline:read",
  order: "pipeline:read",
  flow: "flows:read",
  call: "voice:read",
  app: "billing:read",
  balance: "billing:read",
  payment_request: "billing:read",
  subscription: "billing:read",
  webhook: "webhooks:read",
  agency_grant: "organization:read",
};

/** The scope that a person needs for events of a type; undefined: none is defined, so no person sees them (a test finds such a type). */
export function scopeOfEventType(type: string): Scope | undefined {
  return scopesByResource[type.split(".", 1)[0] as string];
}

/** The types among these that a person with these scopes may see. */
export function readableEventTypes(types: readonly string[], scopes: ReadonlySet<Scope>): ReadonlySet<string> {
  return new Set(
    types.filter((type) => {
      const scope = scopeOfEventType(type);
      return scope !== undefined && scopes.has(scope);
    }),
  );
}
