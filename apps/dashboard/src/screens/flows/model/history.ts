/** The undo history: past, present and undone states. Pure. Consecutive changes of one field are undone in one step. */
export interface History<Of> {
  readonly past: readonly Of[];
  readonly now: Of;
  readonly future: readonly Of[];
  /** What the last change concerned; null: it is not combined with others. */
  readonly about: string | null;
}

const pastMax = 200;

export const begin = <Of>(now: Of): History<Of> => ({ past: [], now, future: [], about: null });

export function change<Of>(history: History<Of>, next: Of, about: string | null = null): History<Of> {
  if (next === history.now) return history;
  const joins = about !== null && about === history.about;
  const past = joins ? history.past : [...history.past, history.now].slice(-pastMax);
  return { past, now: next, future: [], about };
}

export function undo<Of>(history: History<Of>): History<Of> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], about: null };
}

export function redo<Of>(history: History<Of>): History<Of> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future, about: null };
}
