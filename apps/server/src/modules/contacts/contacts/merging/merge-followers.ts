import type { TxContext } from "#platform/http/context.ts";

/**
 * What refers to a contact and belongs to another module, which says how it follows a merge: deals, orders. The contacts module
 * never imports those (they import it); app.ts tells it of them.
 */
export interface ContactFollower {
  /** Its name in the journal; never changed once merges were made with it. */
  readonly name: string;
  /**
   * Rows of a contact, or those of them that are named, become another's, with their events. Both contacts are locked. Answers
   * which rows they were. Named rows that are no longer the contact's stay where they are.
   */
  move(ctx: TxContext, from: string, to: string, only: string[] | null, reason: "merge" | "unmerge"): Promise<string[]>;
}

/** Ids by the name of the follower. */
export type Followed = Record<string, string[]>;

/** Everything of the merged contact. */
export async function followMerge(followers: readonly ContactFollower[], ctx: TxContext, from: string, to: string): Promise<Followed> {
  const moved: Followed = {};
  for (const follower of followers) {
    const ids = await follower.move(ctx, from, to, null, "merge");
    if (ids.length > 0) moved[follower.name] = ids;
  }
  return moved;
}

/** Back to the contact that lives again: what came with it and is still with the survivor. */
export async function followUndo(
  followers: readonly ContactFollower[],
  ctx: TxContext,
  from: string,
  to: string,
  came: Followed,
): Promise<void> {
  for (const follower of followers) {
    const ids = came[follower.name] ?? [];
    if (ids.length > 0) await follower.move(ctx, from, to, ids, "unmerge");
  }
}

/** What a merge further up the chain still has to give back when the one below it was undone. Pure. */
export function without(all: Followed, gone: Followed): Followed {
  return Object.fromEntries(Object.entries(all).map(([name, ids]) => [name, ids.filter((id) => gone[name]?.includes(id) !== true)]));
}
