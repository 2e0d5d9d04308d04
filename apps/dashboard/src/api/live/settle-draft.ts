import { getDrafts } from "./local-stores.ts";

interface Saved {
  /** The draft as it was saved. */
  submitted: string;
  /** Replaces it. */
  next?: string;
  /** The created record's place, to which what was typed for a new one moves. */
  to?: string;
  /** What stays of a draft that has changed since it was submitted: by default all of it. */
  typedSince?: (now: string) => string;
}

/** After the draft of a place was saved. */
export function settleDraft(place: string, { submitted, next = "", to = place, typedSince = (now) => now }: Saved): void {
  const drafts = getDrafts();
  const now = drafts.get(place);
  const text = now === submitted ? next : typedSince(now);
  if (to !== place) drafts.set(place, "");
  // A created record has no draft to clear.
  if (to === place || text !== "") drafts.set(to, text);
}
