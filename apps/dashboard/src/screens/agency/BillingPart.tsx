import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Receipt } from "lucide-react";
import type { ClientBillingMonth } from "@parley/sdk";
import { billingSummaryQuery, currencyQuery } from "../../api/agency.ts";
import { serverNow } from "../../api/clock.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../ui/feedback/PartError.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { Table } from "../../ui/lists/Table.tsx";
import { Stat } from "../../ui/Stat.tsx";
import { useAgencySearch } from "./useAgencySearch.ts";

const monthsShown = 12;
const sums = ["cost", "owed", "charged", "earned"] as const;

/** Months are in UTC, as the server counts them. */
function lastMonths(): string[] {
  const now = new Date(serverNow());
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, "2026-11".length),
  );
}

/** What all clients used in a month, the part that the agency paid, and what it earns. */
export function BillingPart() {
  const { t, format, language } = useI18n();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const months = lastMonths();
  const { month = months[0] ?? "" } = useAgencySearch();
  const { data: rows, error, isFetching, refetch } = useQuery({ ...billingSummaryQuery({ month }), throwOnError: false });
  const { data: currency } = useQuery({ ...currencyQuery, enabled: can(me, "billing:read"), throwOnError: false });
  const money = (amount: number) => (currency === undefined ? format.number(amount) : format.money(amount, currency));
  const nameOf = (each: string) =>
    new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${each}-01T00:00:00Z`));
  const total = (of: (typeof sums)[number]) => (rows ?? []).reduce((sum, row) => sum + row[of], 0);
  return (
    <div className="scroll grow">
      <FilterBar label={t("ui.filter")}>
        <Select
          label={t("agencyBilling.month")}
          hideLabel
          size="small"
          value={month}
          options={[...new Set([...months, month])].map((id) => ({ id, name: nameOf(id) }))}
          onChange={(id) => void navigate({ to: ".", search: (now: object) => ({ ...now, month: id === months[0] ? undefined : id }) })}
        />
      </FilterBar>
      {error !== null && rows === undefined ? (
        <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />
      ) : (
        <>
          <div className="agency-sums">
            {sums.map((each) => (
              <Stat key={each} label={t(`agencyBilling.${each}`)} value={rows === undefined ? "–" : money(total(each))}>
                {t(`agencyBilling.${each}.text`)}
              </Stat>
            ))}
          </div>
          <Table<ClientBillingMonth>
            label={t("agency.billing")}
            rows={rows}
            rowId={({ clientId }) => clientId}
            columns={[
              { ...{ id: "name", name: t("agency.client") }, cell: ({ clientName }) => <bdi className="font-medium">{clientName}</bdi> },
              {
                ...{ id: "charges", name: t("agencyBilling.charges"), align: "end" },
                cell: ({ charges }) => format.number(charges),
              },
              ...sums.map((each) => ({
                ...({ id: each, name: t(`agencyBilling.${each}`), align: "end" } as const),
                cell: (row: ClientBillingMonth) => <span className="tabular-nums">{money(row[each])}</span>,
              })),
            ]}
            empty={<EmptyState icon={Receipt} title={t("agencyBilling.empty", { month: nameOf(month) })} />}
          />
        </>
      )}
    </div>
  );
}
