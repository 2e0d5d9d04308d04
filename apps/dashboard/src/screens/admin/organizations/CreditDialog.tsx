import { useState } from "react";
import { api } from "../../../api/client.ts";
import { useOnce } from "../../../api/attempts/once.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { useRun } from "../frame/useRun.ts";

/** A constant: a new object would make the field reformat its number during typing. */
const decimals = { maximumFractionDigits: 6 };

/** Increases or decreases a balance. */
export function CreditDialog({ organizationId, currency, onClose }: { organizationId: string; currency: string; onClose(): void }) {
  const { t, format } = useI18n();
  const { inForm } = useRun();
  const once = useOnce();
  const [amount, setAmount] = useState(Number.NaN);
  const [reason, setReason] = useState("");
  const [adminId, setAdminId] = useState("");
  const text = reason.trim();
  const by = adminId.trim();
  const body = { amount, ...(text === "" ? {} : { reason: text }), ...(by === "" ? {} : { adminId: by }) };
  const submit = () =>
    inForm(
      async () => {
        await once([organizationId, body], (options) => api.admin.billing.organizations.credits.create(organizationId, body, options));
        onClose();
      },
      t("admin.credit.done", { amount: format.price(amount, currency) }),
    );
  return (
    <FormDialog
      title={t("admin.credit")}
      size="small"
      verb={t(amount < 0 ? "admin.credit.take" : "admin.credit.give")}
      isDisabled={Number.isNaN(amount) || amount === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberField
        label={t("billing.amount")}
        hint={t("admin.credit.hint")}
        name="amount"
        value={amount}
        onChange={setAmount}
        formatOptions={decimals}
        hideButtons
        unit={currency}
        autoFocus
      />
      <TextField label={t("admin.reason")} hint={t("admin.reason.hint")} name="reason" value={reason} onChange={setReason} />
      <TextField label={t("admin.approvedBy")} name="adminId" isOptional value={adminId} onChange={setAdminId} />
    </FormDialog>
  );
}
