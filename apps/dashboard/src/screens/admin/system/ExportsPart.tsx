import { PackageOpen } from "lucide-react";
import type { AdminOrganizationExport } from "@parley/sdk";
import { adminExportsQuery } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { When } from "../../../parts/When.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { OrganizationLink } from "../frame/OrganizationLink.tsx";

const tones = { queued: "warn", running: "info", completed: "ok", failed: "bad", expired: "plain" } as const;

/** The organizations' exports: status and size; only the organization can download the file. */
export function ExportsPart() {
  const { t, format } = useI18n();
  return (
    <ListFrame<AdminOrganizationExport>
      query={adminExportsQuery()}
      label={t("admin.exports")}
      rowId={({ id }) => id}
      columns={[
        { id: "when", name: t("audit.when"), cell: ({ createdAt }) => <When at={createdAt} /> },
        {
          ...{ id: "organization", name: t("admin.organization"), isRowHeader: true },
          cell: ({ organizationId }) => <OrganizationLink id={organizationId} />,
        },
        {
          ...{ id: "status", name: t("inbox.status") },
          cell: ({ status, error }) => (
            <span className="grid justify-items-start gap-0.5">
              <Chip tone={tones[status]}>{t(`admin.export.${status}`)}</Chip>
              {error !== null && <bdi className="text-12 text-danger-text">{error}</bdi>}
            </span>
          ),
        },
        { id: "rows", name: t("admin.export.rows"), align: "end", cell: ({ progress }) => format.number(progress.rows) },
        { id: "files", name: t("admin.export.files"), align: "end", cell: ({ progress }) => format.number(progress.files) },
        { id: "size", name: t("admin.health.size"), align: "end", cell: ({ sizeBytes }) => format.bytes(sizeBytes) },
        { id: "expires", name: t("admin.export.expires"), align: "end", cell: ({ expiresAt }) => <When at={expiresAt} /> },
      ]}
      empty={
        <EmptyState icon={PackageOpen} title={t("admin.exports.empty")} call="GET /api/v1/admin/exports">
          {t("admin.exports.empty.text")}
        </EmptyState>
      }
    />
  );
}
