import { getDrafts } from "../../api/live/local-stores.ts";

/**
 * After a draft was saved: `next` replaces it, unless it has changed since it was submitted; then `typedSince` says what stays of it. What
 * was typed for a new record moves to the place of the created one.
 */
export function settleDraft(from: string, to: string, submitted: string, next = "", typedSince = (now: string) => now): void {
  const drafts = getDrafts();
  const now = drafts.get(from);
  const text = now === submitted ? next : typedSince(now);
  if (from !== to) drafts.set(from, "");
  // A created record has no draft to clear.
  if (from === to || text !== "") drafts.set(to, text);
}
