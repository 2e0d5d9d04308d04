import type { TxContext } from "#platform/http/context.ts";

/**
 * Rows of another module that refer to a contact, such as deals and orders; that module implements how they follow a merge. The contacts
 * module never imports those modules (they import it); app.ts passes them in.
 */
export interface ContactFollower {
  /** Its name in the journal. Must not change once merges have been made with it. */
  readonly name: string;
  /**
   * Moves the rows of a contact, or only the named ones, to another contact, with their events. Both contacts are locked. Returns which
   * rows moved. Named rows that are no longer the contact's stay where they are. On `unmerge` the
   * conversations have already gone back to the restored contact.
   */
  move(ctx: TxContext, from: string, to: string, only: string[] | null, reason: "merge" | "unmerge"): Promise<string[]>;
}

/** Ids by follower name. */
export type FollowerMoves = Record<string, string[]>;

export async function moveFollowers(
  followers: readonly ContactFollower[],
  ctx: TxContext,
  from: string,
  to: string,
): Promise<FollowerMoves> {
  const moved: FollowerMoves = {};
  for (const follower of followers) {
    const ids = await follower.move(ctx, from, to, null, "merge");
    if (ids.length > 0) moved[follower.name] = ids;
  }
  return moved;
}

/** Moves back to the restored contact what came with it and is still with the survivor, and what belongs to its conversations. */
export async function undoFollowers(
  followers: readonly ContactFollower[],
  ctx: TxContext,
  from: string,
  to: string,
  followed: FollowerMoves,
): Promise<void> {
  for (const follower of followers) {
    await follower.move(ctx, from, to, followed[follower.name] ?? [], "unmerge");
  }
}

/** What a merge further up the chain still has to give back once the one below it is undone. Pure. */
export function without(all: FollowerMoves, removed: FollowerMoves): FollowerMoves {
  return Object.fromEntries(Object.entries(all).map(([name, ids]) => [name, ids.filter((id) => removed[name]?.includes(id) !== true)]));
}
