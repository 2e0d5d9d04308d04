import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { useI18n } from "../i18n/i18n.tsx";
import { listenForShortcuts } from "../keys/shortcuts.ts";
import { InboxViews } from "../screens/inbox/InboxViews.tsx";
import { Toasts } from "../ui/Toasts.tsx";
import { NoticeToasts } from "./NoticeToasts.tsx";
import { Rail } from "./Rail.tsx";
import { TabBar } from "./TabBar.tsx";
import { toast } from "./toast.ts";

/** What stands around every screen: the rail or, on a phone, the tab bar; the sheet that the screen lies on; what is told for a moment. */
export function Shell() {
  const { t } = useI18n();
  useEffect(() => listenForShortcuts(() => ({ remapped: {}, singleKeys: true })), []);
  return (
    <div className="app">
      <a className="skip" href="#content">
        {t("shell.skip")}
      </a>
      <Rail inbox={<InboxViews />} />
      <main className="sheet" id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <TabBar />
      <Toasts queue={toast} />
      <NoticeToasts />
    </div>
  );
}
