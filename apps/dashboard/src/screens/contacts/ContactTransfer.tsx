import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Download, History, Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../../api/client.ts";
import { contactExportQuery } from "../../api/contacts/contact-transfers.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { showFailure } from "../../parts/show-failure.ts";
import { toast } from "../../shell/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";

const ContactImportDialog = lazyComponent(async () => (await import("./ContactImportDialog.tsx")).ContactImportDialog, { keys: "all" });

const PastTransfers = lazyComponent(async () => (await import("./PastTransfers.tsx")).PastTransfers, { keys: "all" });

/** The import and export of contacts. */
export function ContactTransfer() {
  const i18n = useI18n();
  const { t } = i18n;
  const { data: me } = useSuspenseQuery(meQuery);
  const [importing, setImporting] = useState(false);
  const [lookingBack, setLookingBack] = useState(false);
  const [exportId, setExportId] = useState<string | null>(null);
  const { data: made } = useQuery({ ...contactExportQuery(exportId ?? ""), enabled: exportId !== null, throwOnError: false });
  const running = exportId !== null && (made === undefined || made.status === "queued" || made.status === "running");
  useEffect(() => {
    if (made === undefined || made.status === "queued" || made.status === "running") return;
    setExportId(null);
    if (made.status !== "completed" || made.url === null)
      return void toast.show({ tone: "bad", text: made.error ?? t("contacts.export.failed") });
    // The browser requests the file with the session's cookie, and saves it as a download.
    const link = document.createElement("a");
    link.href = made.url;
    link.download = "contacts.csv";
    link.click();
  }, [made, t]);
  async function begin() {
    try {
      setExportId((await api.contacts.exports.create({})).id);
    } catch (error) {
      showFailure(error, i18n);
    }
  }
  return (
    <>
      {can(me, "contacts:write") && (
        <Button icon={Upload} label={t("contacts.import")} onPress={() => setImporting(true)}>
          <span className="only-desktop">{t("contacts.import")}</span>
        </Button>
      )}
      <Button icon={Download} label={t("contacts.export")} isPending={running} onPress={() => void begin()}>
        <span className="only-desktop">{t("contacts.export")}</span>
      </Button>
      <Button icon={History} label={t("contacts.past")} onPress={() => setLookingBack(true)} />
      {lookingBack && <PastTransfers onClose={() => setLookingBack(false)} />}
      {importing && <ContactImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
