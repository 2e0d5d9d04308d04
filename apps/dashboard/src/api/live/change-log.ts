/**
 * Which records changed during a fetch. A response requested before a change was reported and received after it may be older than the
 * change: a fetch marks its beginning, and then requests the changed records again.
 */
export interface ChangeLog {
  /** An event reported a change of a record. */
  note(kind: string, id: string): void;
  /** All records of a kind may have changed; without a kind, of every kind. */
  noteAll(kind?: string): void;
  mark(kind: string): Mark;
}

export interface Mark {
  /** What changed since the mark was set; null: everything may have. Sets the mark again. */
  take(): ReadonlySet<string> | null;
  end(): void;
}

/** A fetch during which this many records change is repeated as a whole. */
const changedMax = 500;

export function createChangeLog(): ChangeLog {
  const open = new Map<string, Set<{ ids: Set<string>; all: boolean }>>();
  return {
    note(kind, id) {
      for (const mark of open.get(kind) ?? []) {
        if (mark.ids.size < changedMax) mark.ids.add(id);
        else mark.all = true;
      }
    },
    noteAll(kind) {
      for (const marks of kind === undefined ? open.values() : [open.get(kind) ?? []]) for (const mark of marks) mark.all = true;
    },
    mark(kind) {
      const state = { ids: new Set<string>(), all: false };
      const marks = open.get(kind) ?? new Set();
      open.set(kind, marks.add(state));
      return {
        take() {
          const { ids, all } = state;
          state.ids = new Set();
          state.all = false;
          return all ? null : ids;
        },
        end() {
          marks.delete(state);
          if (marks.size === 0 && open.get(kind) === marks) open.delete(kind);
        },
      };
    },
  };
}
