import { useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Order } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { useOnce } from "../../api/attempts/once.ts";
import { orders } from "../../api/resources.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Notice } from "../../ui/feedback/Notice.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import {
  changesOf,
  draftOf,
  emptyItem,
  firstStatuses,
  isOpen,
  type ItemDraft,
  itemsOf,
  newOrder,
  nextStatuses,
  totalOf,
} from "./order-form.ts";

/** As many decimals as the API stores: a field rounds to the digits that it may show. */
const exactly = { maximumFractionDigits: 6 };

interface Props {
  /** null: a new one. */
  order: Order | null;
  contactId: string;
  /** For a new one: the currency of the contact's last order. */
  currency: string;
  onClose(): void;
}

/** A contact's new or existing order: the items sold, and its status. */
export function OrderDialog({ order, contactId, currency, onClose }: Props) {
  const { t, format } = useI18n();
  const client = useQueryClient();
  const once = useOnce();
  const [draft, setDraft] = useState(() => (order === null ? newOrder(currency) : draftOf(order)));
  const [deleting, setDeleting] = useState(false);
  const change = (patch: Partial<typeof draft>) => setDraft((was) => ({ ...was, ...patch }));
  const isFixed = order !== null && !isOpen(order.status);
  const statuses = order === null ? firstStatuses : nextStatuses[order.status];
  const code = draft.currency.trim().toUpperCase();
  async function save() {
    const note = draft.note.trim();
    if (order === null) {
      const { discount, tax, shipping } = draft;
      const status = firstStatuses.find((each) => each === draft.status);
      const amounts = Object.fromEntries(Object.entries({ discount, tax, shipping }).filter(([, value]) => !Number.isNaN(value)));
      const body = {
        ...{ contactId, items: itemsOf(draft), currency: code, ...amounts },
        ...(status === undefined ? {} : { status }),
        ...(note === "" ? {} : { note }),
      };
      await once(body, (options) => api.orders.create(body, options));
      orders.invalidate(client);
    } else {
      const changes = changesOf(order, draft);
      if (Object.keys(changes).length > 0) await orders.update(client, order.id, changes, { quiet: true });
    }
    onClose();
  }
  if (order !== null && deleting)
    return (
      <ConfirmDialog
        title={t("labels.delete", { name: order.number })}
        isOpen
        isDanger
        confirmLabel={t("common.delete")}
        onOpenChange={setDeleting}
        onConfirm={async () => {
          await orders.remove(client, order.id);
          onClose();
        }}
      >
        {t("orders.delete.text")}
      </ConfirmDialog>
    );
  return (
    <FormDialog
      title={order === null ? t("orders.new") : t("orders.one", { number: order.number })}
      verb={t(order === null ? "orders.create" : "common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      {isFixed && <Notice>{t("orders.fixed")}</Notice>}
      {draft.items.map((item, at) => (
        <Item
          // biome-ignore lint/suspicious/noArrayIndexKey: the values come from the draft, and a line has no id
          key={at}
          item={item}
          at={at}
          isFixed={isFixed}
          onChange={(patch) => change({ items: draft.items.map((each, index) => (index === at ? { ...each, ...patch } : each)) })}
          onRemove={draft.items.length > 1 ? () => change({ items: draft.items.toSpliced(at, 1) }) : null}
        />
      ))}
      {!isFixed && (
        <Button size="small" icon={Plus} className="justify-self-start" onPress={() => change({ items: [...draft.items, emptyItem] })}>
          {t("orders.addItem")}
        </Button>
      )}
      <div className="grid grid-cols-2 gap-3">
        {(["discount", "tax", "shipping"] as const).map((field) => (
          <NumberField
            key={field}
            label={t(`orders.${field}`)}
            name={field}
            minValue={0}
            formatOptions={exactly}
            isReadOnly={isFixed}
            hideButtons
            value={draft[field]}
            onChange={(value) => change({ [field]: value })}
          />
        ))}
        <TextField
          label={t("pipeline.currency")}
          name="currency"
          maxLength={3}
          isReadOnly={isFixed}
          value={draft.currency}
          onChange={(next) => change({ currency: next })}
        />
      </div>
      <p className="flex items-center gap-2 font-medium" role="status">
        {t("orders.total")}
        <span className="ms-auto tabular-nums">
          {/^[A-Z]{3}$/.test(code) ? format.money(totalOf(draft), code) : format.number(totalOf(draft))}
        </span>
      </p>
      <Select<Order["status"]>
        label={t("inbox.status")}
        name="status"
        value={draft.status}
        options={statuses.map((id) => ({ id, name: format.sentence(t(`order.status.${id}`)) }))}
        onChange={(status) => change({ status })}
      />
      <TextArea label={t("orders.note")} name="note" isOptional rows={2} value={draft.note} onChange={(note) => change({ note })} />
      {order !== null && isOpen(order.status) && (
        <Button icon={Trash2} variant="danger" size="small" className="justify-self-start" onPress={() => setDeleting(true)}>
          {t("common.delete")}
        </Button>
      )}
    </FormDialog>
  );
}

interface ItemProps {
  item: ItemDraft;
  at: number;
  isFixed: boolean;
  onChange(patch: Partial<ItemDraft>): void;
  /** null: it is the only one. */
  onRemove: (() => void) | null;
}

function Item({ item, at, isFixed, onChange, onRemove }: ItemProps) {
  const { t } = useI18n();
  return (
    <div className="order-item" role="group" aria-label={t("orders.item", { n: at + 1 })}>
      <TextField
        label={t("orders.item.name")}
        name={`items[${at}].name`}
        isRequired
        isReadOnly={isFixed}
        value={item.name}
        onChange={(name) => onChange({ name })}
      />
      <NumberField
        label={t("orders.item.quantity")}
        name={`items[${at}].quantity`}
        minValue={0}
        formatOptions={exactly}
        isReadOnly={isFixed}
        hideButtons
        value={item.quantity}
        onChange={(quantity) => onChange({ quantity })}
      />
      <NumberField
        label={t("orders.item.unitPrice")}
        name={`items[${at}].unitPrice`}
        minValue={0}
        formatOptions={exactly}
        isReadOnly={isFixed}
        hideButtons
        value={item.unitPrice}
        onChange={(unitPrice) => onChange({ unitPrice })}
      />
      {!isFixed && onRemove !== null && (
        <Button icon={Trash2} label={t("orders.item.remove")} variant="ghost" size="small" onPress={onRemove} />
      )}
    </div>
  );
}
