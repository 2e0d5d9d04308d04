/** The panes next to the list, which does not wait for them. */
import { lazyComponent } from "../../ui/lib/lazyComponent.tsx";
import { WaitingPane } from "./WaitingPane.tsx";

export const ThreadPane = lazyComponent(async () => (await import("./ThreadPane.tsx")).ThreadPane, {
  keys: "unknown",
  placeholder: <WaitingPane />,
});

export const ContactPanel = lazyComponent(async () => (await import("./panel/ContactPanel.tsx")).ContactPanel, {
  keys: null,
  placeholder: <aside className="panel" />,
});
