import { useI18n } from "../../i18n/i18n.tsx";

export function InboxScreen() {
  const { t } = useI18n();
  return (
    <header className="head">
      <h1>{t("shell.inbox")}</h1>
    </header>
  );
}
