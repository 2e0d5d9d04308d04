/**
 * What a person has changed in a form: values by name, over the saved ones. Each value counts as a whole. Pure. Used by `useEdits`, and by
 * the forms that store their edits as a draft.
 */

/** The names of the edits that differ from the saved values. */
export const editedNames = <Values extends object>(saved: Values, edits: Partial<Values>): (keyof Values)[] =>
  namesOf<Values>(edits).filter((name) => !isSame(edits[name], saved[name]));

/** The edits after another one. A value that is again the saved one is no edit, so that a colleague's next change of it is shown. */
export function withEdit<Values extends object>(saved: Values, edits: Partial<Values>, next: Partial<Values>): Partial<Values> {
  const all = { ...edits, ...next };
  return pickOf<Values>(
    all,
    namesOf<Values>(all).filter((name) => !(name in next) || !isSame(next[name], saved[name])),
  );
}

/** After saving: the edits made since they were submitted. One that was taken back since then is one, because the other value is saved. */
export function editsSince<Values extends object>(saved: Values, submitted: Partial<Values>, now: Partial<Values>): Partial<Values> {
  const takenBack = namesOf<Values>(submitted).filter((name) => !(name in now));
  const since = namesOf<Values>(now).filter((name) => !isSame(now[name], submitted[name]));
  return { ...pickOf<Values>(saved, takenBack), ...pickOf<Values>(now, since) };
}

/** As the browser stores them. */
export const storedEdits = (edits: object): string => (Object.keys(edits).length === 0 ? "" : JSON.stringify(edits));

export const pickOf = <Values extends object>(values: Partial<Values>, names: readonly (keyof Values)[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;

const namesOf = <Values extends object>(edits: Partial<Values>) => Object.keys(edits) as (keyof Values)[];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
