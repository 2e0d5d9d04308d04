import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { isApiError } from "@parley/sdk";
import type { Flow } from "@parley/sdk";
import { Copy, Download, Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import { useOnce } from "../../../api/attempts/once.ts";
import { api } from "../../../api/client.ts";
import { flowChanged } from "../../../api/automation/flows.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { exportFlow } from "../exporting.ts";
import { DeleteFlowDialog } from "../lazy-dialogs.ts";
import { bodyOf } from "../model/templates.ts";

/** In a flow's row: on and off, and actions on the whole flow. */
export function FlowRowTools({ flow }: { flow: Flow }) {
  const i18n = useI18n();
  const { t } = i18n;
  const client = useQueryClient();
  const once = useOnce();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [pending, setPending] = useState(false);
  const isActive = flow.status === "active";

  async function switchTo(on: boolean) {
    setPending(true);
    try {
      await flowChanged(client, on ? await api.flows.activate(flow.id) : await api.flows.deactivate(flow.id));
    } catch (error) {
      if (isApiError(error) && error.status === 422) {
        // Show what is missing where it can be fixed.
        toast.show({ tone: "bad", text: t("flows.notReady", { name: flow.name, n: error.details.length }) });
        await navigate({ to: "/flows/$flowId/$part", params: { flowId: flow.id, part: "canvas" } });
      } else showFailure(error, i18n);
    } finally {
      setPending(false);
    }
  }
  async function duplicate() {
    try {
      const body = bodyOf(t("flows.copyOf", { name: flow.name }), flow);
      const made = await once(body, (options) => api.flows.create(body, options));
      await flowChanged(client, made);
      await navigate({ to: "/flows/$flowId/$part", params: { flowId: made.id, part: "canvas" } });
    } catch (error) {
      showFailure(error, i18n);
    }
  }
  return (
    <span className="inline-flex items-center gap-2">
      <Switch
        label={t("flows.isOn", { name: flow.name })}
        isSelected={isActive}
        isReadOnly={pending}
        onChange={(on) => void switchTo(on)}
      />
      <Menu
        label={t("flows.actionsOf", { name: flow.name })}
        trigger={<Button icon={Ellipsis} label={t("flows.actionsOf", { name: flow.name })} variant="ghost" size="small" />}
      >
        <MenuItem icon={Copy} onAction={() => void duplicate()}>
          {t("flows.duplicate")}
        </MenuItem>
        <MenuItem icon={Download} onAction={() => exportFlow(flow)}>
          {t("flows.export")}
        </MenuItem>
        <MenuItem icon={Trash2} isDanger isDisabled={isActive} onAction={() => setDeleting(true)}>
          {t("common.delete")}
        </MenuItem>
      </Menu>
      {deleting && <DeleteFlowDialog flow={flow} onClose={() => setDeleting(false)} />}
    </span>
  );
}
