import { Check, CircleAlert, Info, X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { Button as AriaButton } from "react-aria-components/Button";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { ariaKeys } from "../../keys/shortcuts.ts";
import { KeyCap } from "../KeyCap.tsx";
import { type ShownToast, type ToastQueue, toastMs } from "./toastQueue.ts";

/** The toasts: a polite live region above everything, also above a dialog. Timers stop while the pointer or the focus is on it. */
export function Toasts({ queue }: { queue: ToastQueue }) {
  const { t } = useI18n();
  const shown = useSyncExternalStore(queue.subscribe, queue.shown);
  const [held, setHeld] = useState(false);
  // Synchronously: React defers pointer updates, and a timer that ends meanwhile would remove the toast under the pointer.
  const holdNow = (hold: boolean) => flushSync(() => setHeld(hold));
  const keyed = shown.findLast((toast) => toast.action?.keys !== undefined);
  useActions(
    keyed?.action?.keys === undefined
      ? []
      : [
          {
            id: "toast.action",
            label: "common.undo",
            group: "ui.notifications",
            keys: keyed.action.keys,
            keyOnly: true,
            run: () => {
              queue.close(keyed.id);
              keyed.action?.run();
            },
          },
        ],
  );
  return (
    // React Aria hides everything outside an open dialog and closes on presses there, except for elements with this attribute.
    <section
      className="toasts"
      aria-label={t("ui.notifications")}
      aria-live="polite"
      aria-relevant="additions"
      data-react-aria-top-layer="true"
      onPointerEnter={() => holdNow(true)}
      onPointerLeave={() => holdNow(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} held={held} onClose={() => queue.close(toast.id)} />
      ))}
    </section>
  );
}

const icons = { plain: Info, ok: Check, bad: CircleAlert } as const;

function ToastLine({ toast, held, onClose }: { toast: ShownToast; held: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const Icon = icons[toast.tone];
  const stays = toast.stays ?? toast.tone === "bad";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a toast that replaces another has its own timer
  useEffect(() => {
    if (stays || held) return;
    const timer = setTimeout(onClose, toastMs);
    return () => clearTimeout(timer);
  }, [toast, held, stays]);
  const shortcut = toast.action?.keys === undefined ? undefined : ariaKeys(toast.action.keys);
  return (
    <div className="toast">
      <Icon className="icon" aria-hidden />
      <span className="toast-text" dir={toast.dir}>
        {toast.text}
        {toast.reference != null && <span className="toast-reference ltr">{toast.reference}</span>}
      </span>
      {toast.action !== undefined && (
        <AriaButton
          className="toast-action"
          onPress={() => {
            onClose();
            toast.action?.run();
          }}
          {...(shortcut === undefined ? {} : { "aria-keyshortcuts": shortcut })}
        >
          {toast.action.label}
          {toast.action.keys !== undefined && <KeyCap keys={toast.action.keys} />}
        </AriaButton>
      )}
      {stays && (
        <AriaButton className="toast-action" aria-label={t("ui.dismiss")} onPress={onClose}>
          <X className="icon icon-14" aria-hidden />
        </AriaButton>
      )}
    </div>
  );
}
