/** The panes next to the list, which does not wait for them. */
import { lateComponent } from "../../ui/lib/lateComponent.tsx";
import { WaitingPane } from "./WaitingPane.tsx";

export const ThreadPane = lateComponent(async () => (await import("./ThreadPane.tsx")).ThreadPane, {
  keys: "unknown",
  meanwhile: <WaitingPane />,
});

export const ContactPanel = lateComponent(async () => (await import("./panel/ContactPanel.tsx")).ContactPanel, {
  keys: null,
  meanwhile: <aside className="panel" />,
});
