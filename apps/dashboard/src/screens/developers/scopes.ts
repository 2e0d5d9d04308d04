/** Scopes by the purpose of a key. */
import type { Scope } from "@parley/sdk";
import type { PlainKey } from "../../i18n/catalogue.ts";

export const tasks: readonly { id: string; label: PlainKey; scopes: readonly Scope[] }[] = [
  { id: "send", label: "keys.task.send", scopes: ["messages:send", "messages:read", "channels:read", "media:write"] },
  { id: "inbox", label: "keys.task.inbox", scopes: ["conversations:read", "conversations:write", "messages:read", "contacts:read"] },
  { id: "contacts", label: "keys.task.contacts", scopes: ["contacts:read", "contacts:write"] },
  { id: "sales", label: "keys.task.sales", scopes: ["pipeline:read", "pipeline:write", "contacts:read"] },
  { id: "tickets", label: "keys.task.tickets", scopes: ["tickets:read", "tickets:write"] },
  { id: "webhooks", label: "keys.task.webhooks", scopes: ["webhooks:read", "webhooks:write"] },
  { id: "figures", label: "keys.task.figures", scopes: ["metrics:read"] },
];

/** The scopes of a key with these purposes, without duplicates. */
export function scopesOf(chosen: readonly string[]): Scope[] {
  return [...new Set(tasks.filter(({ id }) => chosen.includes(id)).flatMap(({ scopes }) => scopes))];
}
