import { getDrafts } from "../live/local-stores.ts";
import type { ComposerMode } from "./useDraft.ts";
import { placeOf } from "./useReplyDraft.ts";

/**
 * Moves the text typed in one conversation to another, after what was typed there before: the reply, and the note if that is being typed.
 * Returns the length of what is in front of it now.
 *
 * @param newestId the newest message that the author knows in the other conversation
 */
export function moveDrafts(from: string, to: string, mode: ComposerMode, newestId: string): number {
  const drafts = getDrafts();
  const [reply, note] = (["reply", "note"] as const).map((each) => {
    if (each === "note" && mode !== "note") return 0;
    const [source, target] = [placeOf(from, each), placeOf(to, each)];
    const [text, before] = [drafts.get(source), drafts.get(target)];
    if (text === "") return before.length;
    const start = before === "" ? "" : `${before}\n`;
    if (before === "") drafts.set(`${target}/begun-at`, newestId);
    const chosen = [drafts.get(`${target}/chosen`), drafts.get(`${source}/chosen`)].filter((ids) => ids !== "").join(" ");
    drafts.set(`${target}/chosen`, chosen);
    drafts.set(target, start + text);
    for (const place of [source, `${source}/begun-at`, `${source}/chosen`]) drafts.set(place, "");
    return start.length;
  });
  return (mode === "reply" ? reply : note) ?? 0;
}
