import type { Media } from "@parley/sdk";
import { draftPlaces } from "./conversation-draft-places.ts";
import { useDraft } from "./useDraft.ts";

/** A stored file that is sent after the text of a reply. */
export interface DraftFile {
  id: string;
  name: string;
  /** The MIME type. */
  type: string;
  /** Bytes. */
  size: number;
}

export const draftFile = ({ id, filename, mimeType, sizeBytes }: Media): DraftFile => ({
  id,
  name: filename ?? id,
  type: mimeType ?? "",
  size: sizeBytes ?? 0,
});

export const readFiles = (stored: string): DraftFile[] => (stored === "" ? [] : (JSON.parse(stored) as DraftFile[]));

/** Each file once. */
export const withFiles = (files: readonly DraftFile[], more: readonly DraftFile[]): DraftFile[] => [
  ...files,
  ...more.filter(({ id }) => files.every((each) => each.id !== id)),
];

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
