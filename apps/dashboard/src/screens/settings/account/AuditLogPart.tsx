import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import type { AuditEntry } from "@parley/sdk";
import { auditLogQuery } from "../../../api/settings/audit-log.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { CodeBox } from "../../../ui/CodeBox.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { auditSentence } from "./audit-sentence.ts";
import { useTargetNames } from "./useTargetNames.ts";

/** The audit log, newest first, as sentences. A press on one shows its raw data. */
export function AuditLogPart() {
  const { t, format } = useI18n();
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...auditLogQuery(),
    throwOnError: false,
  });
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const entries = data?.pages.flatMap((page) => page.data);
  const names = useTargetNames(entries ?? []);
  const sentence = (entry: AuditEntry) => auditSentence(entry, names.get(entry.targetId ?? "") ?? null, t);
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Table<AuditEntry>
        label={t("settings.auditLog")}
        rows={entries}
        rowId={({ id }) => id}
        onRowAction={setOpened}
        columns={[
          {
            ...{ id: "what", name: t("audit.what"), isRowHeader: true },
            cell: (entry) => <span dir="auto">{sentence(entry)}</span>,
          },
          {
            ...({ id: "when", name: t("audit.when"), align: "end" } as const),
            cell: ({ createdAt }) => (
              <time className="whitespace-nowrap text-text-3" dateTime={createdAt} title={format.instant(createdAt)}>
                {format.when(createdAt)}
              </time>
            ),
          },
        ]}
        empty={<EmptyState icon={ScrollText} title={t("audit.empty")} />}
      />
      <LoadMore hasMore={hasNextPage} onMore={() => fetchNextPage()} />
      {opened !== null && (
        <Drawer title={sentence(opened)} isOpen onOpenChange={(open) => !open && setOpened(null)}>
          <RawEntry entry={opened} />
        </Drawer>
      )}
    </>
  );
}

/** As in the API. */
function RawEntry({ entry: { actor, action, targetId, changes, requestId, createdAt } }: { entry: AuditEntry }) {
  const { t, format } = useI18n();
  return (
    <div className="grid gap-4 p-4">
      <dl className="facts">
        <dt>{t("audit.when")}</dt>
        <dd>
          <time dateTime={createdAt}>{format.instant(createdAt)}</time>
        </dd>
        <dt>{t("audit.who")}</dt>
        <dd>{actor.id === null ? actor.kind : <CopyText text={actor.id} label={t("audit.who")} />}</dd>
        <dt>{t("audit.action")}</dt>
        <dd>
          <code>{action}</code>
        </dd>
        {targetId !== null && (
          <>
            <dt>{t("audit.target")}</dt>
            <dd>
              <CopyText text={targetId} label={t("audit.target")} />
            </dd>
          </>
        )}
        {requestId !== null && (
          <>
            <dt>{t("audit.request")}</dt>
            <dd>
              <CopyText text={requestId} label={t("audit.request")} />
            </dd>
          </>
        )}
      </dl>
      <CodeBox label={t("audit.raw")} code={JSON.stringify(changes, null, 2)} />
    </div>
  );
}
