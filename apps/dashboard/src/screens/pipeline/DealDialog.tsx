import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Deal, Pipeline } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { useOnce } from "../../api/attempts/once.ts";
import { deals } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { contactName } from "../../parts/contact-name.ts";
import { ComboBox } from "../../ui/fields/ComboBox.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog, Dialog, DialogContent, DialogFooter } from "../../ui/overlays/Dialog.tsx";
import { FormDialog, useChangesSinceOpened } from "../../ui/overlays/FormDialog.tsx";
import { DealHistory } from "./DealHistory.tsx";

interface Props {
  pipeline: Pipeline;
  deal: Deal | null;
  /** For a new one: the conversation that determines its contact; absent: the contact is selected. */
  conversationId?: string;
  isReadOnly?: boolean;
  onClose(): void;
}

/** A new deal, or an existing one. */
export function DealDialog({ pipeline, deal, conversationId, isReadOnly = false, onClose }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const [title, setTitle] = useState(deal?.title ?? "");
  const [amount, setAmount] = useState(deal?.amount ?? Number.NaN);
  const [currency, setCurrency] = useState(deal?.currency ?? "EUR");
  const [stageId, setStageId] = useState(deal?.stageId ?? pipeline.stages.find(({ kind }) => kind === "open")?.id ?? "");
  const [contactId, setContactId] = useState<string | null>(deal?.contactId ?? null);
  const [lostReason, setLostReason] = useState(deal?.lostReason ?? "");
  const [deleting, setDeleting] = useState(false);
  const lost = pipeline.stages.find(({ id }) => id === stageId)?.kind === "lost";
  const money = Number.isNaN(amount) ? { amount: null } : { amount, currency: currency.trim().toUpperCase() };
  const body = { title, stageId, ...money, ...(lost ? { lostReason } : {}) };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (deal === null) {
      const made = { ...body, contactId: contactId ?? undefined, conversationId };
      await once(made, (options) => api.deals.create(made, options));
    } else if (changes !== null) await api.deals.update(deal.id, changes);
    await Promise.all([deals.invalidate(client), client.invalidateQueries({ queryKey: ["boards"] })]);
    onClose();
  }
  if (deal !== null && deleting)
    return (
      <ConfirmDialog
        title={t("labels.delete", { name: deal.title })}
        isOpen
        isDanger
        confirmLabel={t("common.delete")}
        onOpenChange={setDeleting}
        onConfirm={async () => {
          await api.deals.delete(deal.id);
          await Promise.all([deals.invalidate(client), client.invalidateQueries({ queryKey: ["boards"] })]);
          onClose();
        }}
      >
        {t("pipeline.delete.text")}
      </ConfirmDialog>
    );
  const fields = (
    <>
      <TextField label={t("pipeline.title")} name="title" isRequired isReadOnly={isReadOnly} value={title} onChange={setTitle} />
      {deal === null && conversationId === undefined && (
        <ComboBox
          label={t("pipeline.contact")}
          name="contactId"
          value={contactId}
          load={async (query, signal) => {
            const { data } = await api.contacts.list({ q: query === "" ? undefined : query, limit: 10 }, { signal }).page();
            return data.map((each) => ({
              id: each.id,
              name: contactName(each, t("contact.unnamed")),
              description: each.phone ?? undefined,
            }));
          }}
          onChange={setContactId}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t("pipeline.amount")}
          name="amount"
          isOptional
          minValue={0}
          isReadOnly={isReadOnly}
          value={amount}
          onChange={setAmount}
        />
        <TextField label={t("pipeline.currency")} name="currency" isReadOnly={isReadOnly} value={currency} onChange={setCurrency} />
      </div>
      <Select
        label={t("pipeline.stage")}
        name="stageId"
        isReadOnly={isReadOnly}
        value={stageId}
        options={pipeline.stages.map(({ id, name }) => ({ id, name }))}
        onChange={setStageId}
      />
      {lost && (
        <TextField
          label={t("pipeline.lostReason")}
          name="lostReason"
          isRequired
          isReadOnly={isReadOnly}
          value={lostReason}
          onChange={setLostReason}
        />
      )}
      {deal !== null && <DealHistory dealId={deal.id} />}
    </>
  );
  if (isReadOnly)
    return (
      <Dialog title={t("pipeline.deal")} size="small" isOpen onOpenChange={(open) => !open && onClose()}>
        <DialogContent>
          <div className="grid gap-3">{fields}</div>
        </DialogContent>
        <DialogFooter>
          <Button variant="primary" onPress={onClose}>
            {t("common.close")}
          </Button>
        </DialogFooter>
      </Dialog>
    );
  return (
    <FormDialog
      title={t(deal === null ? "pipeline.newDeal" : "pipeline.deal")}
      size="small"
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      {fields}
      {deal !== null && (
        <Button icon={Trash2} variant="danger" size="small" className="justify-self-start" onPress={() => setDeleting(true)}>
          {t("pipeline.delete")}
        </Button>
      )}
    </FormDialog>
  );
}
