import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Stage } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { pipelines } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { hueColors, hueOfColor } from "../../../parts/hue.ts";
import type { Hue } from "../../../ui/Chip.tsx";
import { HueField } from "../../../ui/fields/HueField.tsx";
import { NumberField } from "../../../ui/fields/NumberField.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

const kinds = ["open", "won", "lost"] as const;

interface StageDialogProps {
  pipelineId: string;
  stage: Stage | null;
  onClose(): void;
}

export function StageDialog({ pipelineId, stage, onClose }: StageDialogProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(stage?.name ?? "");
  const [hue, setHue] = useState<Hue>(hueOfColor(stage?.color));
  const [kind, setKind] = useState<Stage["kind"]>(stage?.kind ?? "open");
  const [probability, setProbability] = useState(stage?.winProbability ?? 50);
  const color = hueColors[hue - 1];
  const body = {
    ...{ name, kind },
    ...(color === undefined ? {} : { color }),
    // It is always 100 for a won stage and 0 for a lost one.
    ...(kind === "open" && !Number.isNaN(probability) ? { winProbability: probability } : {}),
  };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (stage === null) await api.pipelines.stages.create(pipelineId, body);
    else if (changes !== null) await api.pipelines.stages.update(pipelineId, stage.id, changes);
    await pipelines.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={stage === null ? t("pipelines.stage.new") : t("labels.edit", { name: stage.name })}
      size="small"
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={t("contact.name")} name="name" value={name} onChange={setName} isRequired />
      <HueField label={t("labels.color")} name="color" value={hue} onChange={setHue} />
      <Select<Stage["kind"]>
        label={t("pipelines.stage.kind")}
        name="kind"
        value={kind}
        options={kinds.map((id) => ({ id, name: t(`pipelines.stage.kind.${id}`) }))}
        onChange={setKind}
      />
      {kind === "open" && (
        <NumberField
          label={t("pipelines.stage.probability")}
          name="winProbability"
          hint={t("pipelines.stage.probability.hint")}
          value={probability}
          minValue={0}
          maxValue={100}
          onChange={setProbability}
        />
      )}
    </FormDialog>
  );
}
