import { useState } from "react";
import type { Subscription } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { DatePicker } from "../../../ui/fields/DatePicker.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";
import { useRun } from "../frame/useRun.ts";

export const subscriptionStates = ["trialing", "active", "past_due", "paused", "cancelled", "expired"] as const;
const periods = ["monthly", "quarterly", "yearly", "one_time"] as const;
/** A constant: a new object would make the field reformat its number during typing. */
const decimals = { maximumFractionDigits: 6 };
const dayOf = (at: string | null) => at?.slice(0, 10) ?? null;

/** A subscription's terms. The server decides which status may follow. */
export function SubscriptionDialog({ subscription: was, onClose }: { subscription: Subscription; onClose(): void }) {
  const { t } = useI18n();
  const { inForm } = useRun();
  const [status, setStatus] = useState(was.status);
  const [subscriptionType, setType] = useState(was.subscriptionType);
  const [itemName, setItemName] = useState(was.itemName);
  const [billingAmount, setAmount] = useState(was.billingAmount);
  const [cycles, setCycles] = useState(was.cycles ?? Number.NaN);
  const [nextBilling, setNextBilling] = useState(dayOf(was.nextBilling));
  const [endDate, setEndDate] = useState(dayOf(was.endDate));
  const left = Number.isNaN(cycles) ? null : cycles;
  /** Only the changes: sending an unchanged day would move the time of the next bill. */
  const changes = useChangesSinceOpened({ status, subscriptionType, itemName, billingAmount, cycles: left, nextBilling, endDate });
  const submit = () =>
    inForm(async () => {
      if (changes !== null) await api.admin.subscriptions.update(was.id, changes);
      onClose();
    }, t("common.saved"));
  return (
    <FormDialog
      title={t("admin.subscription.of", { name: was.organizationName })}
      verb={t("common.save")}
      isDisabled={changes === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t("inbox.status")}
        name="status"
        value={status}
        options={subscriptionStates.map((id) => ({ id, name: t(`billing.state.${id}`) }))}
        onChange={setStatus}
      />
      <TextField label={t("billing.item")} name="itemName" value={itemName} onChange={setItemName} isRequired />
      <NumberField
        label={t("billing.price")}
        name="billingAmount"
        value={billingAmount}
        onChange={setAmount}
        minValue={0}
        formatOptions={decimals}
        hideButtons
        unit={was.currency}
      />
      <Select
        label={t("admin.period")}
        name="subscriptionType"
        value={subscriptionType}
        options={periods.map((id) => ({ id, name: t(`billing.period.${id}`) }))}
        onChange={setType}
      />
      <NumberField
        label={t("billing.billsLeft")}
        hint={t("admin.billsLeft.hint")}
        name="cycles"
        value={cycles}
        onChange={setCycles}
        minValue={0}
        hideButtons
      />
      <DatePicker label={t("billing.nextBill")} name="nextBilling" value={nextBilling} onChange={setNextBilling} />
      <DatePicker label={t("billing.endsOn")} name="endDate" isOptional value={endDate} onChange={setEndDate} />
    </FormDialog>
  );
}
