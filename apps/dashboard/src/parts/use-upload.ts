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
  const [sent, setSent] = useState<{ value: Sent } | null>(null);
  useEffect(() => {
    if (sent === null) return;
    setSent(null);
    done(sent.value);
  }, [sent, done]);
  async function upload(file: File) {
    setPending(true);
    try {
      setSent({ value: await send(file) });
    } catch (error) {
      showFailure(error, i18n);
    }
    setPending(false);
  }
  return [isPending, upload];
}
