/** Where one can go: the rail, the tab bar of phones, the palette and the keys G then … show the same table. */
import type { Scope } from "@parley/sdk";
import type { LinkProps } from "@tanstack/react-router";
import { Code, Inbox, type LucideIcon, Radio, Settings, SquareKanban, Ticket, Users } from "lucide-react";
import type { PlainKey } from "../i18n/catalogue.ts";

export interface Place {
  id: string;
  label: PlainKey;
  icon: LucideIcon;
  /** Absent for whoever lacks it. */
  scope: Scope | null;
  /** After G. */
  key: string;
  link: Pick<LinkProps, "to" | "params">;
  /** Paths that belong to it begin so. */
  path: string;
  group: "work" | "workspace";
  /** In the tab bar of a phone; the others are behind "More". */
  tab: boolean;
}

export const places: readonly Place[] = [
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
];
