import { Receipt } from "lucide-react";
import type { Transaction } from "@parley/sdk";
import type { PagedQuery } from "../../api/paged.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ListFrame } from "../ListFrame.tsx";
import { When } from "../When.tsx";

interface Props {
  query: PagedQuery<Transaction>;
  currency: string;
  call: string;
}

/** A balance's transactions, newest first. */
export function TransactionList({ query, currency, call }: Props) {
  const { t, format } = useI18n();
  return (
    <ListFrame<Transaction>
      query={query}
      label={t("billing.transactions")}
      rowId={({ id }) => id}
      columns={[
        { id: "when", name: t("audit.when"), cell: ({ createdAt }) => <When at={createdAt} /> },
        { id: "what", name: t("billing.kind"), isRowHeader: true, cell: (entry) => <What entry={entry} /> },
        {
          ...({ id: "amount", name: t("billing.amount"), align: "end" } as const),
          cell: ({ amount, owed }) => (
            <span className={amount > 0 ? "text-success-text" : ""}>
              {format.price(amount, currency)}
              {owed !== null && (
                <span className="block text-12 text-text-3">{t("billing.owed", { amount: format.price(owed, currency) })}</span>
              )}
            </span>
          ),
        },
        {
          ...({ id: "after", name: t("billing.after"), align: "end" } as const),
          cell: ({ balanceAfter }) => format.price(balanceAfter, currency),
        },
      ]}
      empty={
        <EmptyState icon={Receipt} title={t("billing.transactions.empty")} call={call}>
          {t("billing.transactions.empty.text")}
        </EmptyState>
      }
    />
  );
}

function What({ entry: { type, reason, price, reference } }: { entry: Transaction }) {
  const { t } = useI18n();
  return (
    <span className="min-w-0">
      <span className="block font-medium">{t(`billing.type.${type}`)}</span>
      <bdi className="cut block text-12 text-text-3">
        {price === null
          ? (reason ?? reference)
          : // A call is charged by started minutes.
            t(reference.startsWith("voice:") ? "billing.minutesOf" : "billing.requestsOf", { n: price.requests, model: price.modelName })}
      </bdi>
    </span>
  );
}
