import { useState } from "react";
import type { App } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useOnce } from "../../../api/attempts/once.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { useRun } from "../frame/useRun.ts";

/** A constant: a new object would make the field reformat its number during typing. */
const decimals = { maximumFractionDigits: 6 };

/** Adds money that did not arrive through the gateway. */
export function TopUpAppDialog({ app: { id, name, currency }, onClose }: { app: App; onClose(): void }) {
  const { t, format } = useI18n();
  const { inForm } = useRun();
  const once = useOnce();
  const [amount, setAmount] = useState(Number.NaN);
  const [reason, setReason] = useState("");
  const text = reason.trim();
  const body = { amount, ...(text === "" ? {} : { reason: text }) };
  const submit = () =>
    inForm(
      async () => {
        await once([id, body], (options) => api.admin.apps.topUp(id, body, options));
        onClose();
      },
      t("admin.credit.done", { amount: format.price(amount, currency) }),
    );
  return (
    <FormDialog
      title={t("admin.app.topUp", { name })}
      size="small"
      verb={t("billing.topUp")}
      isDisabled={!(amount > 0)}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberField
        label={t("billing.amount")}
        name="amount"
        value={amount}
        onChange={setAmount}
        minValue={0}
        formatOptions={decimals}
        hideButtons
        unit={currency}
        autoFocus
      />
      <TextField label={t("admin.reason")} name="reason" isOptional value={reason} onChange={setReason} />
    </FormDialog>
  );
}
