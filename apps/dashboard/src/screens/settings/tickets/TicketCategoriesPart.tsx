import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { FolderTree } from "lucide-react";
import { useState } from "react";
import type { TicketCategory } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { ticketCategories, tickets } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";
import { SettingsList } from "../SettingsList.tsx";

/** The categories of tickets. */
export function TicketCategoriesPart() {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(ticketCategories.listQuery());
  const client = useQueryClient();
  return (
    <SettingsList<TicketCategory>
      titleKey="settings.ticketCategories"
      newKey="ticketCategories.new"
      rows={data?.items}
      nameOf={({ name }) => name}
      mayWrite={can(me, "tickets:write")}
      columns={[
        { id: "name", name: t("contact.name"), cell: ({ name }) => <bdi className="font-medium">{name}</bdi> },
        {
          id: "description",
          name: t("labels.description"),
          cell: ({ description }) => (description ?? "") !== "" && <bdi className="text-text-2">{description}</bdi>,
        },
      ]}
      empty={
        <EmptyState icon={FolderTree} title={t("ticketCategories.empty")} call="POST /api/v1/ticket-categories">
          {t("ticketCategories.empty.text")}
        </EmptyState>
      }
      form={(category, onClose) => <CategoryDialog category={category} onClose={onClose} />}
      loss={() => t("ticketCategories.delete.text")}
      onDelete={async ({ id }) => {
        await ticketCategories.remove(client, id);
        await tickets.invalidate(client);
      }}
    />
  );
}

function CategoryDialog({ category, onClose }: { category: TicketCategory | null; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(category?.name ?? "");
  const [description, setDescription] = useState(category?.description ?? "");
  const body = { name, description: description.trim() === "" ? null : description };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (category === null) await api.ticketCategories.create(body);
    else if (changes !== null) await api.ticketCategories.update(category.id, changes);
    await Promise.all([ticketCategories.invalidate(client), tickets.invalidate(client)]);
    onClose();
  }
  return (
    <FormDialog
      title={category === null ? t("ticketCategories.new") : t("labels.edit", { name: category.name })}
      size="small"
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} isRequired />
      <TextField label={t("labels.description")} name="description" isOptional value={description} onChange={setDescription} />
    </FormDialog>
  );
}
