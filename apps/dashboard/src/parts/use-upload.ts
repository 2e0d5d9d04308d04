import { useEffect, useState } from "react";
import { useI18n } from "../i18n/i18n.tsx";
import { showFailure } from "./show-failure.ts";

/**
 * For a button that sends a chosen file. Calls the latest render's `done`, which knows about edits made meanwhile; not at all if the field
 * has been unmounted.
 */
export function useUpload<Sent>(
  send: (file: File) => Promise<Sent>,
  done: (sent: Sent) => void,
): [isPending: boolean, upload: (file: File) => Promise<void>] {
  const i18n = useI18n();
  const [isPending, setPending] = useState(false);
  // One a render: `done` of the next one has to know what this one changed.
  const [sent, setSent] = useState<readonly Sent[]>([]);
  useEffect(() => {
    if (sent.length === 0) return;
    setSent((all) => all.slice(1));
    done(sent[0] as Sent);
  }, [sent, done]);
  async function upload(file: File) {
    setPending(true);
    try {
      const result = await send(file);
      setSent((all) => [...all, result]);
    } catch (error) {
      showFailure(error, i18n);
    }
    setPending(false);
  }
  return [isPending, upload];
}
