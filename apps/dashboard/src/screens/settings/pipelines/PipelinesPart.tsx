import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { SquareKanban } from "lucide-react";
import { useState } from "react";
import type { Pipeline } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { pipelines } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Chip } from "../../../ui/Chip.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";
import { SettingsList } from "../SettingsList.tsx";
import { StagesSection } from "./StagesSection.tsx";

/** The pipelines of a team, and the stages of each. */
export function PipelinesPart() {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(pipelines.listQuery());
  const client = useQueryClient();
  const mayWrite = can(me, "pipeline:write");
  return (
    <>
      <SettingsList<Pipeline>
        titleKey="settings.pipelines"
        newKey="pipelines.new"
        rows={data?.items}
        nameOf={({ name }) => name}
        mayWrite={mayWrite}
        columns={[
          {
            ...{ id: "name", name: t("contact.name") },
            cell: ({ name, isDefault }) => (
              <span className="flex items-center gap-2">
                <bdi className="font-medium">{name}</bdi>
                {isDefault && <Chip tone="line">{t("sla.default.short")}</Chip>}
              </span>
            ),
          },
          { id: "stages", name: t("pipelines.stages"), align: "end", cell: ({ stages }) => format.number(stages.length) },
        ]}
        empty={
          <EmptyState icon={SquareKanban} title={t("pipeline.none")} call="POST /api/v1/pipelines">
            {t("pipeline.none.text")}
          </EmptyState>
        }
        form={(pipeline, onClose) => <PipelineDialog pipeline={pipeline} onClose={onClose} />}
        loss={() => t("pipelines.delete.text")}
        onDelete={({ id }) => pipelines.remove(client, id)}
      />
      {data?.items.map((pipeline) => (
        <StagesSection key={pipeline.id} pipeline={pipeline} mayWrite={mayWrite} />
      ))}
    </>
  );
}

function PipelineDialog({ pipeline, onClose }: { pipeline: Pipeline | null; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(pipeline?.name ?? "");
  const [isDefault, setDefault] = useState(pipeline?.isDefault ?? false);
  // It stays the default until another pipeline becomes it.
  const keepsDefault = pipeline?.isDefault === true;
  const body = { name, ...(isDefault && !keepsDefault ? { isDefault } : {}) };
  const changes = useChangesSinceOpened(body);
  async function save() {
    if (pipeline === null) await api.pipelines.create(body);
    else if (changes !== null) await api.pipelines.update(pipeline.id, changes);
    await pipelines.invalidate(client);
    onClose();
  }
  return (
    <FormDialog
      title={pipeline === null ? t("pipelines.new") : t("labels.edit", { name: pipeline.name })}
      size="small"
      verb={t("common.save")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={t("contact.name")}
        name="name"
        value={name}
        onChange={setName}
        isRequired
        {...(pipeline === null ? { hint: t("pipelines.new.hint") } : {})}
      />
      <Switch isSelected={isDefault} onChange={setDefault} isDisabled={keepsDefault} hint={t("pipelines.default.hint")}>
        {t("sla.default")}
      </Switch>
    </FormDialog>
  );
}
