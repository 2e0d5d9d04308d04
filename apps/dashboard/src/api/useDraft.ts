import { useCallback, useSyncExternalStore } from "react";
import { getDrafts } from "./live/kept.ts";

export type ComposerMode = "reply" | "note";

/** The text of a place, kept until it is emptied: `useDraft("form/new-ticket")`. */
export function useDraft(place: string): [text: string, setText: (text: string) => void] {
  const drafts = getDrafts();
  const text = useSyncExternalStore(drafts.onChange, () => drafts.get(place));
  const setText = useCallback((next: string) => drafts.set(place, next), [drafts, place]);
  return [text, setText];
}

/** What is typed for a conversation and not sent. */
export function useConversationDraft(conversationId: string, mode: ComposerMode) {
  return useDraft(placeOf(conversationId, mode));
}

/** A draft of a reply, for the row of a list; empty when there is none. */
export function useReplyDraft(conversationId: string): string {
  const drafts = getDrafts();
  return useSyncExternalStore(drafts.onChange, () => drafts.get(placeOf(conversationId, "reply")));
}

function placeOf(conversationId: string, mode: ComposerMode): string {
  return `conversation/${conversationId}/${mode}`;
}
