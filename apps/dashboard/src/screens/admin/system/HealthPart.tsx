import { useQuery } from "@tanstack/react-query";
import type { InstallationHealth } from "@parley/sdk";
import { healthQuery } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { When } from "../../../parts/When.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { Stat } from "../../../ui/Stat.tsx";

/** A reader that lags further behind keeps people waiting. */
const lateSeconds = 60;

/** Versions, sizes, processes, and lagging readers. */
export function HealthPart() {
  const { t, format } = useI18n();
  const { data, error, refetch } = useQuery(healthQuery());
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  const lag = Math.max(0, ...data.readers.map(({ lagSeconds }) => lagSeconds));
  return (
    <>
      <div className="billing">
        <div className="card billing-stats">
          <Stat label={t("admin.health.lag")} value={lag === 0 ? t("admin.health.none") : format.duration(lag * 1_000)}>
            {t("admin.health.lag.text")}
          </Stat>
          <Stat label={t("admin.health.size")} value={format.bytes(data.database.sizeBytes)}>
            {data.database.migration === null ? null : <bdi dir="ltr">{data.database.migration}</bdi>}
          </Stat>
          <Stat label={t("admin.health.versions")} value={<bdi dir="ltr">{data.nodeVersion}</bdi>}>
            <bdi dir="ltr">{t("admin.health.postgres", { version: data.database.version })}</bdi>
          </Stat>
        </div>
      </div>
      <Readers readers={data.readers} />
      <Processes processes={data.processes} />
      <Tables tables={data.database.largestTables} />
    </>
  );
}

function Readers({ readers }: Pick<InstallationHealth, "readers">) {
  const { t, format } = useI18n();
  return (
    <>
      <h2 className="billing-heading">{t("admin.health.readers")}</h2>
      <Table
        label={t("admin.health.readers")}
        rows={readers}
        rowId={({ name }) => name}
        columns={[
          { id: "name", name: t("admin.health.reader"), cell: ({ name }) => <code>{name}</code> },
          {
            ...({ id: "lag", name: t("admin.health.lag"), align: "end" } as const),
            cell: ({ lagSeconds }) => (
              <Chip tone={lagSeconds > lateSeconds ? "warn" : "ok"}>
                {lagSeconds === 0 ? t("admin.health.none") : format.duration(lagSeconds * 1_000)}
              </Chip>
            ),
          },
        ]}
        empty={null}
      />
    </>
  );
}

function Processes({ processes }: Pick<InstallationHealth, "processes">) {
  const { t } = useI18n();
  return (
    <>
      <h2 className="billing-heading">{t("admin.health.processes")}</h2>
      <Table
        label={t("admin.health.processes")}
        rows={processes}
        rowId={({ id }) => id}
        columns={[
          { id: "id", name: t("admin.id"), cell: ({ id }) => <CopyText text={id} label={t("admin.id")} /> },
          { id: "roles", name: t("admin.health.roles"), cell: ({ roles }) => <code>{roles}</code> },
          { id: "started", name: t("admin.health.started"), cell: ({ startedAt }) => <When at={startedAt} /> },
          { id: "seen", name: t("team.seen"), align: "end", cell: ({ heartbeatAt }) => <When at={heartbeatAt} /> },
        ]}
        empty={null}
      />
    </>
  );
}

function Tables({ tables }: { tables: InstallationHealth["database"]["largestTables"] }) {
  const { t, format } = useI18n();
  return (
    <>
      <h2 className="billing-heading">{t("admin.health.tables")}</h2>
      <Table
        label={t("admin.health.tables")}
        rows={tables}
        rowId={({ name }) => name}
        columns={[
          { id: "name", name: t("admin.health.table"), cell: ({ name }) => <code>{name}</code> },
          {
            ...({ id: "size", name: t("admin.health.size"), align: "end" } as const),
            cell: ({ sizeBytes }) => format.bytes(sizeBytes),
          },
        ]}
        empty={null}
      />
    </>
  );
}
