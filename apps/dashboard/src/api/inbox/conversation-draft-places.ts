export type ComposerMode = "reply" | "note";

/** Where a conversation's drafts are stored. */
export function draftPlaces(conversationId: string, mode: ComposerMode) {
  const text = `conversation/${conversationId}/${mode}`;
  return {
    text,
    /** The newest message when typing began. */
    begunAt: `${text}/begun-at`,
    /** Ids of the colleagues selected while typing. */
    chosen: `${text}/chosen`,
    /** The files of inserted canned replies, as JSON. */
    files: `${text}/files`,
  };
}
