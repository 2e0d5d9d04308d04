import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { useState } from "react";
import type { Label } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { labels } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { hueColors, hueOfColor } from "../../../parts/hue.ts";
import { type Hue, Label as LabelDot } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";

import { HueField } from "../../../ui/fields/HueField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";

import { SettingsList } from "../SettingsList.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

/** The labels of conversations. */
export function LabelsPart() {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(labels.listQuery());
  const client = useQueryClient();
  return (
    <SettingsList<Label>
      titleKey="settings.labels"
      newKey="labels.new"
      rows={data?.items}
      nameOf={({ name }) => name}
      mayWrite={can(me, "labels:write")}
      columns={[
        { id: "name", name: t("contact.name"), cell: ({ name, color }) => <LabelDot hue={hueOfColor(color)}>{name}</LabelDot> },
        {
          id: "description",
          name: t("labels.description"),
          cell: ({ description }) => (description ?? "") !== "" && <bdi className="text-text-2">{description}</bdi>,
        },
        { id: "count", name: t("inbox.conversations"), align: "end", cell: ({ conversationCount }) => format.number(conversationCount) },
      ]}
      empty={
        <EmptyState icon={Tag} title={t("labels.empty")} call="POST /api/v1/labels">
          {t("labels.empty.text")}
        </EmptyState>
      }
      form={(label, onClose) => <LabelDialog label={label} onClose={onClose} />}
      loss={({ conversationCount }) => t("labels.delete.text", { n: conversationCount })}
      onDelete={({ id }) => labels.remove(client, id)}
    />
  );
}

function LabelDialog({ label, onClose }: { label: Label | null; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(label?.name ?? "");
  const [description, setDescription] = useState(label?.description ?? "");
  const [hue, setHue] = useState<Hue>(hueOfColor(label?.color));
  const body = { name, description: description.trim() === "" ? null : description, color: hueColors[hue - 1] ?? null };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (label === null) await api.labels.create(body);
    else if (changes !== null) await api.labels.update(label.id, changes);
    await labels.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={label === null ? t("labels.new") : t("labels.edit", { name: label.name })}
      size="small"
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} isRequired />
      <HueField label={t("labels.color")} value={hue} onChange={setHue} />
      <TextField label={t("labels.description")} name="description" isOptional value={description} onChange={setDescription} />
    </FormDialog>
  );
}
