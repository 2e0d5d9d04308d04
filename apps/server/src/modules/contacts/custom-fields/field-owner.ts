import type { Tx } from "#platform/db/database.ts";
import type { CustomValue } from "./field-values.ts";

/** An owner that lost the value of a deleted field; `id` as stored, `before` all its custom fields before that. */
export interface RemovedValue {
  id: string;
  before: Record<string, CustomValue>;
}

/** An owner of custom fields: all differences between contacts and tickets here (docs/adr/0135). */
export interface FieldOwner {
  /** The noun for one of them, in texts and names. */
  noun: "contact" | "ticket";
  /**
   * The table of the definitions, and the table that has the values in its column custom_fields. Constants: they are
   * part of statements.
   */
  definitions: "contact_fields" | "ticket_fields";
  owners: "contacts" | "tickets";
  prefix: "cfd" | "tfd";
  scopes: { read: "contacts:read"; write: "contacts:write" } | { read: "tickets:read"; write: "tickets:write" };
  /** Who may create one without the required fields. */
  mayLack: string;
}

export interface FieldOwnerDeps {
  /**
   * Reports values that were deleted with their field, in the same transaction. `left`: the values the owner still has.
   */
  notifyRemoved(tx: Tx, now: Date, lost: (RemovedValue & { left: Record<string, CustomValue> })[]): Promise<void>;
}
