import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PaymentRequest } from "@parley/sdk";
import { useOnce } from "../../../api/attempts/once.ts";
import { requestPayment } from "../../../api/settings/billing.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";

/** Constants: a new object would make the field reformat its number during typing. */
const amountFormats = new Map<string, Intl.NumberFormatOptions>();
function amountFormat(currency: string): Intl.NumberFormatOptions {
  let made = amountFormats.get(currency);
  if (made === undefined) amountFormats.set(currency, (made = { style: "currency", currency, maximumFractionDigits: 6 }));
  return made;
}

interface Props {
  currency: string;
  onMade(payment: PaymentRequest): void;
  onClose(): void;
}

/** Requests an invoice from the payment gateway; the paid amount is added to the balance. */
export function TopUpDialog({ currency, onMade, onClose }: Props) {
  const { t, format } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const [amount, setAmount] = useState(50);
  const [description, setDescription] = useState("");
  const isAmount = Number.isFinite(amount) && amount > 0;
  async function submit() {
    const text = description.trim();
    const body = { amount, ...(text === "" ? {} : { description: text }) };
    onMade(await once(body, (options) => requestPayment(client, body, options)));
    onClose();
  }
  return (
    <FormDialog
      title={t("billing.topUp")}
      size="small"
      verb={isAmount ? t("billing.topUp.verb", { amount: format.price(amount, currency) }) : t("billing.topUp")}
      isDisabled={!isAmount}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberField
        label={t("billing.amount")}
        name="amount"
        value={amount}
        onChange={setAmount}
        minValue={0}
        hideButtons
        formatOptions={amountFormat(currency)}
        autoFocus
      />
      <TextField
        label={t("billing.description")}
        name="description"
        hint={t("billing.description.hint")}
        isOptional
        value={description}
        onChange={setDescription}
      />
      <p className="text-12 text-text-3">{t("billing.topUp.text")}</p>
    </FormDialog>
  );
}
