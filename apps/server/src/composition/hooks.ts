import type { ContactFollower } from "#modules/contacts/contacts/index.ts";
import { createHooks } from "#platform/hooks.ts";
import type { TxContext } from "#platform/http/context.ts";

/**
 * Every place where an area acts on one that is made before it and does not know it. The order of joining is the order of running:
 * that of the areas in app.ts, and within an area that of its file.
 */
export function createAppHooks() {
  return {
    /** Contacts were merged, or a merge was undone: what refers to them moves along, in that transaction. */
    contactsMerged: createHooks<ContactFollower>("contacts merged"),
    /** Contacts (uuids) are being blocked, in that transaction; before any of them is locked. */
    contactsBlocked: createHooks<(ctx: TxContext, contactIds: string[]) => Promise<void>>("contacts blocked"),
    /** What these processes have claimed is given back. `died`: else they stopped as they should. Safe to repeat. */
    claimsReleased: createHooks<(numbers: number[], died: boolean) => unknown>("claims released"),
  };
}
