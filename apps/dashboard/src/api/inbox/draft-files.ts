import type { Media } from "@parley/sdk";

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
