import { useSyncExternalStore } from "react";
import { getDrafts } from "../live/local-stores.ts";
import { draftPlaces } from "./conversation-draft-places.ts";

/** A draft of a reply, for the row of a list; empty without one. */
export function useReplyDraft(conversationId: string): string {
  const drafts = getDrafts();
  return useSyncExternalStore(drafts.onChange, () => drafts.get(draftPlaces(conversationId, "reply").text));
}
