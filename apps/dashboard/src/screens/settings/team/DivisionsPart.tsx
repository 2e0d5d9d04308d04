import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Network } from "lucide-react";
import { useState } from "react";
import type { Division } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { divisions } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { hueColors, hueOfColor } from "../../../parts/hue.ts";
import { type Hue, Label } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";

import { HueField } from "../../../ui/fields/HueField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";

import { asTree } from "./division-tree.ts";
import { SettingsList } from "../SettingsList.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

const top = "top";
const nobody = "nobody";

/** A team's divisions: who sees and gets which conversations. */
export function DivisionsPart() {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(divisions.listQuery());
  const client = useQueryClient();
  const [heir, setHeir] = useState(nobody);
  const tree = asTree(data?.items ?? []);
  const depths = new Map(tree.map(({ division, depth }) => [division.id, depth]));
  return (
    <SettingsList<Division>
      titleKey="settings.divisions"
      newKey="divisions.new"
      rows={data === undefined ? undefined : tree.map(({ division }) => division)}
      nameOf={({ name }) => name}
      mayWrite={can(me, "divisions:write")}
      columns={[
        {
          ...{ id: "name", name: t("contact.name") },
          cell: ({ id, name, color }) => (
            <span className="division-name" style={{ "--depth": depths.get(id) ?? 0 } as React.CSSProperties}>
              <Label hue={hueOfColor(color)}>{name}</Label>
            </span>
          ),
        },
        {
          id: "description",
          name: t("labels.description"),
          cell: ({ description }) => (description ?? "") !== "" && <bdi className="text-text-2">{description}</bdi>,
        },
        { id: "members", name: t("divisions.people"), align: "end", cell: ({ memberCount }) => format.number(memberCount) },
      ]}
      empty={
        <EmptyState icon={Network} title={t("divisions.empty")} call="POST /api/v1/agents/divisions">
          {t("divisions.empty.text")}
        </EmptyState>
      }
      form={(division, onClose) => <DivisionDialog division={division} others={tree} onClose={onClose} />}
      loss={(division) => (
        <div className="grid gap-3">
          <p>{t("divisions.delete.text")}</p>
          <Select
            label={t("divisions.moveTo")}
            value={heir}
            options={[
              { id: nobody, name: t("divisions.moveTo.nobody") },
              ...tree.filter((each) => each.division.id !== division.id).map(({ division: { id, name } }) => ({ id, name })),
            ]}
            onChange={setHeir}
          />
        </div>
      )}
      onDelete={async ({ id }) => {
        await api.agents.divisions.delete(id, heir === nobody ? {} : { moveTo: heir });
        setHeir(nobody);
        divisions.invalidate(client);
      }}
    />
  );
}

interface DivisionDialogProps {
  division: Division | null;
  others: readonly { division: Division; depth: number }[];
  onClose(): void;
}

function DivisionDialog({ division, others, onClose }: DivisionDialogProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(division?.name ?? "");
  const [description, setDescription] = useState(division?.description ?? "");
  const [hue, setHue] = useState<Hue>(hueOfColor(division?.color));
  const [parent, setParent] = useState(division?.parent_division_id ?? top);
  const body = {
    name,
    description: description.trim() === "" ? null : description,
    color: hueColors[hue - 1] ?? null,
    parent_division_id: parent === top ? null : parent,
  };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (division === null) await api.agents.divisions.create(body);
    else if (changes !== null) await api.agents.divisions.update(division.id, changes);
    divisions.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={division === null ? t("divisions.new") : t("labels.edit", { name: division.name })}
      size="small"
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} isRequired />
      <HueField label={t("labels.color")} value={hue} onChange={setHue} />
      <Select
        label={t("divisions.parent")}
        name="parent_division_id"
        value={parent}
        options={[
          { id: top, name: t("divisions.parent.none") },
          ...others.filter((each) => each.division.id !== division?.id).map((each) => ({ id: each.division.id, name: each.division.name })),
        ]}
        onChange={setParent}
      />
      <TextField label={t("labels.description")} name="description" isOptional value={description} onChange={setDescription} />
    </FormDialog>
  );
}
