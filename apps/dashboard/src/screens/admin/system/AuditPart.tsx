import { ScrollText } from "lucide-react";
import { useState } from "react";
import type { AuditEntry } from "@parley/sdk";
import { adminAuditQuery } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { When } from "../../../parts/When.tsx";
import { CodeBox } from "../../../ui/CodeBox.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { isFiltered, TextFilter, useAdminSearch } from "../frame/Filters.tsx";
import { OrganizationLink } from "../frame/OrganizationLink.tsx";

/** Who did what, in all organizations. */
export function AuditPart() {
  const { t } = useI18n();
  const [search, , clear] = useAdminSearch();
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const { organizationId, action, actor, target } = search;
  return (
    <>
      <FilterBar label={t("admin.filter")} {...(isFiltered(search) ? { onClear: clear } : {})}>
        <TextFilter name="organizationId" label={t("general.id")} />
        <TextFilter name="action" label={t("audit.action")} />
        <TextFilter name="actor" label={t("audit.who")} />
        <TextFilter name="target" label={t("audit.target")} />
      </FilterBar>
      <ListFrame<AuditEntry>
        query={adminAuditQuery({ organizationId, action, actor, target })}
        label={t("settings.auditLog")}
        rowId={({ id }) => id}
        onRowAction={setOpened}
        columns={[
          { id: "when", name: t("audit.when"), cell: ({ createdAt }) => <When at={createdAt} /> },
          {
            ...{ id: "organization", name: t("admin.organization") },
            cell: (entry) => <OrganizationLink id={entry.organizationId} />,
          },
          {
            id: "who",
            name: t("audit.who"),
            cell: ({ actor: by }) =>
              by.name === null && by.id !== null && by.kind !== "system" ? (
                <CopyText text={by.id} label={t("audit.who")} />
              ) : (
                <bdi>{by.name ?? by.id ?? by.kind}</bdi>
              ),
          },
          { id: "action", name: t("audit.action"), isRowHeader: true, cell: (entry) => <code>{entry.action}</code> },
          {
            ...{ id: "target", name: t("audit.target") },
            cell: ({ targetId }) => targetId !== null && <CopyText text={targetId} label={t("audit.target")} />,
          },
        ]}
        empty={<EmptyState icon={ScrollText} title={t("audit.empty")} call="GET /api/v1/admin/audit-log" />}
      />
      {opened !== null && (
        <Drawer title={opened.action} isOpen onOpenChange={(open) => !open && setOpened(null)}>
          <div className="grid gap-4 p-4">
            <CodeBox label={opened.action} code={JSON.stringify(opened, null, 2)} />
          </div>
        </Drawer>
      )}
    </>
  );
}
