/** The places of the application: the rail, the tab bar of phones, the palette and the shortcuts with G show the same table. */
import type { Me, Scope } from "@parley/sdk";
import type { LinkProps } from "@tanstack/react-router";
import {
  AudioLines,
  Bell,
  BookOpen,
  ChartNoAxesColumn,
  Bot,
  Building2,
  Code,
  Inbox,
  ListChecks,
  type LucideIcon,
  Megaphone,
  Radio,
  Settings,
  ServerCog,
  SquareKanban,
  Ticket,
  Users,
  Workflow,
} from "lucide-react";
import { can } from "../api/session.ts";
import type { PlainKey } from "../i18n/catalogue.ts";
import { useFirstRun } from "../parts/first-run.ts";

export interface NavigationItem {
  id: string;
  label: PlainKey;
  icon: LucideIcon;
  /** Absent for people without it. */
  scope: Scope | null;
  /** Only for agencies. */
  agencyOnly?: true;
  /** Concerns the person themselves: absent while they act in a client. */
  isPersonal?: true;
  /** The key after G. */
  key: string;
  link: Pick<LinkProps, "to" | "params">;
  /** Prefix of the paths that belong to it. */
  path: string;
  group: "work" | "automation" | "workspace";
  /** In the tab bar of a phone; the others are behind "More". */
  tab: boolean;
}

/** Shown in the rail until it is closed; the palette and its shortcut still open it. */
const setUp = "go.welcome";

export const places: readonly NavigationItem[] = [
  {
    id: "go.agency",
    label: "shell.agency",
    icon: Building2,
    scope: "agency:read",
    agencyOnly: true,
    key: "y",
    link: { to: "/agency/$part", params: { part: "clients" } },
    path: "/agency",
    group: "work",
    tab: false,
  },
  {
    id: "go.inbox",
    label: "shell.inbox",
    icon: Inbox,
    scope: "conversations:read",
    key: "i",
    link: { to: "/inbox/$view", params: { view: "mine" } },
    path: "/inbox",
    group: "work",
    tab: true,
  },
  {
    id: "go.notifications",
    label: "notifications.title",
    icon: Bell,
    scope: "conversations:read",
    isPersonal: true,
    key: "u",
    link: { to: "/notifications" },
    path: "/notifications",
    group: "work",
    tab: false,
  },
  {
    id: "go.contacts",
    label: "shell.contacts",
    icon: Users,
    scope: "contacts:read",
    key: "c",
    link: { to: "/contacts" },
    path: "/contacts",
    group: "work",
    tab: true,
  },
  {
    id: "go.pipeline",
    label: "shell.pipeline",
    icon: SquareKanban,
    scope: "pipeline:read",
    key: "p",
    link: { to: "/pipeline" },
    path: "/pipeline",
    group: "work",
    tab: false,
  },
  {
    id: "go.tickets",
    label: "shell.tickets",
    icon: Ticket,
    scope: "tickets:read",
    key: "t",
    link: { to: "/tickets" },
    path: "/tickets",
    group: "work",
    tab: true,
  },
  {
    id: "go.broadcasts",
    label: "shell.broadcasts",
    icon: Megaphone,
    scope: "broadcasts:read",
    key: "b",
    link: { to: "/broadcasts" },
    path: "/broadcasts",
    group: "automation",
    tab: false,
  },
  {
    id: "go.flows",
    label: "shell.flows",
    icon: Workflow,
    scope: "flows:read",
    key: "f",
    link: { to: "/flows" },
    path: "/flows",
    group: "automation",
    tab: false,
  },
  {
    id: "go.chatbot",
    label: "shell.chatbot",
    icon: Bot,
    scope: "chatbot:read",
    key: "h",
    link: { to: "/chatbots" },
    path: "/chatbots",
    group: "automation",
    tab: false,
  },
  {
    id: "go.knowledge",
    label: "shell.knowledge",
    icon: BookOpen,
    scope: "knowledge:read",
    key: "k",
    link: { to: "/knowledge/$part", params: { part: "sources" } },
    path: "/knowledge",
    group: "automation",
    tab: false,
  },
  {
    id: "go.voice",
    label: "shell.voice",
    icon: AudioLines,
    scope: "voice:read",
    key: "v",
    link: { to: "/voice/$part", params: { part: "calls" } },
    path: "/voice",
    group: "automation",
    tab: false,
  },
  {
    id: "go.analytics",
    label: "shell.analytics",
    icon: ChartNoAxesColumn,
    scope: "metrics:read",
    key: "a",
    link: { to: "/analytics/$report", params: { report: "overview" } },
    path: "/analytics",
    group: "workspace",
    tab: true,
  },
  {
    id: "go.channels",
    label: "shell.channels",
    icon: Radio,
    scope: "channels:read",
    key: "n",
    link: { to: "/channels" },
    path: "/channels",
    group: "workspace",
    tab: false,
  },
  {
    id: "go.developers",
    label: "shell.developers",
    icon: Code,
    scope: "webhooks:read",
    key: "d",
    link: { to: "/developers/$part", params: { part: "keys" } },
    path: "/developers",
    group: "workspace",
    tab: false,
  },
  {
    id: "go.settings",
    label: "shell.settings",
    icon: Settings,
    scope: null,
    key: "s",
    link: { to: "/settings/$part", params: { part: "profile" } },
    path: "/settings",
    group: "workspace",
    tab: false,
  },
  {
    id: "go.admin",
    label: "shell.admin",
    icon: ServerCog,
    scope: "admin:read",
    key: "m",
    link: { to: "/admin/$part", params: { part: "overview" } },
    path: "/admin",
    group: "workspace",
    tab: false,
  },
  {
    id: setUp,
    label: "welcome.title",
    icon: ListChecks,
    scope: "channels:write",
    isPersonal: true,
    key: "w",
    link: { to: "/welcome" },
    path: "/welcome",
    group: "workspace",
    tab: false,
  },
];

/** Where a place starts for a person who has nothing of their own here. */
const impersonal: Readonly<Record<string, NavigationItem["link"]>> = {
  "go.inbox": { to: "/inbox/$view", params: { view: "all" } },
  "go.settings": { to: "/settings/$part", params: { part: "appearance" } },
};

/** The places that this person may open. */
export function allowedPlaces(me: Pick<Me, "scopes" | "tenant" | "user">): readonly NavigationItem[] {
  return places
    .filter(({ scope }) => scope === null || can(me, scope))
    .filter(({ agencyOnly, isPersonal }) => (agencyOnly === true ? me.tenant.kind === "agency" : isPersonal !== true || me.user !== null))
    .map((place) => (me.user === null ? { ...place, link: impersonal[place.id] ?? place.link } : place));
}

/** The allowed places that are currently shown. */
export function useShownPlaces(me: Me): readonly NavigationItem[] {
  const { checklist } = useFirstRun(me);
  return allowedPlaces(me).filter(({ id }) => id !== setUp || checklist === "shown");
}
