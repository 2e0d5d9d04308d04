import { lateComponent } from "../../ui/lib/lateComponent.tsx";

/** Dialogs that open over the list and the editor. */
export const DeleteFlowDialog = lateComponent(async () => (await import("./DeleteFlowDialog.tsx")).DeleteFlowDialog, { keys: "all" });
export const RenameFlowDialog = lateComponent(async () => (await import("./editor/RenameFlowDialog.tsx")).RenameFlowDialog, {
  keys: "all",
});
