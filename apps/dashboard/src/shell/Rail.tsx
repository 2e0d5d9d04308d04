import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { PanelLeft, Rows3, Search, SunMoon } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { notificationsQuery } from "../api/notifications/notifications.ts";
import { meQuery } from "../api/session.ts";
import { useCounts } from "../api/inbox/useConversations.ts";
import type { PlainKey } from "../i18n/catalogue.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { useActions } from "../keys/actions.ts";
import { showKeys } from "../keys/shortcuts.ts";
import { setAppearance, useAppearance } from "./appearance.ts";
import { LineState } from "./LineState.tsx";
import { type NavigationItem, useShownPlaces } from "./navigation.ts";
import { OrganizationMenu } from "./OrganizationMenu.tsx";
import { OwnAvailability } from "./OwnAvailability.tsx";
import { openPalette } from "./palette-state.ts";

/** `inbox`: the views below the inbox, provided by the screen that knows them. */
export function Rail({ inbox }: { inbox?: ReactNode }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { rail, density } = useAppearance();
  const allowed = useShownPlaces(me);
  const toggleTheme = () => setAppearance({ theme: document.documentElement.dataset["theme"] === "dark" ? "light" : "dark" });
  const toggleRail = () => setAppearance({ rail: rail === "closed" ? "open" : "closed" });
  useActions([
    {
      id: "shell.theme",
      label: "shell.theme",
      group: "shell.workspace",
      icon: SunMoon,
      keys: "mod+shift+l",
      inFields: true,
      run: toggleTheme,
    },
    {
      ...({ id: "shell.density", label: "shell.density", group: "shell.workspace", icon: Rows3, keys: "mod+." } as const),
      inFields: true,
      run: () => setAppearance({ density: density === "compact" ? "comfortable" : "compact" }),
    },
    { id: "shell.rail", label: "shell.rail", group: "shell.workspace", icon: PanelLeft, keys: "[", run: toggleRail },
  ]);
  return (
    <nav className="rail" aria-label={t("shell.main")}>
      <OrganizationMenu />
      <button type="button" className="find" aria-keyshortcuts="Control+K Meta+K" onClick={() => openPalette()}>
        <Search className="icon icon-14" aria-hidden />
        <span className="rail-label grow">{t("shell.search")}</span>
        <kbd>{showKeys("mod+k")[0]}</kbd>
      </button>
      <div className="rail-places">
        {allowed
          .filter(({ group }) => group === "work")
          .map((place) => (
            <Fragment key={place.id}>
              {place.id === "go.notifications" ? (
                <NotificationsItem place={place} />
              ) : place.id === "go.inbox" ? (
                <InboxItem place={place} />
              ) : (
                <NavItem place={place} />
              )}
              {place.id === "go.inbox" && rail === "open" && inbox}
            </Fragment>
          ))}
        <Group heading="shell.automation" items={allowed.filter(({ group }) => group === "automation")} />
        <Group heading="shell.workspace" items={allowed.filter(({ group }) => group === "workspace")} />
      </div>
      <div className="rail-foot">
        {me.user !== null && <OwnAvailability />}
        <LineState />
        <span className="ms-auto flex items-center gap-0.5">
          <button type="button" className="btn ghost icon-only small" aria-label={t("shell.theme")} onClick={toggleTheme}>
            <SunMoon className="icon icon-14" aria-hidden />
          </button>
          <button
            type="button"
            className="btn ghost icon-only small rail-label"
            aria-label={t("shell.rail")}
            aria-expanded={rail === "open"}
            onClick={toggleRail}
          >
            <PanelLeft className="icon icon-14 flip" aria-hidden />
          </button>
        </span>
      </div>
    </nav>
  );
}

function Group({ heading, items }: { heading: PlainKey; items: NavigationItem[] }) {
  const { t } = useI18n();
  if (items.length === 0) return null;
  return (
    <>
      <div className="nav-heading">{t(heading)}</div>
      {items.map((place) => (
        <NavItem key={place.id} place={place} />
      ))}
    </>
  );
}

/** With the number of unread conversations: this person's and the unassigned ones. */
function InboxItem({ place }: { place: NavigationItem }) {
  const { data: counts } = useCounts();
  const unread = [counts?.mine?.unread, counts?.unassigned.unread].filter((each) => each !== undefined);
  return <NavItem place={place} unread={unread.reduce((sum, { count }) => sum + count, 0)} more={unread.some(({ more }) => more)} />;
}

/** With the number of unread ones. */
function NotificationsItem({ place }: { place: NavigationItem }) {
  const { data } = useQuery(notificationsQuery({ unread: true }));
  return <NavItem place={place} unread={data?.items.length ?? 0} more={data?.next != null} />;
}

function NavItem({
  place: { label, icon: Icon, link, path },
  unread = 0,
  more = false,
}: {
  place: NavigationItem;
  unread?: number;
  more?: boolean;
}) {
  const { t, format } = useI18n();
  const here = useLocation({ select: ({ pathname }) => pathname === path || pathname.startsWith(`${path}/`) });
  const name = unread === 0 ? t(label) : `${t(label)}, ${t("notifications.unread", { n: unread })}`;
  return (
    <Link className="nav-item" {...link} aria-current={here ? "page" : undefined}>
      <Icon className="icon" aria-hidden />
      <span className="rail-label cut" aria-hidden>
        {t(label)}
      </span>
      {unread > 0 && <span className="count hot" aria-hidden>{`${format.compact(unread)}${more ? "+" : ""}`}</span>}
      <span className="sr-only">{name}</span>
    </Link>
  );
}
