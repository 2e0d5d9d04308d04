import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import type { AuditEntry } from "@parley/sdk";
import { auditLogQuery } from "../../../api/settings/audit-log.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";

/** The audit log, newest first. */
export function AuditLogPart() {
  const { t, format } = useI18n();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...auditLogQuery(),
    throwOnError: false,
  });
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Table<AuditEntry>
        label={t("settings.auditLog")}
        rows={data?.pages.flatMap((page) => page.data)}
        rowId={({ id }) => id}
        columns={[
          {
            ...{ id: "when", name: t("audit.when") },
            cell: ({ createdAt }) => (
              <time className="whitespace-nowrap text-text-2" dateTime={createdAt} title={format.instant(createdAt)}>
                {format.day(createdAt)} {format.time(createdAt)}
              </time>
            ),
          },
          { id: "who", name: t("audit.who"), cell: ({ actor }) => <bdi>{actor.name ?? actor.id ?? actor.kind}</bdi> },
          { id: "action", name: t("audit.action"), isRowHeader: true, cell: ({ action }) => <code>{action}</code> },
          {
            id: "target",
            name: t("audit.target"),
            cell: ({ targetId }) => (targetId === null ? null : <CopyText text={targetId} label={t("audit.target")} />),
          },
        ]}
        empty={<EmptyState icon={ScrollText} title={t("audit.empty")} />}
      />
      <LoadMore hasMore={hasNextPage} isPending={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  );
}
