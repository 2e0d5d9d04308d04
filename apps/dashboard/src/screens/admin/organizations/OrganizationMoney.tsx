import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { organizationBalanceQuery, organizationTransactionsQuery } from "../../../api/admin/admin.ts";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { TransactionList } from "../../../parts/money/TransactionList.tsx";
import { Button } from "../../../ui/Button.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { Stat } from "../../../ui/Stat.tsx";
import { useRun } from "../frame/useRun.ts";
import { CreditDialog } from "./CreditDialog.tsx";

/** An organization's balance: crediting, adjusting, and all its transactions. */
export function OrganizationMoney({ organizationId, mayWrite }: { organizationId: string; mayWrite: boolean }) {
  const { t, format } = useI18n();
  const { now } = useRun();
  const { data, error, refetch } = useQuery(organizationBalanceQuery(organizationId));
  const [crediting, setCrediting] = useState(false);
  if (error !== null && data === undefined) return <PartError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={3} />;
  const money = (amount: number) => format.price(amount, data.currency);
  const allow = (allowNegativeBalance: boolean) =>
    void now(() => api.admin.billing.organizations.update(organizationId, { allowNegativeBalance }), t("common.saved"));
  return (
    <>
      <div className="billing">
        <div className="flex items-center">
          <h3>{t("billing.after")}</h3>
          {mayWrite && (
            <Button className="ms-auto" onPress={() => setCrediting(true)}>
              {t("admin.credit")}
            </Button>
          )}
        </div>
        <div className="card billing-stats">
          <Stat label={t("billing.available")} value={money(data.balance)}>
            {t(data.allowNegativeBalance ? "billing.negative" : "billing.prepaid")}
          </Stat>
          <Stat label={t("billing.reserved")} value={money(data.reserved)}>
            {t("billing.reserved.text")}
          </Stat>
          <Stat label={t("billing.alert")} value={data.lowThreshold === null ? "–" : money(data.lowThreshold)}>
            {data.lowSince === null ? t("admin.paidBy", { who: t(`admin.paidBy.${data.usagePaidBy}`) }) : t("admin.balance.low")}
          </Stat>
        </div>
        <Switch isSelected={data.allowNegativeBalance} isDisabled={!mayWrite} hint={t("admin.allowNegative.hint")} onChange={allow}>
          {t("admin.allowNegative")}
        </Switch>
      </div>
      <TransactionList
        query={organizationTransactionsQuery(organizationId)}
        currency={data.currency}
        call={`GET /api/v1/admin/billing/organizations/${organizationId}/transactions`}
      />
      {crediting && <CreditDialog organizationId={organizationId} currency={data.currency} onClose={() => setCrediting(false)} />}
    </>
  );
}
