import { getDrafts } from "../../api/live/local-stores.ts";
import { unlessChanged } from "./typed-text.ts";

/**
 * After a draft was saved: `next` replaces it, unless it has changed since it was submitted. What was typed for a new record moves to the
 * place of the created one.
 */
export function settleDraft(from: string, to: string, submitted: string, next = ""): void {
  const drafts = getDrafts();
  const text = unlessChanged(submitted, next)(drafts.get(from));
  if (from !== to) drafts.set(from, "");
  // A created record has no draft to clear.
  if (from === to || text !== "") drafts.set(to, text);
}
