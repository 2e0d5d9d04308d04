import type { Tx } from "#platform/db/database.ts";
import type { CustomValue } from "./field-values.ts";

/** Something that lost the value of a deleted field; `id` as stored, `before` all its custom fields as they were. */
export interface LostValue {
  id: string;
  before: Record<string, CustomValue>;
}

/** What has custom fields: everything in which contacts and tickets differ here (docs/adr/0135). */
export interface FieldOwner {
  /** The word for one of them, in texts and names. */
  noun: "contact" | "ticket";
  /** Where the definitions lie, and what has their values in its column custom_fields. Words of ours: they stand in statements. */
  definitions: "contact_fields" | "ticket_fields";
  owners: "contacts" | "tickets";
  prefix: "cfd" | "tfd";
  scopes: { read: "contacts:read"; write: "contacts:write" } | { read: "tickets:read"; write: "tickets:write" };
  /** Who makes one that need not have the required fields. */
  mayLack: string;
}

export interface FieldOwnerDeps {
  /** Tells of values that went with a field's definition, in the transaction that took them. `left`: what a thing has now. */
  tellLost(tx: Tx, now: Date, lost: (LostValue & { left: Record<string, CustomValue> })[]): Promise<void>;
}
