import { getDrafts } from "../live/local-stores.ts";
import { type ComposerMode, draftPlaces } from "./conversation-draft-places.ts";
import { readFiles, withFiles } from "./draft-files.ts";

/**
 * Moves the text typed in one conversation to another, after what was typed there before: the reply, and the note if that is being typed.
 * Returns the length of what is in front of it now.
 *
 * @param newestId the newest message that the author knows in the other conversation
 */
export function moveDrafts(from: string, to: string, mode: ComposerMode, newestId: string): number {
  if (mode === "note") moveDraft(from, to, "reply", newestId);
  return moveDraft(from, to, mode, newestId);
}

function moveDraft(from: string, to: string, mode: ComposerMode, newestId: string): number {
  const drafts = getDrafts();
  const [source, target] = [draftPlaces(from, mode), draftPlaces(to, mode)];
  const [text, before] = [drafts.get(source.text), drafts.get(target.text)];
  const files = withFiles(readFiles(drafts.get(target.files)), readFiles(drafts.get(source.files)));
  if (files.length > 0) drafts.set(target.files, JSON.stringify(files));
  drafts.set(source.files, "");
  if (text === "") return before.length;
  const start = before === "" ? "" : `${before}\n`;
  if (before === "") drafts.set(target.begunAt, newestId);
  const chosen = [drafts.get(target.chosen), drafts.get(source.chosen)].filter((ids) => ids !== "").join(" ");
  drafts.set(target.chosen, chosen);
  drafts.set(target.text, start + text);
  for (const place of Object.values(source)) drafts.set(place, "");
  return start.length;
}
