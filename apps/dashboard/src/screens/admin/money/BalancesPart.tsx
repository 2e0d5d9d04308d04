import { Wallet } from "lucide-react";
import type { OrganizationBalance } from "@parley/sdk";
import { balancesQuery } from "../../../api/admin/admin.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";

/** Each organization's balance. */
export function BalancesPart() {
  const { t, format } = useI18n();
  return (
    <ListFrame<OrganizationBalance>
      query={balancesQuery()}
      label={t("admin.balances")}
      rowId={({ organizationId }) => organizationId}
      rowHref={({ organizationId }) => `/admin/organizations/${organizationId}`}
      columns={[
        { id: "name", name: t("admin.organization"), cell: ({ name }) => <bdi className="font-medium">{name}</bdi> },
        { id: "kind", name: t("general.kind"), cell: ({ kind }) => t(`admin.kind.${kind}`) },
        {
          ...{ id: "state", name: t("inbox.status") },
          cell: ({ lowSince, allowNegativeBalance }) => (
            <span className="flex flex-wrap gap-1">
              {lowSince !== null && <Chip tone="warn">{t("admin.balance.low")}</Chip>}
              {allowNegativeBalance && <Chip>{t("admin.balance.negative")}</Chip>}
            </span>
          ),
        },
        {
          ...({ id: "reserved", name: t("billing.reserved"), align: "end" } as const),
          cell: ({ reserved, currency }) => format.price(reserved, currency),
        },
        {
          ...({ id: "balance", name: t("billing.available"), align: "end" } as const),
          cell: ({ balance, currency }) => format.price(balance, currency),
        },
      ]}
      empty={<EmptyState icon={Wallet} title={t("admin.nothing")} call="GET /api/v1/admin/billing/organizations" />}
    />
  );
}
