import { useState } from "react";

/**
 * A form that stays open after saving: the saved values, under what this person has changed. `changes` is what saving sends, null if
 * nothing differs. Values that somebody else changes meanwhile stay, and are shown. Each value counts as a whole.
 */
export function useEdits<Values extends object>(saved: Values) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const changed = namesOf<Values>(edits).filter((name) => JSON.stringify(edits[name]) !== JSON.stringify(saved[name]));
  return {
    values: { ...saved, ...edits } as Values,
    changes: changed.length === 0 ? null : pick<Values>(edits, changed),
    edit: (next: Partial<Values>) => setEdits((now) => ({ ...now, ...next })),
    /** After saving: the server's values are shown again, except for what has been changed since then. */
    settle: () =>
      setEdits((now) =>
        pick<Values>(
          now,
          namesOf<Values>(now).filter((name) => now[name] !== edits[name]),
        ),
      ),
  };
}

const namesOf = <Values extends object>(edits: Partial<Values>) => Object.keys(edits) as (keyof Values)[];

const pick = <Values extends object>(edits: Partial<Values>, names: readonly (keyof Values)[]) =>
  Object.fromEntries(names.map((name) => [name, edits[name]])) as Partial<Values>;
