import type { ContactExport, ContactImport } from "@parley/sdk";
import { useState } from "react";
import { pastExportsQuery, pastImportsQuery } from "../../api/contacts/past-transfers.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { PastImports } from "../../parts/imports/PastImports.tsx";
import { ListFrame } from "../../parts/ListFrame.tsx";
import { Chip, type ChipTone } from "../../ui/Chip.tsx";
import { Tabs } from "../../ui/lists/Tabs.tsx";
import { Drawer } from "../../ui/overlays/Drawer.tsx";

const tones: Readonly<Record<ContactExport["status"], ChipTone>> = {
  queued: "info",
  running: "info",
  completed: "ok",
  failed: "bad",
  expired: "plain",
};

/** Earlier imports and exports by anybody: results and files, as long as they are stored. */
export function PastTransfers({ onClose }: { onClose(): void }) {
  const { t } = useI18n();
  const [tab, setTab] = useState<"imports" | "exports">("imports");
  return (
    <Drawer title={t("contacts.past")} size="wide" isOpen onOpenChange={(open) => !open && onClose()}>
      <div className="p-4">
        <Tabs<typeof tab>
          label={t("contacts.past")}
          value={tab}
          onChange={setTab}
          tabs={[
            { id: "imports", name: t("contacts.past.imports") },
            { id: "exports", name: t("contacts.past.exports") },
          ]}
        >
          {tab === "imports" ? <Imports /> : <Exports />}
        </Tabs>
      </div>
    </Drawer>
  );
}

function Imports() {
  const { t } = useI18n();
  return (
    <PastImports<ContactImport>
      query={pastImportsQuery()}
      created={(n) => t("contacts.import.created", { n })}
      report={({ id, status }) =>
        status === "completed" && (
          <a className="link" href={`/api/v1/contacts/imports/${id}/rows.csv`} download>
            {t("contacts.import.report")}
          </a>
        )
      }
    />
  );
}

function Exports() {
  const { t, format } = useI18n();
  return (
    <ListFrame<ContactExport>
      query={pastExportsQuery()}
      label={t("contacts.past.exports")}
      rowId={({ id }) => id}
      columns={[
        {
          ...{ id: "when", name: t("audit.when") },
          cell: ({ createdAt, segmentName }) => (
            <span className="block min-w-0">
              <time dateTime={createdAt} title={format.instant(createdAt)}>
                {format.when(createdAt)}
              </time>
              {segmentName !== null && <bdi className="cut block text-12 text-text-3">{segmentName}</bdi>}
            </span>
          ),
        },
        {
          ...{ id: "status", name: t("inbox.status") },
          cell: ({ status, error }) => (
            <span className="block">
              <Chip tone={tones[status]}>{t(`contacts.past.status.${status}`)}</Chip>
              {error !== null && <bdi className="block text-12 text-danger-text">{error}</bdi>}
            </span>
          ),
        },
        {
          ...({ id: "contacts", name: t("shell.contacts"), align: "end" } as const),
          cell: ({ contacts }) => format.number(contacts),
        },
        {
          ...({ id: "file", name: t("contacts.past.download"), hideName: true, align: "end", isWide: true } as const),
          cell: ({ url, expiresAt }) =>
            url !== null && (
              <a className="link" href={url} download="contacts.csv" title={expiresAt === null ? undefined : format.instant(expiresAt)}>
                {t("contacts.past.download")}
              </a>
            ),
        },
      ]}
      empty={<p className="text-text-3">{t("contacts.past.none")}</p>}
    />
  );
}
