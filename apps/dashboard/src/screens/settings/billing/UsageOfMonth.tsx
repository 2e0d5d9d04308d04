import { useQuery } from "@tanstack/react-query";
import { channelUsageQuery, modelUsageQuery } from "../../../api/settings/billing.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Table } from "../../../ui/lists/Table.tsx";

/** The cost of each model in a month. */
export function UsageByModel({ month, currency }: { month: string; currency: string }) {
  const { t, format } = useI18n();
  const { data, error, refetch } = useQuery(modelUsageQuery(month));
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  const owes = data?.models.some(({ owed }) => owed > 0) === true;
  return (
    <Table
      label={t("billing.byModel")}
      rows={data?.models}
      rowId={({ modelName }) => modelName}
      columns={[
        { id: "model", name: t("billing.byModel"), cell: ({ modelName }) => <bdi>{modelName}</bdi> },
        { id: "requests", name: t("billing.usage.aiRequests"), align: "end", cell: ({ requests }) => format.number(requests) },
        {
          ...({ id: "spend", name: t("billing.spend"), align: "end" } as const),
          cell: ({ spend }) => format.price(spend, currency),
        },
        ...(owes
          ? [
              {
                ...({ id: "owed", name: t("billing.owedToAgency"), align: "end" } as const),
                cell: ({ owed }: { owed: number }) => format.price(owed, currency),
              },
            ]
          : []),
      ]}
      empty={<p className="text-text-3 px-4">{t("billing.byModel.none")}</p>}
    />
  );
}

interface ChannelLine {
  id: string;
  name: string | null;
  received: number;
  sent: number;
}

/** A month's messages by channel. */
export function UsageByChannel({ month }: { month: string }) {
  const { t, format } = useI18n();
  const { data, error, refetch } = useQuery(channelUsageQuery(month));
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  const lines = new Map<string, ChannelLine>();
  for (const direction of ["received", "sent"] as const)
    for (const { key, name, value } of data?.[direction] ?? []) {
      const id = key ?? "";
      const line = lines.get(id) ?? { id, name, received: 0, sent: 0 };
      line[direction] = value ?? 0;
      lines.set(id, line);
    }
  return (
    <Table<ChannelLine>
      label={t("billing.byChannel")}
      rows={data === undefined ? undefined : [...lines.values()]}
      rowId={({ id }) => id}
      columns={[
        { id: "channel", name: t("billing.byChannel"), cell: ({ name, id }) => <bdi>{name ?? (id === "" ? t("common.none") : id)}</bdi> },
        { id: "in", name: t("billing.usage.messagesIn"), align: "end", cell: ({ received }) => format.number(received) },
        { id: "out", name: t("billing.usage.messagesOut"), align: "end", cell: ({ sent }) => format.number(sent) },
      ]}
      empty={<p className="text-text-3 px-4">{t("billing.byChannel.none")}</p>}
    />
  );
}
