import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { useI18n } from "../i18n/i18n.tsx";
import { listenForShortcuts } from "../keys/shortcuts.ts";
import { Rail } from "./Rail.tsx";

/** What stands around every screen: the rail, and the sheet that the screen lies on. */
export function Shell() {
  const { t } = useI18n();
  useEffect(() => listenForShortcuts(() => ({ remapped: {}, singleKeys: true })), []);
  return (
    <div className="app">
      <a className="skip" href="#content">
        {t("shell.skip")}
      </a>
      <Rail />
      <main className="sheet" id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
