import { useState } from "react";
import type { Price } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";
import { useRun } from "../frame/useRun.ts";

/** A constant: a new object would make the field reformat its number during typing. */
const decimals = { maximumFractionDigits: 6 };

/** A change of something else keeps the cost, which the API requires with each: not the one of when the dialog was opened. */
async function costNow({ id, costPerRequest }: Price): Promise<number> {
  for await (const price of api.admin.billing.pricing.list({ limit: 100 })) if (price.id === id) return price.costPerRequest;
  // It has been deleted, and the server says so.
  return costPerRequest;
}

/** A new price (null), or a change to one; its model cannot be changed. */
export function PriceDialog({ price, onClose }: { price: Price | null; onClose(): void }) {
  const { t } = useI18n();
  const { inForm } = useRun();
  const [modelName, setModelName] = useState(price?.modelName ?? "");
  const [costPerRequest, setCost] = useState(price?.costPerRequest ?? Number.NaN);
  const [typed, setTyped] = useState(price?.description ?? "");
  const [isActive, setActive] = useState(price?.isActive ?? true);
  const description = typed.trim() === "" ? null : typed.trim();
  const changes = useChangesSinceOpened({ costPerRequest, description, isActive });
  const submit = () =>
    inForm(async () => {
      if (price === null) await api.admin.billing.pricing.create({ modelName, costPerRequest, description });
      else if (changes !== null)
        await api.admin.billing.pricing.update(price.id, { ...changes, costPerRequest: changes.costPerRequest ?? (await costNow(price)) });
      onClose();
    }, t("common.saved"));
  return (
    <FormDialog
      title={price === null ? t("admin.price.new") : t("labels.edit", { name: price.modelName })}
      size="small"
      verb={t("common.save")}
      isDisabled={Number.isNaN(costPerRequest)}
      onSubmit={submit}
      onClose={onClose}
    >
      {price === null && (
        <TextField
          label={t("billing.model")}
          hint={t("admin.price.model.hint")}
          name="modelName"
          isCode
          value={modelName}
          onChange={setModelName}
          isRequired
        />
      )}
      <NumberField
        label={t("billing.perRequest")}
        name="costPerRequest"
        value={costPerRequest}
        onChange={setCost}
        minValue={0}
        formatOptions={decimals}
        hideButtons
        {...(price === null ? {} : { unit: price.currency })}
      />
      <TextField label={t("billing.description")} name="description" isOptional value={typed} onChange={setTyped} />
      {price !== null && (
        <Switch isSelected={isActive} onChange={setActive} hint={t("admin.price.active.hint")}>
          {t("admin.price.active")}
        </Switch>
      )}
    </FormDialog>
  );
}
