import { Download, History, Upload } from "lucide-react";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { buttonClass, Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";

const FaqImportDialog = lazyComponent(async () => (await import("./FaqImportDialog.tsx")).FaqImportDialog, { keys: "all" });

const PastFaqImports = lazyComponent(async () => (await import("./PastFaqImports.tsx")).PastFaqImports, { keys: "all" });

/** The import and export of FAQs. */
export function FaqTransfer({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useI18n();
  const [importing, setImporting] = useState(false);
  const [lookingBack, setLookingBack] = useState(false);
  useActions(
    mayWrite
      ? [{ id: "knowledge.import", label: "knowledge.import", group: "shell.knowledge", icon: Upload, run: () => setImporting(true) }]
      : [],
  );
  return (
    <>
      {mayWrite && (
        <Button size="small" icon={Upload} label={t("knowledge.import")} onPress={() => setImporting(true)}>
          <span className="only-desktop">{t("contacts.import")}</span>
        </Button>
      )}
      <a className={buttonClass("plain", "small")} href="/api/v1/knowledge/faqs/export.csv" download aria-label={t("knowledge.export")}>
        <Download className="icon icon-14" aria-hidden />
        <span className="only-desktop">{t("contacts.export")}</span>
      </a>
      <Button size="small" icon={History} label={t("knowledge.import.past")} onPress={() => setLookingBack(true)} />
      {lookingBack && <PastFaqImports onClose={() => setLookingBack(false)} />}
      {importing && <FaqImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
