import type { ContactFollower } from "#modules/contacts/contacts/index.ts";
import { createHooks } from "#platform/hooks.ts";
import type { TxContext } from "#platform/http/context.ts";

/**
 * Every place where an area acts on an earlier one that does not know it. Handlers run in the order in which they
 * registered: areas as in app.ts, and within an area as in its file.
 */
export function createAppHooks() {
  return {
    /** Contacts were merged, or a merge was undone: whatever refers to them moves too, in the same transaction. */
    contactsMerged: createHooks<ContactFollower>("contacts merged"),
    /** Contacts (uuids) are being blocked: runs in the same transaction, before any of them is locked. */
    contactsBlocked: createHooks<(ctx: TxContext, contactIds: string[]) => Promise<void>>("contacts blocked"),
    /** These processes' claims are being released. `died`: the processes crashed instead of stopping normally. Safe to repeat. */
    claimsReleased: createHooks<(numbers: number[], died: boolean) => unknown>("claims released"),
  };
}
