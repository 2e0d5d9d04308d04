import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Outlet, useNavigate } from "@tanstack/react-router";
import { Keyboard, Search, Terminal } from "lucide-react";
import { useEffect, useState } from "react";
import { can, meQuery } from "../api/session.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { withTexts } from "../i18n/texts.ts";
import { useActions } from "../keys/actions.ts";
import { getShortcutSettings } from "../keys/own-keys.ts";
import { listenForShortcuts } from "../keys/shortcuts.ts";
import { InboxViews } from "../screens/inbox/InboxViews.tsx";
import { whenIdle } from "../ui/lib/lazy-code.ts";
import { lazyComponent } from "../ui/lib/lazyComponent.tsx";
import { overlayCode } from "../ui/overlays/opening.tsx";
import { allowedPlaces } from "./navigation.ts";
import { NoticeToasts } from "./notices/NoticeToasts.tsx";
import { openPalette, usePaletteOpen } from "./palette-state.ts";
import { Rail } from "./Rail.tsx";
import { TabBar } from "./TabBar.tsx";

const Palette = lazyComponent(async () => (await import("./palette/Palette.tsx")).Palette, { keys: "all" });
const DemoPhone = lazyComponent(async () => (await import("./DemoPhone.tsx")).DemoPhone, { keys: null });
const ApiConsole = lazyComponent(async () => (await import("./console/ApiConsole.tsx")).ApiConsole, { keys: "all" });
const ActingBar = lazyComponent(async () => (await withTexts(() => import("./ActingBar.tsx"))).ActingBar, { keys: null });
const KeySheet = lazyComponent(async () => (await import("./KeySheet.tsx")).KeySheet, { keys: "all" });

/** The frame of every screen: the rail (on a phone, the tab bar), the sheet with the screen, and toasts. */
export function Shell() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const queryClient = useQueryClient();
  const paletteOpen = usePaletteOpen();
  const [keysOpen, setKeysOpen] = useState(false);
  const [consoleOpen, setConsoleOpen] = useState(false);
  useEffect(() => listenForShortcuts(getShortcutSettings), []);
  // Whatever a shortcut opens must be loaded by the time it is pressed.
  useEffect(
    () =>
      whenIdle(
        () => {
          overlayCode.start();
          Palette.start();
        },
        () => queryClient.isFetching() > 0,
      ),
    [queryClient],
  );
  useActions([
    { id: "shell.palette", label: "shell.search", group: "shell.go", keys: "mod+k", inFields: true, keyOnly: true, run: openPalette },
    { id: "shell.keys", label: "shell.keys", group: "shell.workspace", icon: Keyboard, keys: "?", run: () => setKeysOpen(true) },
    {
      ...({ id: "shell.find", label: "search.title", group: "shell.go", icon: Search, keys: "/", givesWay: true } as const),
      enabled: can(me, "conversations:read"),
      run: () => void navigate({ to: "/search" }),
    },
    {
      ...({ id: "shell.console", label: "shell.console", group: "shell.developers", icon: Terminal } as const),
      // For people who build integrations; the calls are their own.
      enabled: can(me, "webhooks:read"),
      run: () => setConsoleOpen(true),
    },
    ...allowedPlaces(me).map(({ id, label, icon, key, link }) => ({
      ...({ id, label, icon, group: "shell.go", keys: `g ${key}` } as const),
      run: () => void navigate(link),
    })),
  ]);
  return (
    <div className="app">
      <a className="skip" href="#content">
        {t("shell.skip")}
      </a>
      <Rail inbox={<InboxViews />} />
      <main className="sheet" id="content" tabIndex={-1}>
        {me.acting !== null && <ActingBar me={me} acting={me.acting} />}
        <Outlet />
      </main>
      {me.demo != null && <DemoPhone />}
      <TabBar />
      <NoticeToasts />
      {paletteOpen && <Palette />}
      {consoleOpen && <ApiConsole onClose={() => setConsoleOpen(false)} />}
      {keysOpen && <KeySheet onClose={() => setKeysOpen(false)} />}
    </div>
  );
}
