import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Balance } from "@parley/sdk";
import { setLowThreshold, usageQuery } from "../../../api/settings/billing.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { Form } from "../../../ui/fields/Form.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Stat } from "../../../ui/Stat.tsx";
import { Limits } from "./Limits.tsx";
import { OwnSubscription } from "./OwnSubscription.tsx";

/** A constant: a new object would make the field reformat its number during typing. */
const decimals = { maximumFractionDigits: 6 };

/** The balance, what it pays for, and the threshold for low-balance warnings. */
export function Overview({ balance, mayWrite, onTopUp }: { balance: Balance; mayWrite: boolean; onTopUp(): void }) {
  const { t, format } = useI18n();
  const { data } = useInfiniteQuery(usageQuery());
  const { currency, isActive, lowSince, lowThreshold, usagePaidBy, markupPercent, allowNegativeBalance } = balance;
  const money = (amount: number) => format.price(amount, currency);
  const newest = data?.pages[0]?.data[0];
  return (
    <div className="billing">
      {!isActive && (
        <Notice tone="bad" title={t("billing.inactive")}>
          {t("billing.inactive.text")}
        </Notice>
      )}
      {lowSince !== null && (
        <Notice tone="warn" title={t("billing.low", { amount: money(lowThreshold ?? 0) })}>
          {t("billing.low.text", { when: format.relative(lowSince) })}
        </Notice>
      )}
      <section className="card" aria-label={t("billing.after")}>
        <div className="card-head">
          <h2>{t("billing.after")}</h2>
          {mayWrite && (
            <Button variant="primary" size="small" icon={Plus} keys="c" className="ms-auto" onPress={onTopUp}>
              {t("billing.topUp")}
            </Button>
          )}
        </div>
        <div className="billing-stats">
          <Stat label={t("billing.available")} value={money(balance.balance)}>
            {t(allowNegativeBalance ? "billing.negative" : "billing.prepaid")}
          </Stat>
          <Stat label={t("billing.reserved")} value={money(balance.reserved)}>
            {t("billing.reserved.text")}
          </Stat>
          <Stat label={t("billing.spend")} value={newest === undefined ? "–" : money(newest.spend)}>
            {newest === undefined ? t("billing.usage.none") : format.month(newest.month)}
          </Stat>
        </div>
      </section>
      {markupPercent !== null && (
        <Notice tone="plain">
          {t(usagePaidBy === "agency" ? "billing.paidByAgency" : "billing.paidBySelf", { percent: format.percent(markupPercent / 100) })}
        </Notice>
      )}
      <OwnSubscription />
      <section className="card" aria-label={t("billing.alert")}>
        <div className="card-head">
          <h2>{t("billing.alert")}</h2>
        </div>
        <AlertForm threshold={lowThreshold} currency={currency} mayWrite={mayWrite} />
      </section>
      <Limits />
    </div>
  );
}

function AlertForm({ threshold, currency, mayWrite }: { threshold: number | null; currency: string; mayWrite: boolean }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [typed, setTyped] = useState(threshold ?? Number.NaN);
  async function save() {
    await setLowThreshold(client, Number.isNaN(typed) ? null : typed);
    toast.show({ tone: "ok", text: t("common.saved") });
  }
  return (
    <Form onSubmit={save} className="grid gap-3 p-4">
      <NumberField
        label={t("billing.threshold")}
        hint={t("billing.threshold.hint")}
        name="lowThreshold"
        value={typed}
        onChange={setTyped}
        formatOptions={decimals}
        minValue={0}
        hideButtons
        unit={currency}
        placeholder={t("billing.threshold.never")}
        isReadOnly={!mayWrite}
      />
      {mayWrite && (
        <Button type="submit" className="justify-self-start">
          {t("common.save")}
        </Button>
      )}
    </Form>
  );
}
