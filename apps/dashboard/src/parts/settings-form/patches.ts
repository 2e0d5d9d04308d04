/** Unsaved changes of settings, as the body of their update: only what differs from the saved settings. Pure. */

interface Instructed {
  instructions?: string[] | undefined;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const fieldsOf = (group: unknown) => (group ?? {}) as Record<string, unknown>;

/** For settings whose `groups` are changed field by field, and whose `singles` are changed as a whole. */
export function createPatches<Saved extends object, Update extends Instructed, Group extends keyof Saved & keyof Update & string>(
  groups: readonly Group[],
  singles: readonly (keyof Saved & keyof Update & string)[],
) {
  return {
    /** The saved settings with the edits applied. */
    merge(saved: Saved, patch: Update): Saved {
      const merged = { ...saved, ...patch } as Saved;
      for (const group of groups) Object.assign(merged, { [group]: { ...fieldsOf(saved[group]), ...fieldsOf(patch[group]) } });
      return merged;
    },

    /** Without edits that equal the saved value, so that an empty patch means that nothing is unsaved. */
    clean(saved: Saved, patch: Update): Update {
      const clean: Record<string, unknown> = {};
      for (const field of singles) if (patch[field] !== undefined && !isSame(patch[field], saved[field])) clean[field] = patch[field];
      for (const group of groups) {
        const kept = Object.entries(fieldsOf(patch[group])).filter(([field, value]) => !isSame(value, fieldsOf(saved[group])[field]));
        if (kept.length > 0) clean[group] = Object.fromEntries(kept);
      }
      return clean as Update;
    },

    /** A stored patch; anything else counts as none. */
    read(text: string): Update {
      const none = {} as Update;
      if (text === "") return none;
      try {
        const value: unknown = JSON.parse(text);
        return typeof value === "object" && value !== null ? (value as Update) : none;
      } catch {
        // Written by another version, or truncated: the saved settings are shown.
        return none;
      }
    },

    /** The body to send: empty lines between instructions are dropped. */
    ready: (patch: Update): Update =>
      patch.instructions === undefined ? patch : { ...patch, instructions: patch.instructions.filter((line) => line.trim() !== "") },
  };
}

export type Patches<Saved extends object, Update extends Instructed, Group extends keyof Saved & keyof Update & string> = ReturnType<
  typeof createPatches<Saved, Update, Group>
>;
