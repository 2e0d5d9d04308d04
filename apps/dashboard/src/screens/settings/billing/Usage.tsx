import { useSuspenseQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import type { Balance, UsageMonth } from "@parley/sdk";
import { usageQuery } from "../../../api/settings/billing.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ListFrame } from "../../../parts/ListFrame.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { MonthSelect, useMonth } from "./MonthSelect.tsx";
import { UsageByChannel, UsageByModel } from "./UsageOfMonth.tsx";

/** Usage by month; for one month, by model and by channel. */
export function Usage({ balance: { currency } }: { balance: Balance }) {
  const { t, format } = useI18n();
  const month = useMonth();
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <>
      <ListFrame<UsageMonth>
        query={usageQuery()}
        label={t("billing.usage")}
        rowId={({ month: id }) => id}
        columns={[
          { id: "month", name: t("billing.month"), cell: ({ month: of }) => format.month(of) },
          ...(["messagesIn", "messagesOut", "activeContacts", "aiRequests"] as const).map((id) => ({
            ...({ id, name: t(`billing.usage.${id}`), align: "end" } as const),
            cell: (row: UsageMonth) => format.number(row[id]),
          })),
          { ...({ id: "spend", name: t("billing.spend"), align: "end" } as const), cell: ({ spend }) => format.price(spend, currency) },
        ]}
        empty={
          <EmptyState icon={ChartColumn} title={t("billing.usage.none")} call="GET /api/v1/billing/usage">
            {t("billing.usage.none.text")}
          </EmptyState>
        }
      />
      <div className="billing-month">
        <FilterBar label={t("billing.month")}>
          <MonthSelect />
        </FilterBar>
      </div>
      <h2 className="billing-heading">{t("billing.byModel.title")}</h2>
      <UsageByModel month={month} currency={currency} />
      {can(me, "metrics:read") && (
        <>
          <h2 className="billing-heading">{t("billing.byChannel.title")}</h2>
          <UsageByChannel month={month} />
        </>
      )}
    </>
  );
}
