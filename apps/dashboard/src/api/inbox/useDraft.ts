import { useCallback, useSyncExternalStore } from "react";
import { getDrafts } from "../live/local-stores.ts";

export type ComposerMode = "reply" | "note";

/** The text typed in a place, stored until it is cleared: `useDraft("form/new-ticket")`. */
export function useDraft(place: string): [text: string, setText: (text: string) => void] {
  const drafts = getDrafts();
  const text = useSyncExternalStore(drafts.onChange, () => drafts.get(place));
  const setText = useCallback((next: string) => drafts.set(place, next), [drafts, place]);
  return [text, setText];
}

/**
 * The text typed in a conversation, the newest message when typing began, and the colleagues mentioned in it: all survive a reload.
 *
 * @param newestId the thread's newest message now
 */
export function useConversationDraft(
  conversationId: string,
  mode: ComposerMode,
  newestId: string | null,
): { text: string; setText(text: string): void; begunAt: string | null; chosen: readonly string[]; addChosen(agentId: string): void } {
  const place = placeOf(conversationId, mode);
  const [text, write] = useDraft(place);
  const [begunAt, setBegunAt] = useDraft(`${place}/begun-at`);
  const [chosen, setChosen] = useDraft(`${place}/chosen`);
  const ids = chosen === "" ? [] : chosen.split(" ");
  const setText = (next: string) => {
    if (next === "") {
      setBegunAt("");
      setChosen("");
    } else if (text === "") setBegunAt(newestId ?? "");
    write(next);
  };
  const addChosen = (agentId: string) => setChosen([...ids.filter((id) => id !== agentId), agentId].join(" "));
  return { text, setText, begunAt: begunAt === "" ? newestId : begunAt, chosen: ids, addChosen };
}

/** A draft of a reply, for the row of a list; empty without one. */
export function useReplyDraft(conversationId: string): string {
  const drafts = getDrafts();
  return useSyncExternalStore(drafts.onChange, () => drafts.get(placeOf(conversationId, "reply")));
}

function placeOf(conversationId: string, mode: ComposerMode): string {
  return `conversation/${conversationId}/${mode}`;
}
