import { Eraser } from "lucide-react";
import type { OrganizationErasure } from "@parley/sdk";
import { erasuresQuery } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { When } from "../../../parts/When.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { isFiltered, useAdminSearch, WordFilter } from "../frame/Filters.tsx";

const ends = ["completed", "cancelled"] as const;
const tones = { scheduled: "warn", running: "info", completed: "plain", cancelled: "plain" } as const;

/** Organizations that are being erased or will be; only the report remains. */
export function ErasuresPart() {
  const { t, format } = useI18n();
  const [search, , clear] = useAdminSearch();
  return (
    <>
      <FilterBar label={t("admin.filter")} {...(isFiltered(search) ? { onClear: clear } : {})}>
        <WordFilter name="status" label={t("inbox.status")} words={ends} textOf={(value) => t(`admin.erasure.${value}`)} />
      </FilterBar>
      <ListFrame<OrganizationErasure>
        query={erasuresQuery({ status: ends.find((each) => each === search.status) })}
        label={t("admin.erasures")}
        rowId={({ organizationId, requestedAt }) => `${organizationId} ${requestedAt}`}
        columns={[
          {
            ...{ id: "organization", name: t("admin.organization") },
            cell: ({ organizationId }) => <CopyText text={organizationId} label={t("general.id")} />,
          },
          { id: "status", name: t("inbox.status"), cell: ({ status }) => <Chip tone={tones[status]}>{t(`admin.erasure.${status}`)}</Chip> },
          { id: "asked", name: t("admin.erasure.asked"), cell: ({ requestedAt }) => <When at={requestedAt} /> },
          { id: "due", name: t("admin.erasure.due"), cell: ({ erasesAt }) => <When at={erasesAt} /> },
          { id: "done", name: t("admin.erasure.done"), cell: ({ finishedAt }) => <When at={finishedAt} /> },
          {
            ...({ id: "removed", name: t("admin.erasure.removed"), align: "end" } as const),
            cell: ({ removed }) => format.number(Object.values(removed).reduce((sum, n) => sum + n, 0)),
          },
          {
            ...{ id: "seal", name: t("admin.erasure.seal") },
            cell: ({ seal }) => seal !== null && <CopyText text={seal} label={t("admin.erasure.seal")} />,
          },
        ]}
        empty={
          <EmptyState icon={Eraser} title={t("admin.erasures.empty")} call="GET /api/v1/admin/erasures">
            {t("admin.erasures.empty.text")}
          </EmptyState>
        }
      />
    </>
  );
}
