import type { ReactNode } from "react";
import { useI18n } from "../i18n/i18n.tsx";
import { Button } from "./Button.tsx";
import { CopyText } from "./CopyText.tsx";

interface SecretOnceProps {
  /** "New key: Warehouse" */
  title: string;
  secret: string;
  /** Beside the button: its purpose. */
  children?: ReactNode;
  onDone: () => void;
}

/** A secret that is shown once. It is hidden when the person confirms to have stored it. */
export function SecretOnce({ title, secret, children, onDone }: SecretOnceProps) {
  const { t } = useI18n();
  return (
    <section className="secret" aria-label={title}>
      <b>{title}</b>
      <p className="text-12 text-text-2">{t("ui.secret.once")}</p>
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
