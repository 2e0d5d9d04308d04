import { useQueryClient } from "@tanstack/react-query";
import type { Flow } from "@parley/sdk";
import { api } from "../../api/client.ts";
import { flows } from "../../api/automation/flows.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { ConfirmDialog } from "../../ui/overlays/Dialog.tsx";

interface Props {
  flow: Pick<Flow, "id" | "name">;
  onDeleted?(): Promise<unknown>;
  onClose(): void;
}

/** Asks for confirmation before a flow is deleted with all its runs. */
export function DeleteFlowDialog({ flow, onDeleted, onClose }: Props) {
  const { t } = useI18n();
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={t("labels.delete", { name: flow.name })}
      isOpen
      confirmLabel={t("common.delete")}
      onOpenChange={(open) => !open && onClose()}
      onConfirm={async () => {
        await api.flows.delete(flow.id);
        flows.invalidate(client);
        await onDeleted?.();
      }}
    >
      {t("flows.delete.text")}
    </ConfirmDialog>
  );
}
