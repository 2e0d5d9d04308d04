import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Download, Ellipsis, Pause, Pencil, Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import type { Flow } from "@parley/sdk";
import { api } from "../../../api/client.ts";
import { flowChanged } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { exportFlow, readFile } from "../exporting.ts";
import { DeleteFlowDialog, RenameFlowDialog } from "../lazy-dialogs.ts";
import { definitionOf } from "../model/model.ts";
import type { FlowEditor } from "./useFlowEditor.ts";

/** Actions on the whole flow. */
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
      showFailure(error, i18n);
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
      {dialog === "rename" && <RenameFlowDialog flow={flow} onClose={() => setDialog(null)} />}
      {dialog === "delete" && <DeleteFlowDialog flow={flow} onDeleted={() => navigate({ to: "/flows" })} onClose={() => setDialog(null)} />}
    </>
  );
}
