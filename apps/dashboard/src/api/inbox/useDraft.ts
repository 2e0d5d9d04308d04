import { useCallback, useSyncExternalStore } from "react";
import { getDrafts } from "../live/local-stores.ts";
import { type ComposerMode, draftPlaces } from "./conversation-draft-places.ts";

/** A function gets the text as it is then, wherever its author has gone meanwhile. */
export type SetText = (next: string | ((now: string) => string)) => void;

/** The text typed in a place, stored until it is cleared: `useDraft("form/new-ticket")`. */
export function useDraft(place: string): [text: string, setText: SetText] {
  const drafts = getDrafts();
  const text = useSyncExternalStore(drafts.onChange, () => drafts.get(place));
  const setText = useCallback<SetText>(
    (next) => drafts.set(place, typeof next === "function" ? next(drafts.get(place)) : next),
    [drafts, place],
  );
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
): { text: string; setText: SetText; begunAt: string | null; chosen: readonly string[]; addChosen(agentId: string): void } {
  const places = draftPlaces(conversationId, mode);
  const [text, write] = useDraft(places.text);
  const [begunAt, setBegunAt] = useDraft(places.begunAt);
  const [chosen, setChosen] = useDraft(places.chosen);
  const setText: SetText = (next) =>
    write((now) => {
      const made = typeof next === "function" ? next(now) : next;
      if (made === "") {
        setBegunAt("");
        setChosen("");
      } else if (now === "") setBegunAt(newestId ?? "");
      return made;
    });
  const addChosen = (agentId: string) => setChosen((now) => [...idsIn(now).filter((id) => id !== agentId), agentId].join(" "));
  return { text, setText, begunAt: begunAt === "" ? newestId : begunAt, chosen: idsIn(chosen), addChosen };
}

const idsIn = (chosen: string): string[] => (chosen === "" ? [] : chosen.split(" "));
