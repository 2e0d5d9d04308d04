import "../../../styles/screens/billing.css";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { balanceQuery } from "../../../api/settings/billing.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { billingLists } from "./billing-search.ts";
import { Overview } from "./Overview.tsx";
import { PaymentsUnderWay } from "./PaymentsUnderWay.tsx";
import { Payments } from "./Payments.tsx";
import { Prices } from "./Prices.tsx";
import { Transactions } from "./Transactions.tsx";
import { Usage } from "./Usage.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";

/** Dialogs and panes that are loaded when they are opened. */
const TopUpDialog = lazyComponent(async () => (await import("./TopUpDialog.tsx")).TopUpDialog, { keys: "all" });

const pages = { usage: Usage, payments: Payments, transactions: Transactions, prices: Prices };

/** They all have the same path. */
const wholeAddress = { exact: true, includeSearch: true };

/** The organization's money: its balance, payments and usage. */
export function BillingPart() {
  const { t } = useI18n();
  const { list } = useSearch({ from: "/app/settings/$part" });
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: balance, error, refetch, isFetching } = useQuery(balanceQuery());
  const [toppingUp, setToppingUp] = useState(false);
  const [madeId, setMadeId] = useState<string | null>(null);
  const mayPay = can(me, "billing:write");
  useActions([
    {
      ...({ id: "billing.topUp", label: "billing.topUp", group: "shell.settings", icon: Plus, keys: "c" } as const),
      enabled: mayPay && balance !== undefined,
      run: () => setToppingUp(true),
    },
  ]);
  if (error !== null && balance === undefined) return <PartError error={error} onRetry={() => void refetch()} isPending={isFetching} />;
  if (balance === undefined) return <SkeletonRows rows={6} />;
  const Page = list === undefined ? null : pages[list];
  return (
    <>
      <nav className="tabs" aria-label={t("settings.billing")}>
        <Link
          to="/settings/$part"
          params={{ part: "billing" }}
          search={{}}
          activeOptions={wholeAddress}
          aria-current={list === undefined ? "page" : undefined}
        >
          {t("billing.overview")}
        </Link>
        {billingLists.map((id) => (
          <Link
            key={id}
            to="/settings/$part"
            params={{ part: "billing" }}
            search={{ list: id }}
            activeOptions={wholeAddress}
            aria-current={list === id ? "page" : undefined}
          >
            {t(`billing.${id}`)}
          </Link>
        ))}
      </nav>
      <PaymentsUnderWay madeId={madeId} mayPay={mayPay} onDone={() => setMadeId(null)} onAgain={() => setToppingUp(true)} />
      {Page === null ? <Overview balance={balance} mayWrite={mayPay} onTopUp={() => setToppingUp(true)} /> : <Page balance={balance} />}
      {toppingUp && <TopUpDialog currency={balance.currency} onMade={({ id }) => setMadeId(id)} onClose={() => setToppingUp(false)} />}
    </>
  );
}
