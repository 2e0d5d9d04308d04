import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Phone } from "lucide-react";
import type { PhoneNumber, TelephonyAccount } from "@parley/sdk";
import { voiceAgentsQuery } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { RowTools } from "../../../parts/RowTools.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { Table } from "../../../ui/lists/Table.tsx";

interface Props {
  numbers: readonly PhoneNumber[] | undefined;
  accounts: readonly TelephonyAccount[];
  mayWrite: boolean;
  onEdit(number: PhoneNumber): void;
  onDelete(number: PhoneNumber): void;
}

export function NumberList({ numbers, accounts, mayWrite, onEdit, onDelete }: Props) {
  const { t } = useI18n();
  const { data: agents } = useQuery(voiceAgentsQuery());
  return (
    <Table<PhoneNumber>
      label={t("telephone.numbers")}
      rows={numbers}
      rowId={({ id }) => id}
      columns={[
        {
          ...{ id: "number", name: t("telephone.number") },
          cell: ({ number, name }) => (
            <span className="block min-w-0">
              <bdi dir="ltr" className="font-medium tabular-nums">
                {number}
              </bdi>
              {name !== number && <bdi className="cut block text-12 text-text-3">{name}</bdi>}
            </span>
          ),
        },
        {
          ...{ id: "agent", name: t("telephone.number.agent") },
          cell({ voiceAgentId }) {
            const agent = agents?.items.find(({ id }) => id === voiceAgentId);
            if (agent === undefined) return <span className="text-text-3">{t("telephone.number.nobody")}</span>;
            return (
              <Link className="link" to="/voice/$part/$recordId" params={{ part: "agents", recordId: agent.id }} search={{}}>
                <bdi>{agent.name}</bdi>
                {!agent.isActive && ` (${t("voice.off")})`}
              </Link>
            );
          },
        },
        {
          ...{ id: "account", name: t("telephone.account") },
          cell: ({ telephonyAccountId }) => <bdi className="text-text-2">{accounts.find(({ id }) => id === telephonyAccountId)?.name}</bdi>,
        },
        {
          ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
          cell: (row) => mayWrite && <RowTools name={row.number} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />,
        },
      ]}
      empty={
        <EmptyState icon={Phone} title={t("telephone.number.empty")} call="POST /api/v1/phone-numbers">
          {t("telephone.number.empty.text")}
        </EmptyState>
      }
    />
  );
}
