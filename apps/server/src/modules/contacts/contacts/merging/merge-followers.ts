import type { TxContext } from "#platform/http/context.ts";

/**
 * Rows of another module that refer to a contact, such as deals and orders; the module implements how they follow a
 * merge. The contacts module never imports those modules (they import it); app.ts passes them in.
 */
export interface ContactFollower {
  /** Its name in the journal. It never changes once merges were made with it. */
  readonly name: string;
  /**
   * Moves the rows of a contact, or the named ones among them, to another contact, with their events. Both contacts are
   * locked. Returns which rows moved. Named rows that are no longer the contact's stay where they are. On `unmerge` the
   * conversations of the restored contact are theirs again.
   */
  move(ctx: TxContext, from: string, to: string, only: string[] | null, reason: "merge" | "unmerge"): Promise<string[]>;
}

/** Ids by the name of the follower. */
export type Followed = Record<string, string[]>;

/** Moves everything of the merged contact. */
export async function moveFollowers(followers: readonly ContactFollower[], ctx: TxContext, from: string, to: string): Promise<Followed> {
  const moved: Followed = {};
  for (const follower of followers) {
    const ids = await follower.move(ctx, from, to, null, "merge");
    if (ids.length > 0) moved[follower.name] = ids;
  }
  return moved;
}

/** Moves back to the restored contact what is still with the survivor and came with it, or belongs to its conversations. */
export async function undoFollowers(
  followers: readonly ContactFollower[],
  ctx: TxContext,
  from: string,
  to: string,
  followed: Followed,
): Promise<void> {
  for (const follower of followers) {
    await follower.move(ctx, from, to, followed[follower.name] ?? [], "unmerge");
  }
}

/** What a merge further up the chain still has to give back when the one below it was undone. Pure. */
export function without(all: Followed, removed: Followed): Followed {
  return Object.fromEntries(Object.entries(all).map(([name, ids]) => [name, ids.filter((id) => removed[name]?.includes(id) !== true)]));
}
