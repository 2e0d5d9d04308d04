import { useSyncExternalStore } from "react";
import { getDrafts } from "../live/local-stores.ts";
import type { ComposerMode } from "./useDraft.ts";

/** A draft of a reply, for the row of a list; empty without one. */
export function useReplyDraft(conversationId: string): string {
  const drafts = getDrafts();
  return useSyncExternalStore(drafts.onChange, () => drafts.get(placeOf(conversationId, "reply")));
}

export function placeOf(conversationId: string, mode: ComposerMode): string {
  return `conversation/${conversationId}/${mode}`;
}
