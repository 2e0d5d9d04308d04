import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CodeBox } from "../../../ui/CodeBox.tsx";

/** Codes for the day the phone is lost; shown once. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const { t } = useI18n();
  return (
    <section className="grid gap-3" aria-label={t("security.backup")}>
      <h2 className="text-16">{t("security.backup")}</h2>
      <p className="text-text-2">{t("security.backup.text")}</p>
      <CodeBox code={codes.join("\n")} label={t("security.backup")} />
      <Button variant="primary" className="justify-self-start" autoFocus onPress={onDone}>
        {t("security.backup.kept")}
      </Button>
    </section>
  );
}
