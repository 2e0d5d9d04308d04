import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Download, Ellipsis, Pause, Pencil, Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { Flow } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { flowChanged, flows } from "../../../api/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { tellFailure } from "../../../parts/tell-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ConfirmDialog } from "../../../ui/overlays/Dialog.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { exportFlow, readFile } from "../exporting.ts";
import { definitionOf } from "../model/model.ts";
import type { FlowEditor } from "./useFlowEditor.ts";

/** What is done with the whole flow. */
export function FlowMenu({ flow, editor, mayWrite }: { flow: Flow; editor: FlowEditor; mayWrite: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const isActive = flow.status === "active";
  async function deactivate() {
    try {
      await flowChanged(client, await api.flows.deactivate(flow.id));
      toast.show({ tone: "ok", text: t("flows.deactivated") });
    } catch (error) {
      tellFailure(error, i18n);
    }
  }
  async function take(chosen: File | undefined) {
    if (chosen === undefined) return;
    const read = readFile(await chosen.text());
    if (read === null) toast.show({ tone: "bad", text: t("flows.import.invalid") });
    else {
      editor.replace(read);
      toast.show({ tone: "ok", text: t("flows.imported") });
    }
  }
  return (
    <>
      <Menu
        label={t("flows.actionsOf", { name: flow.name })}
        trigger={<Button icon={Ellipsis} label={t("flows.actionsOf", { name: flow.name })} variant="ghost" size="small" />}
      >
        {mayWrite && (
          <MenuItem icon={Pencil} onAction={() => setDialog("rename")}>
            {t("flows.rename")}
          </MenuItem>
        )}
        <MenuItem icon={Download} onAction={() => exportFlow({ ...flow, ...definitionOf(editor.model) })}>
          {t("flows.export")}
        </MenuItem>
        {mayWrite && (
          <MenuItem icon={Upload} onAction={() => file.current?.click()}>
            {t("flows.import.here")}
          </MenuItem>
        )}
        {mayWrite && isActive && (
          <MenuItem icon={Pause} onAction={() => void deactivate()}>
            {t("flows.deactivate")}
          </MenuItem>
        )}
        {mayWrite && <MenuSeparator />}
        {mayWrite && (
          <MenuItem icon={Trash2} isDanger isDisabled={isActive} onAction={() => setDialog("delete")}>
            {t("common.delete")}
          </MenuItem>
        )}
      </Menu>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          const { currentTarget } = event;
          void take(currentTarget.files?.[0]).finally(() => {
            currentTarget.value = "";
          });
        }}
      />
      {dialog === "rename" && <RenameDialog flow={flow} onClose={() => setDialog(null)} />}
      {dialog === "delete" && (
        <ConfirmDialog
          title={t("labels.delete", { name: flow.name })}
          isOpen
          confirmLabel={t("common.delete")}
          onOpenChange={(open) => !open && setDialog(null)}
          onConfirm={async () => {
            await api.flows.delete(flow.id);
            flows.invalidate(client);
            await navigate({ to: "/flows" });
          }}
        >
          {t("flows.delete.text")}
        </ConfirmDialog>
      )}
    </>
  );
}

function RenameDialog({ flow, onClose }: { flow: Flow; onClose(): void }) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [name, setName] = useState(flow.name);
  const [description, setDescription] = useState(flow.description ?? "");
  return (
    <FormDialog
      title={t("flows.rename")}
      verb={t("common.save")}
      onSubmit={async () => {
        await flowChanged(client, await api.flows.update(flow.id, { name, description: description.trim() === "" ? null : description }));
        onClose();
      }}
      onClose={onClose}
    >
      <TextField label={t("flows.name")} name="name" value={name} onChange={setName} maxLength={200} />
      <TextArea label={t("flows.description")} name="description" isOptional value={description} onChange={setDescription} />
    </FormDialog>
  );
}
