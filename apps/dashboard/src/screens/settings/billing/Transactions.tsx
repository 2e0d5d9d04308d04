import { Download } from "lucide-react";
import type { Balance } from "@parley/sdk";
import { firstOfNext, transactionsQuery } from "../../../api/settings/billing.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { TransactionList } from "../../../parts/money/TransactionList.tsx";
import { buttonClass } from "../../../ui/Button.tsx";
import { FilterBar } from "../../../ui/lists/FilterBar.tsx";
import { MonthSelect, useMonth } from "./MonthSelect.tsx";

/** All transactions of the balance, and a month of them as a file. */
export function Transactions({ balance: { currency } }: { balance: Balance }) {
  const { t } = useI18n();
  const month = useMonth();
  return (
    <>
      <FilterBar
        label={t("billing.file")}
        end={
          <>
            <MonthSelect />
            <a
              className={buttonClass("plain", "small")}
              href={`/api/v1/billing/transactions.csv?from=${month}-01&to=${firstOfNext(month)}`}
              download
            >
              <Download className="icon icon-14" aria-hidden />
              {t("billing.file.download")}
            </a>
          </>
        }
      >
        {null}
      </FilterBar>
      <TransactionList query={transactionsQuery()} currency={currency} call="GET /api/v1/billing/transactions" />
    </>
  );
}
