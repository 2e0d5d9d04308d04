import { useRef, useState } from "react";
import { useDraft } from "../../api/inbox/useDraft.ts";
import type { Patches } from "./patches.ts";

interface Options<Saved extends object, Update extends object, Group extends keyof Saved & keyof Update & string> {
  saved: Saved;
  /** The key for unsaved edits in this browser: `form/chatbot/…`. */
  place: string;
  patches: Patches<Saved, Update, Group>;
  mayWrite: boolean;
  save(update: Update): Promise<Saved>;
}

/** Settings with the edits applied. Unsaved edits stay in this browser until they are saved. */
export function useSettingsForm<Saved extends object, Update extends object, Group extends keyof Saved & keyof Update & string>({
  saved,
  place,
  patches,
  mayWrite,
  save,
}: Options<Saved, Update, Group>) {
  const [text, keep] = useDraft(place);
  const typed = useRef(text);
  typed.current = text;
  const [resets, setResets] = useState(0);
  const patch = mayWrite ? patches.clean(saved, patches.read(text)) : ({} as Update);
  function change(next: Update) {
    keepChanges(patches.clean(saved, { ...patches.read(text), ...next }));
  }
  function keepChanges(clean: Update) {
    keep(Object.keys(clean).length === 0 ? "" : JSON.stringify(clean));
  }
  function settle() {
    keep("");
    setResets((count) => count + 1);
  }
  return {
    patch,
    values: patches.merge(saved, patch),
    isDirty: Object.keys(patch).length > 0,
    change,
    changeIn: <Of extends Group>(group: Of, fields: Partial<Saved[Of]>) =>
      change({ [group]: { ...(patch[group] as object | undefined), ...fields } } as unknown as Update),
    /** Changes to reset fields with their own state. */
    resets,
    discard: settle,
    async save(): Promise<Saved> {
      const done = await save(patches.ready(patch));
      // Edits made meanwhile are not saved yet.
      if (typed.current === text) settle();
      else keepChanges(patches.clean(done, patches.read(typed.current)));
      return done;
    },
  };
}
