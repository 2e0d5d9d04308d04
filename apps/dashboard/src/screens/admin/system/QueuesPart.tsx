import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Layers } from "lucide-react";
import type { QueueStats } from "@parley/sdk";
import { queuesQuery } from "../../../api/admin/admin.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { FailedWorkDrawer } from "./FailedWorkDrawer.tsx";
import { RetryQueue } from "./RetryQueue.tsx";
import { useQueueName } from "./useQueueName.ts";

/** The installation's work, queue by queue. */
export function QueuesPart() {
  const { t, format } = useI18n();
  const nameOf = useQueueName();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, refetch } = useQuery(queuesQuery());
  const { recordId } = useParams({ strict: false });
  const navigate = useNavigate({ from: "/admin/$part" });
  const mayWrite = can(me, "admin:write");
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  const count = (id: "waiting" | "active" | "delayed") => ({
    ...({ id, name: t(`admin.queue.${id}`), align: "end" } as const),
    cell: (queue: QueueStats) => format.compact(queue[id]),
  });
  return (
    <>
      <Table<QueueStats>
        label={t("admin.queues")}
        rows={data}
        rowId={({ name }) => name}
        rowHref={({ name }) => `/admin/queues/${name}`}
        {...(recordId === undefined ? {} : { currentId: recordId })}
        columns={[
          {
            ...{ id: "name", name: t("admin.queue") },
            cell: ({ name }) => (
              <>
                <span className="block font-medium">{nameOf(name)}</span>
                <code className="text-12 text-text-3">{name}</code>
              </>
            ),
          },
          count("waiting"),
          {
            ...({ id: "oldest", name: t("admin.queue.oldest"), align: "end" } as const),
            cell: ({ oldestWaitingSeconds: seconds }) => (seconds === null ? null : format.duration(seconds * 1_000)),
          },
          count("active"),
          count("delayed"),
          {
            ...({ id: "done", name: t("admin.queue.done"), align: "end" } as const),
            cell: ({ completed24h }) => (completed24h === null ? "–" : format.compact(completed24h)),
          },
          {
            ...({ id: "failed", name: t("admin.queue.failed"), align: "end" } as const),
            cell: ({ failed }) => (failed === 0 ? format.number(0) : <Chip tone="bad">{format.number(failed)}</Chip>),
          },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (queue) => mayWrite && queue.failed > 0 && <RetryQueue name={queue.name} />,
          },
        ]}
        empty={<EmptyState icon={Layers} title={t("admin.nothing")} call="GET /api/v1/admin/queues/stats" />}
      />
      {recordId !== undefined && (
        <FailedWorkDrawer
          queue={recordId}
          mayWrite={mayWrite}
          onClose={() => void navigate({ to: "/admin/$part", params: { part: "queues" }, search: {} })}
        />
      )}
    </>
  );
}
