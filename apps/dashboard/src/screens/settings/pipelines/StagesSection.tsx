import { useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus } from "lucide-react";
import { useState } from "react";
import type { Pipeline, Stage } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { pipelines } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { hueOfColor } from "../../../parts/hue.ts";
import { RowTools } from "../../../parts/RowTools.tsx";
import { useFocusAfter } from "../../../parts/use-focus-after.ts";
import { Button } from "../../../ui/Button.tsx";
import { Label } from "../../../ui/Chip.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Table } from "../../../ui/lists/Table.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { StageDialog } from "./StageDialog.tsx";

/** The stages of one pipeline, in order. */
export function StagesSection({ pipeline, mayWrite }: { pipeline: Pipeline; mayWrite: boolean }) {
  const { t, format } = useI18n();
  const client = useQueryClient();
  const [edited, setEdited] = useState<Stage | "new" | null>(null);
  const [deleted, setDeleted] = useState<Stage | null>(null);
  const [making, focusMaking] = useFocusAfter<HTMLButtonElement>();
  const { stages } = pipeline;
  const move = (stage: Stage, by: 1 | -1) => {
    const ids = stages.map(({ id }) => id);
    ids.splice(stages.indexOf(stage), 1);
    ids.splice(stages.indexOf(stage) + by, 0, stage.id);
    return pipelines.update(client, pipeline.id, { stageIds: ids });
  };
  return (
    <section className="grid gap-2 pt-6" aria-label={t("pipelines.stagesOf", { name: pipeline.name })}>
      <div className="flex items-center gap-2 px-4">
        <h2 className="grow text-14">
          <bdi>{pipeline.name}</bdi>
        </h2>
        {mayWrite && (
          <Button
            icon={Plus}
            size="small"
            ref={making}
            aria-label={t("pipelines.stage.newIn", { name: pipeline.name })}
            onPress={() => setEdited("new")}
          >
            {t("pipelines.stage.new")}
          </Button>
        )}
      </div>
      <Table<Stage>
        label={t("pipelines.stagesOf", { name: pipeline.name })}
        rows={stages}
        rowId={({ id }) => id}
        columns={[
          { id: "name", name: t("pipeline.stage"), cell: ({ name, color }) => <Label hue={hueOfColor(color)}>{name}</Label> },
          { id: "kind", name: t("pipelines.stage.kind"), cell: ({ kind }) => t(`pipelines.stage.kind.${kind}`) },
          {
            ...({ id: "probability", name: t("pipelines.stage.probability"), align: "end" } as const),
            cell: ({ winProbability }) => format.percent(winProbability / 100),
          },
          {
            ...({ id: "tools", name: t("common.more"), hideName: true, align: "end" } as const),
            cell: (stage) =>
              mayWrite && (
                <span className="inline-flex gap-1">
                  <Button
                    {...{ icon: ArrowUp, variant: "ghost", size: "small" }}
                    label={t("pipelines.stage.up", { name: stage.name })}
                    isDisabled={stage === stages[0]}
                    onPress={() => void move(stage, -1)}
                  />
                  <Button
                    {...{ icon: ArrowDown, variant: "ghost", size: "small" }}
                    label={t("pipelines.stage.down", { name: stage.name })}
                    isDisabled={stage === stages.at(-1)}
                    onPress={() => void move(stage, 1)}
                  />
                  <RowTools name={stage.name} onEdit={() => setEdited(stage)} onDelete={() => setDeleted(stage)} />
                </span>
              ),
          },
        ]}
        empty={null}
      />
      {edited !== null && <StageDialog pipelineId={pipeline.id} stage={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      {deleted !== null && (
        <DeleteStage
          stage={deleted}
          others={stages.filter(({ id }) => id !== deleted.id)}
          onClose={() => setDeleted(null)}
          onDeleted={() => {
            setDeleted(null);
            focusMaking();
          }}
        />
      )}
    </section>
  );
}

interface DeleteStageProps {
  stage: Stage;
  others: readonly Stage[];
  onClose(): void;
  onDeleted(): void;
}

function DeleteStage({ stage, others, onClose, onDeleted }: DeleteStageProps) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [heir, setHeir] = useState("");
  return (
    <ConfirmDialog
      title={t("labels.delete", { name: stage.name })}
      isOpen
      isDanger
      confirmLabel={t("common.delete")}
      onOpenChange={(open) => !open && onClose()}
      onConfirm={async () => {
        await api.pipelines.stages.delete(stage.pipelineId, stage.id, heir === "" ? {} : { moveTo: heir });
        await pipelines.invalidate(client);
        onDeleted();
      }}
    >
      <div className="grid gap-3">
        <p>{t("pipelines.stage.delete.text")}</p>
        <Select
          label={t("pipelines.stage.moveTo")}
          value={heir}
          options={[{ id: "", name: t("pipelines.stage.moveTo.none") }, ...others.map(({ id, name }) => ({ id, name }))]}
          onChange={setHeir}
        />
      </div>
    </ConfirmDialog>
  );
}
