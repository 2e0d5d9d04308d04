import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Pencil, Gauge } from "lucide-react";
import { useState } from "react";
import type { AgencyClient, Entitlements } from "@parley/sdk";
import { allEntitlementsQuery, clientsQuery } from "../../../api/agency.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { LimitMeter } from "./LimitMeter.tsx";
import { LimitsDialog } from "./LimitsDialog.tsx";
import { limitNames } from "./limits.ts";

/** All limits of all clients in one table. */
export function LimitsPart() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const list = useQuery({ ...clientsQuery(), throwOnError: false });
  const { data: entitlements, error, isFetching, refetch } = useQuery({ ...allEntitlementsQuery, throwOnError: false });
  const [edited, setEdited] = useState<{ client: AgencyClient; limits: Entitlements } | null>(null);
  const failure = error ?? list.error;
  const rows =
    list.data === undefined || entitlements === undefined
      ? undefined
      : list.data.items.flatMap((client) => {
          const limits = entitlements.get(client.id);
          return client.status === "ended" || limits === undefined ? [] : [{ client, limits }];
        });
  if (failure !== null && rows === undefined)
    return <PartError error={failure} onRetry={() => void Promise.all([refetch(), list.refetch()])} isPending={isFetching} />;
  return (
    <div className="scroll grow">
      <Table<{ client: AgencyClient; limits: Entitlements }>
        label={t("agency.limits")}
        className="limits-table"
        rows={rows}
        rowId={({ client }) => client.id}
        columns={[
          { ...{ id: "name", name: t("agency.client") }, cell: ({ client }) => <bdi className="font-medium">{client.name}</bdi> },
          ...limitNames.map((name) => ({
            ...{ id: name, name: t(`agency.limit.${name}`) },
            cell: ({ limits }: { limits: Entitlements }) => <LimitMeter name={name} limit={limits.entitlements[name]} />,
          })),
          ...(can(me, "agency:write")
            ? [
                {
                  ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
                  cell: (row: { client: AgencyClient; limits: Entitlements }) => (
                    <Button
                      icon={Pencil}
                      label={t("agency.limits.edit", { name: row.client.name })}
                      variant="ghost"
                      size="small"
                      onPress={() => setEdited(row)}
                    />
                  ),
                },
              ]
            : []),
        ]}
        empty={<EmptyState icon={Gauge} title={t("agency.limits.empty")} />}
      />
      {edited !== null && (
        <LimitsDialog id={edited.client.id} name={edited.client.name} limits={edited.limits} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}
