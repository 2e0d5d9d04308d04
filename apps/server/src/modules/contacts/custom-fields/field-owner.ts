import type { Tx } from "#platform/db/database.ts";
import type { CustomValue } from "./field-values.ts";

/** An owner that lost the value of a deleted field; `id` as stored, `before`: all its custom fields before that. */
export interface RemovedValue {
  id: string;
  before: Record<string, CustomValue>;
}

/** An owner of custom fields: everything in which contacts and tickets differ here (docs/adr/0135). */
export interface FieldOwner {
  /** The noun for one owner, in texts and names. */
  noun: "contact" | "ticket";
  /**
   * The table of the definitions, and the table that holds the values in its column custom_fields. Constants, because they become part of
   * statements.
   */
  definitions: "contact_fields" | "ticket_fields";
  owners: "contacts" | "tickets";
  prefix: "cfd" | "tfd";
  scopes: { read: "contacts:read"; write: "contacts:write" } | { read: "tickets:read"; write: "tickets:write" };
  /** Who may create one without the required fields. */
  mayLack: string;
}

export interface FieldOwnerDeps {
  /** Reports values that were deleted along with their field, in the same transaction. `left`: the values the owner still has. */
  notifyRemoved(tx: Tx, now: Date, lost: (RemovedValue & { left: Record<string, CustomValue> })[]): Promise<void>;
}
