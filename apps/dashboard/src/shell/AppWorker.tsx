import { useEffect } from "react";
import { useI18n } from "../i18n/i18n.tsx";
import { startAppWorker } from "./app-worker.ts";
import { toast } from "./toast.ts";

let newer: (() => void) | undefined;
const listeners = new Set<() => void>();
let started = false;

/** Announces a new version, until the person reloads or closes the message. */
export function AppWorker() {
  const { t } = useI18n();
  useEffect(() => {
    const show = () => {
      if (newer === undefined) return;
      toast.show({ id: "newer", text: t("app.update"), stays: true, action: { label: t("app.update.now"), run: newer } });
    };
    listeners.add(show);
    if (!started) {
      started = true;
      startAppWorker((takeOver) => {
        newer = takeOver;
        for (const listener of listeners) listener();
      });
    }
    return () => void listeners.delete(show);
  }, [t]);
  return null;
}
