import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AdminStats, UsageSummary } from "@parley/sdk";
import { adminStatsQuery, queuesQuery, usageSummaryQuery } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { Stat } from "../../../ui/Stat.tsx";

/** The state of the installation: its users, their activity, and what is stuck. */
export function OverviewPart() {
  const stats = useQuery(adminStatsQuery());
  if (stats.error !== null && stats.data === undefined) return <PartError error={stats.error} onRetry={() => void stats.refetch()} />;
  if (stats.data === undefined) return <SkeletonRows rows={6} />;
  return (
    <>
      <div className="billing">
        <Trouble />
        <Numbers stats={stats.data} />
      </div>
      <UsageMonths />
    </>
  );
}

/** Queues with failures or delays; hidden if there are none. */
function Trouble() {
  const { t, format } = useI18n();
  const { data } = useQuery(queuesQuery());
  const failed = (data ?? []).reduce((sum, queue) => sum + queue.failed, 0);
  const oldest = Math.max(0, ...(data ?? []).map(({ oldestWaitingSeconds }) => oldestWaitingSeconds ?? 0));
  if (data === undefined) return null;
  return (
    <Notice
      tone={failed > 0 ? "warn" : "ok"}
      title={failed > 0 ? t("admin.failedWork", { n: failed }) : t("admin.noFailedWork")}
      actions={
        <Link className="link" to="/admin/$part" params={{ part: "queues" }} search={{}}>
          {t("admin.queues")}
        </Link>
      }
    >
      {oldest === 0 ? t("admin.nothingWaits") : t("admin.oldestWaits", { time: format.duration(oldest * 1_000) })}
    </Notice>
  );
}

function Numbers({ stats: { organizations, members, channels, messages, conversations, queues } }: { stats: AdminStats }) {
  const { t, has, format } = useI18n();
  const statusOf = (status: string) => {
    const key = `channels.status.${status}`;
    return has(key) ? t(key) : status;
  };
  const inOut = ({ in: received, out: sent }: { in: number; out: number }) =>
    t("admin.inOut", { received: format.compact(received), sent: format.compact(sent) });
  return (
    <div className="card billing-stats">
      <Stat label={t("admin.organizations")} value={format.number(organizations.total)}>
        {t("admin.suspendedCount", { n: organizations.suspended })}
      </Stat>
      <Stat label={t("admin.people")} value={format.number(members.active + members.suspended)}>
        {t("admin.suspendedCount", { n: members.suspended })}
      </Stat>
      <Stat label={t("shell.channels")} value={format.number(channels.total)}>
        {format.list(Object.entries(channels.byStatus).map(([status, n]) => `${statusOf(status)} ${format.number(n)}`))}
      </Stat>
      <Stat label={t("admin.messages24")} value={format.compact(messages.last24h.in + messages.last24h.out)}>
        {inOut(messages.last24h)}
      </Stat>
      <Stat label={t("admin.messages30")} value={format.compact(messages.last30d.in + messages.last30d.out)}>
        {inOut(messages.last30d)}
      </Stat>
      <Stat label={t("admin.openConversations")} value={format.compact(conversations.open)}>
        {t("admin.unfinished", { n: queues.inbound + queues.outbound + queues.webhooks })}
      </Stat>
    </div>
  );
}

type Month = UsageSummary["months"][number];

function UsageMonths() {
  const { t, format } = useI18n();
  const { data, error, refetch } = useQuery(usageSummaryQuery());
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  return (
    <Table<Month>
      label={t("billing.usage")}
      rows={data?.months}
      rowId={({ month }) => month}
      columns={[
        { id: "month", name: t("billing.month"), cell: ({ month }) => format.month(month) },
        { id: "organizations", name: t("admin.organizations"), align: "end", cell: ({ organizations }) => format.number(organizations) },
        ...(["messagesIn", "messagesOut", "activeContacts", "aiRequests"] as const).map((id) => ({
          ...({ id, name: t(`billing.usage.${id}`), align: "end" } as const),
          cell: (row: Month) => format.number(row[id]),
        })),
        {
          ...({ id: "spend", name: t("billing.spend"), align: "end" } as const),
          cell: ({ spend }) => format.price(spend, data?.currency ?? ""),
        },
      ]}
      empty={<p className="px-4 text-text-3">{t("billing.usage.none")}</p>}
    />
  );
}
