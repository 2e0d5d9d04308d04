import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Flow } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { flowChanged } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { FormDialog, useChangesSinceOpened } from "../../../ui/overlays/FormDialog.tsx";

/** Name and description; changing them creates no version. */
export function RenameFlowDialog({ flow, onClose }: { flow: Flow; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(flow.name);
  const [description, setDescription] = useState(flow.description ?? "");
  const changes = useChangesSinceOpened({ name, description: description.trim() === "" ? null : description });
  return (
    <FormDialog
      title={t("flows.rename")}
      verb={t("common.save")}
      onSubmit={async () => {
        if (changes !== null) await flowChanged(client, await api.flows.update(flow.id, changes));
        onClose();
      }}
      onClose={onClose}
    >
      <TextField label={t("flows.name")} name="name" value={name} onChange={setName} maxLength={200} />
      <TextArea label={t("flows.description")} name="description" isOptional value={description} onChange={setDescription} />
    </FormDialog>
  );
}
