import { useState } from "react";
import { editedNames, editsSince, pickOf, withEdit } from "./edits.ts";

/**
 * A form that stays open after saving: the saved values, under what this person has changed. `changes` is what saving sends, null if
 * nothing differs. Values that somebody else changes meanwhile stay, and are shown. Each value counts as a whole.
 */
export function useEdits<Values extends object>(saved: Values) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const changed = editedNames(saved, edits);
  return {
    values: { ...saved, ...edits } as Values,
    changes: changed.length === 0 ? null : pickOf<Values>(edits, changed),
    edit: (next: Partial<Values>) => setEdits((now) => withEdit(saved, now, next)),
    /** After saving: the server's values are shown again, except for what has been changed since then. */
    settle: () => setEdits((now) => editsSince(saved, edits, now)),
  };
}
