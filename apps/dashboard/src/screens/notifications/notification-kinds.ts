/** A notification's text and target. Pure. */
import type { LinkProps } from "@tanstack/react-router";
import { AtSign, Bell, Building2, Download, type LucideIcon, TimerOff, UserRoundCheck, Workflow } from "lucide-react";
import type { Notification } from "@parley/sdk";
import type { PlainKey } from "../../i18n/catalogue.ts";

const icons: Readonly<Record<Notification["kind"], LucideIcon>> = {
  mention: AtSign,
  assignment: UserRoundCheck,
  sla_breach: TimerOff,
  flow: Workflow,
  flow_paused: Workflow,
  organization_export: Download,
  grant_requested: Building2,
  grant_ended: Building2,
};

/** An unknown kind gets a bell. */
export const iconOf = (kind: string): LucideIcon => (icons as Readonly<Record<string, LucideIcon>>)[kind] ?? Bell;

const labelKeys: Readonly<Record<Exclude<Notification["kind"], "mention" | "assignment" | "sla_breach">, PlainKey>> = {
  flow: "notification.flow",
  flow_paused: "notification.flow_paused",
  organization_export: "notification.organization_export",
  grant_requested: "notification.grant_requested",
  grant_ended: "notification.grant_ended",
};

/** Texts of notifications without an actor. */
export function wordOf({ kind, target }: Pick<Notification, "kind" | "target">): PlainKey {
  if (kind === "sla_breach") return `notification.sla.${target ?? "next_response"}`;
  return (labelKeys as Readonly<Record<string, PlainKey>>)[kind] ?? "notification.other";
}

/** Null: it has no target. */
export function placeOf({ kind, conversationId, ticketId, messageId }: Notification): Pick<LinkProps, "to" | "params" | "hash"> | null {
  if (conversationId !== null)
    return {
      to: "/inbox/$view/$conversationId",
      params: { view: "all", conversationId },
      ...(messageId === null ? {} : { hash: messageId }),
    };
  if (kind === "grant_requested") return { to: "/settings/$part", params: { part: "agency-access" } };
  return ticketId === null ? null : { to: "/tickets/$ticketId", params: { ticketId } };
}
