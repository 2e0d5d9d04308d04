/** One composer replaces another in the same frame, and continues where that one was left: no key is lost. */
import type { ComposerMode } from "../api/inbox/conversation-draft-places.ts";

interface Move {
  /** Ids of conversations. */
  from: string;
  to: string;
  /** The newest message that the author knows in the other conversation. */
  newestId: string;
}

interface Place {
  mode: ComposerMode;
  /** null: the focus is elsewhere. */
  caret: { start: number; end: number } | null;
}

let expected: Move | null = null;
let left: (Move & Place) | null = null;

/** The composer of `from` is about to be replaced with that of `to`. */
export function expectMove(move: Move): void {
  expected = move;
}

/** A conversation's composer is removed. */
export function leaveComposer(conversationId: string, place: Place): void {
  if (expected?.from !== conversationId) return;
  left = { ...expected, ...place };
  expected = null;
  // If it is not replaced at once, the person went elsewhere.
  queueMicrotask(() => {
    left = null;
  });
}

/** A conversation's composer was added. Returns what it continues, if anything. */
export function continuedFrom(conversationId: string): (Move & Place) | null {
  return left?.to === conversationId ? left : null;
}
