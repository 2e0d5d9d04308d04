import { draftPlaces } from "./conversation-draft-places.ts";
import { type DraftFile, readFiles, withFiles } from "./draft-files.ts";
import { useDraft } from "./useDraft.ts";

/** The files of a conversation's reply, kept with its text. */
export function useDraftFiles(conversationId: string) {
  const [stored, write] = useDraft(draftPlaces(conversationId, "reply").files);
  const change = (make: (files: DraftFile[]) => DraftFile[]) =>
    write((now) => {
      const files = make(readFiles(now));
      return files.length === 0 ? "" : JSON.stringify(files);
    });
  return {
    files: readFiles(stored),
    add: (more: readonly DraftFile[]) => change((files) => withFiles(files, more)),
    remove: (ids: readonly string[]) => change((files) => files.filter(({ id }) => !ids.includes(id))),
  };
}
