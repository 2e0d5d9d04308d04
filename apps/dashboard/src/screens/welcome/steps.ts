/** The six steps of a first run, and how each is detected: nobody checks them off by hand. */
import { useQuery } from "@tanstack/react-query";
import type { Scope } from "@parley/sdk";
import type { LinkProps } from "@tanstack/react-router";
import { firstConversationQuery } from "../../api/first-run.ts";
import { apiKeys, channels, invitations, members } from "../../api/resources.ts";
import { can, type Member } from "../../api/session.ts";
import type { PlainKey } from "../../i18n/catalogue.ts";
import type { I18n } from "../../i18n/i18n.tsx";

export type StepId = "channel" | "written" | "answered" | "resolved" | "colleague" | "key";

export interface Step {
  id: StepId;
  group: "conversation" | "yours";
  title: PlainKey;
  done: boolean;
  /** What was done, or how to do it. */
  detail: string;
  at: string | null;
  /** Where it is done. `phone`: on the demo's phone. */
  action: { label: PlainKey; link: Pick<LinkProps, "to" | "params"> } | "phone" | null;
}

/** Absent for people without the permission. */
const scopes: Readonly<Record<StepId, Scope>> = {
  channel: "channels:write",
  written: "conversations:write",
  answered: "messages:send",
  resolved: "conversations:write",
  colleague: "agents:write",
  key: "organization:write",
};

export function hasSteps(me: Pick<Member, "scopes">): boolean {
  return Object.values(scopes).some((scope) => can(me, scope));
}

/** null while it is being fetched. */
export function useSteps(me: Member, { t }: Pick<I18n, "t">): Step[] | null {
  const may = (id: StepId) => can(me, scopes[id]);
  const conversation = useQuery(firstConversationQuery(me)).data;
  const connected = useQuery({ ...channels.listQuery(), enabled: may("channel") }).data;
  const people = useQuery({ ...members.listQuery(), enabled: may("colleague") }).data;
  const invited = useQuery({ ...invitations.listQuery(), enabled: may("colleague") }).data;
  const keys = useQuery({ ...apiKeys.listQuery(), enabled: may("key") }).data;
  if (conversation === undefined || (may("channel") && connected === undefined)) return null;
  if ((may("colleague") && (people === undefined || invited === undefined)) || (may("key") && keys === undefined)) return null;

  const channel = connected?.items.find(({ status }) => status === "Connected");
  const colleague = people?.items.find(({ userId }) => userId !== me.user.id);
  const waiting = invited?.items.find(({ status }) => status === "pending");
  // A key created with the installation has no author.
  const key = keys?.items.find(({ createdBy }) => createdBy !== null);
  const { received, answered, resolved } = conversation;
  const conversationLink = (id: string | null | undefined): Step["action"] => ({
    label: "welcome.toInbox",
    link:
      id == null
        ? { to: "/inbox/$view", params: { view: "all" } }
        : { to: "/inbox/$view/$conversationId", params: { view: "all", conversationId: id } },
  });
  const quoted = (text: string | null, otherwise: string) => (text === null ? otherwise : t("welcome.quoted", { text }));
  const hasPhone = me.demo?.phoneUrl != null;

  const steps: Step[] = [
    {
      ...{ id: "channel", group: "conversation", title: "welcome.channel", done: channel !== undefined, at: channel?.createdAt ?? null },
      detail: channel === undefined ? t("welcome.channel.how") : t("welcome.channel.done", { name: channel.name }),
      action: { label: "channels.connect", link: { to: "/channels" } },
    },
    {
      ...{ id: "written", group: "conversation", title: "welcome.written", done: received !== null, at: received?.at ?? null },
      detail:
        received === null
          ? t(hasPhone ? "welcome.written.onPhone" : "welcome.written.how")
          : quoted(received.text, t("welcome.written.done")),
      action: hasPhone ? "phone" : null,
    },
    {
      ...{ id: "answered", group: "conversation", title: "welcome.answered", done: answered !== null, at: answered?.at ?? null },
      detail: answered === null ? t("welcome.answered.how") : quoted(answered.text, t("welcome.answered.done")),
      action: conversationLink(received?.conversationId),
    },
    {
      ...{ id: "resolved", group: "conversation", title: "welcome.resolved", done: resolved !== null, at: resolved?.at ?? null },
      detail: t(resolved === null ? "welcome.resolved.how" : "welcome.resolved.done"),
      action: conversationLink(answered?.conversationId ?? received?.conversationId),
    },
    {
      ...{ id: "colleague", group: "yours", title: "welcome.colleague", done: colleague !== undefined, at: colleague?.createdAt ?? null },
      detail:
        colleague !== undefined
          ? t("welcome.colleague.done", { name: colleague.name })
          : waiting === undefined
            ? t("welcome.colleague.how")
            : t("welcome.colleague.invited", { email: waiting.email }),
      action: { label: "welcome.toTeam", link: { to: "/settings/$part", params: { part: "team" } } },
    },
    {
      ...{ id: "key", group: "yours", title: "welcome.key", done: key !== undefined, at: key?.createdAt ?? null },
      detail: key === undefined ? t("welcome.key.how") : t("welcome.key.done", { name: key.name }),
      action: { label: "welcome.toKeys", link: { to: "/developers/$part", params: { part: "keys" } } },
    },
  ];
  return steps.filter(({ id }) => may(id));
}
