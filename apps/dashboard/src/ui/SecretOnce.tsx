import { type ReactNode, useEffect, useId, useRef } from "react";
import { useI18n } from "../i18n/i18n.tsx";
import { Button } from "./Button.tsx";
import { CopyText } from "./CopyText.tsx";

interface SecretOnceProps {
  /** "New key: Warehouse" */
  title: string;
  secret: string;
  /** Next to the button: its purpose. */
  children?: ReactNode;
  onDone: () => void;
  /** Takes the focus when it appears, so that a screen reader reads it; not in an example. */
  autoFocus?: boolean;
}

/** A secret that is shown once. It is hidden once the person confirms that they have stored it. */
export function SecretOnce({ title, secret, children, onDone, autoFocus = true }: SecretOnceProps) {
  const { t } = useI18n();
  const section = useRef<HTMLElement>(null);
  const wordsId = useId();
  useEffect(() => {
    if (!autoFocus) return;
    // After the dialog that created it has returned the focus to its button.
    const frame = requestAnimationFrame(() => section.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [autoFocus]);
  return (
    <section className="secret" aria-label={title} aria-describedby={wordsId} tabIndex={-1} ref={section}>
      <b>{title}</b>
      <p id={wordsId} className="text-12 text-text-2">
        {t("ui.secret.once")}
      </p>
      <span className="input">
        <CopyText text={secret} shown={secret} label={title} className="secret-text" />
      </span>
      <div className="flex items-center gap-2">
        <span className="grow text-12 text-text-2">{children}</span>
        <Button size="small" onPress={onDone}>
          {t("ui.secret.done")}
        </Button>
      </div>
    </section>
  );
}
