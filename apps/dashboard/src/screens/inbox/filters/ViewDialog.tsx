import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { View } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { views } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { FilterFields } from "../../../parts/filters/FilterFields.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";

import { Radio, RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { conversationSorts } from "../views.ts";
import { typedValue, useConversationFilters, type ViewFilters } from "./useConversationFilters.ts";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

interface Props {
  /** The view to edit; without it a new one is created from `filters` and `sort`. */
  view?: View;
  filters: ViewFilters;
  sort: View["sort"];
  onClose(): void;
  onSaved(view: View): void;
  onDeleted?(): Promise<void>;
}

/** A view: filters and a sort order with a name, for oneself or for the team. */
export function ViewDialog({ view, filters: given, sort: givenSort, onClose, onSaved, onDeleted }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(view?.name ?? "");
  const [visibility, setVisibility] = useState<View["visibility"]>(view?.visibility ?? "private");
  const [sort, setSort] = useState(givenSort);
  // Filters that this form cannot show, such as one contact, are kept.
  const [filters, setFilters] = useState<ViewFilters>(given);
  const fields = useConversationFilters(
    (id) => (id === "labels" ? filters.labels?.join(",") : filters[id]),
    (id, value) =>
      setFilters((now) => {
        const { [id]: _, ...others } = now;
        if (value === undefined) return others;
        return { ...others, [id]: id === "labels" ? value.split(",") : typedValue(id, value) };
      }),
  );
  const body = { name, visibility, filters, sort };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (view !== undefined && changes === null) return onClose();
    const saved = await (view === undefined ? api.views.create(body) : api.views.update(view.id, changes ?? {}));
    views.invalidate(client, saved.id);
    toast.show({ tone: "ok", text: t("view.saved") });
    onClose();
    onSaved(saved);
  }
  async function remove(id: string) {
    await api.views.delete(id);
    onClose();
    // Another view is shown before this one would be fetched again.
    await onDeleted?.();
    views.invalidate(client);
    toast.show({ tone: "ok", text: t("view.deleted") });
  }
  return (
    <FormDialog title={t(view === undefined ? "view.save" : "view.edit")} verb={t("common.save")} onSubmit={save} onClose={onClose}>
      <TextField label={t("view.name")} name="name" isRequired autoFocus value={name} onChange={setName} />
      <RadioGroup
        label={t("view.visibility")}
        name="visibility"
        value={visibility}
        onChange={(next) => setVisibility(next as View["visibility"])}
      >
        <Radio value="private">{t("view.visibility.private")}</Radio>
        <Radio value="shared">{t("view.visibility.shared")}</Radio>
      </RadioGroup>
      <FilterFields filters={fields} />
      <Select
        label={t("inbox.sort")}
        value={sort}
        options={conversationSorts.map((id) => ({ id, name: t(`inbox.sort.${id}`) }))}
        onChange={setSort}
      />
      {view !== undefined && (
        <ConfirmDialog
          title={t("view.delete")}
          confirmLabel={t("view.delete")}
          onConfirm={() => remove(view.id)}
          trigger={
            <Button variant="danger" icon={Trash2} className="justify-self-start">
              {t("view.delete")}
            </Button>
          }
        >
          {t("view.delete.text")}
        </ConfirmDialog>
      )}
    </FormDialog>
  );
}
