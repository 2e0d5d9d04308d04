import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import type { RequestLog } from "@parley/sdk";
import { requestLogsQuery } from "../../../api/settings/request-logs.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { LoadMore } from "../../../ui/lists/LoadMore.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { useExactTime } from "../exact-time.ts";
import { RequestFilters } from "./RequestFilters.tsx";
import { RequestPanel, statusTone } from "./RequestPanel.tsx";

/** Requests with the organization's keys in the last seven days. */
export function RequestsPart() {
  const { t, format } = useI18n();
  const exactTime = useExactTime();
  const { type: _type, ...filters } = useSearch({ from: "/app/developers/$part" });
  const { recordId } = useParams({ strict: false }) as { recordId?: string };
  const navigate = useNavigate();
  const list = useInfiniteQuery({ ...requestLogsQuery(filters), throwOnError: false });
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const open = (id: string) =>
    void navigate({ to: "/developers/$part/$recordId", params: { part: "requests", recordId: id }, search: filters });
  const close = () => void navigate({ to: "/developers/$part", params: { part: "requests" }, search: filters });
  return (
    <>
      <RequestFilters />
      {list.error !== null && list.data === undefined ? (
        <PartError error={list.error} onRetry={() => void list.refetch()} isPending={list.isFetching} />
      ) : (
        <>
          <Table<RequestLog>
            label={t("developers.requests")}
            rows={list.data?.pages.flatMap(({ data }) => data)}
            rowId={({ id }) => id}
            onRowAction={({ id }) => open(id)}
            {...(recordId === undefined ? {} : { currentId: recordId })}
            columns={[
              {
                ...{ id: "request", name: t("requests.request"), isRowHeader: true },
                cell: ({ method, path }) => (
                  <code className="request-line ltr" title={`${method} ${path}`}>
                    <b>{method}</b> {path}
                  </code>
                ),
              },
              {
                ...{ id: "status", name: t("inbox.status") },
                cell: ({ status, errorCode }) => (
                  <span className="flex items-center gap-2">
                    <Chip tone={statusTone(status)}>{String(status)}</Chip>
                    {errorCode !== null && <code className="only-desktop text-text-2">{errorCode}</code>}
                  </span>
                ),
              },
              {
                ...{ id: "key", name: t("requests.key"), className: "only-desktop" },
                cell: ({ keyName }) =>
                  keyName === null ? <span className="text-text-3">{t("requests.keyGone")}</span> : <bdi>{keyName}</bdi>,
              },
              {
                ...({ id: "took", name: t("requests.duration"), align: "end", className: "only-desktop" } as const),
                cell: ({ durationMs }) => <span className="tabular-nums">{t("webhooks.took", { n: durationMs })}</span>,
              },
              {
                ...({ id: "when", name: t("audit.when"), align: "end" } as const),
                cell: ({ createdAt }) => (
                  <time className="tabular-nums" dateTime={createdAt} title={format.instant(createdAt)}>
                    {exactTime(createdAt)}
                  </time>
                ),
              },
            ]}
            empty={
              filtered ? (
                <EmptyState
                  icon={ScrollText}
                  title={t("requests.none")}
                  actions={<Button onPress={() => void navigate({ to: ".", search: {}, replace: true })}>{t("ui.filter.clear")}</Button>}
                />
              ) : (
                <EmptyState icon={ScrollText} title={t("requests.empty")} call="GET /api/v1/request-logs">
                  {t("requests.empty.text")}
                </EmptyState>
              )
            }
          />
          <LoadMore hasMore={list.hasNextPage} onMore={() => list.fetchNextPage()} />
        </>
      )}
      {recordId !== undefined && (
        <Drawer title={t("requests.request")} size="wide" isOpen onOpenChange={(next) => !next && close()}>
          <RequestPanel id={recordId} />
        </Drawer>
      )}
    </>
  );
}
