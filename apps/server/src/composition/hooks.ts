import type { ContactFollower } from "#modules/contacts/contacts/index.ts";
import { createHooks } from "#platform/hooks.ts";
import type { TxContext } from "#platform/http/context.ts";

/**
 * Every place where an area acts on an earlier one that does not know it. Handlers run in the order in which they
 * joined: that of the areas in app.ts, and within an area that of its file.
 */
export function createAppHooks() {
  return {
    /** Contacts were merged, or a merge was undone: what refers to them moves too, in that transaction. */
    contactsMerged: createHooks<ContactFollower>("contacts merged"),
    /** Contacts (uuids) are being blocked, in that transaction; before any of them is locked. */
    contactsBlocked: createHooks<(ctx: TxContext, contactIds: string[]) => Promise<void>>("contacts blocked"),
    /** The claims of these processes are released. `died`: otherwise they stopped normally. Safe to repeat. */
    claimsReleased: createHooks<(numbers: number[], died: boolean) => unknown>("claims released"),
  };
}
