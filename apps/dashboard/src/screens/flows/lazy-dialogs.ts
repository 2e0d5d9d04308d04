import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";

/** Dialogs that open over the list and the editor. */
export const DeleteFlowDialog = lazyComponent(async () => (await import("./DeleteFlowDialog.tsx")).DeleteFlowDialog, { keys: "all" });
export const RenameFlowDialog = lazyComponent(async () => (await import("./editor/RenameFlowDialog.tsx")).RenameFlowDialog, {
  keys: "all",
});
