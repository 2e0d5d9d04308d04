import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { contactTagsQuery } from "../../api/contacts/contact-tags.ts";
import { channelKindsQuery } from "../../api/settings/channel-kinds.ts";
import { agents, channels, contactFields, pipelines } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import type { FieldKind } from "./rules.ts";

export interface SegmentField {
  id: string;
  name: string;
  kind: FieldKind;
  /** The options; for a list or a text, suggestions. */
  options?: readonly { id: string; name: string }[];
}

const kindOfType: Readonly<Record<string, FieldKind>> = {
  ...{ text: "text", url: "text", email: "text", phone: "text", select: "set", multi_select: "list" },
  ...{ number: "number", boolean: "boolean", date: "instant", datetime: "instant" },
};

/** The fields that rules can use: a contact's own, then the organization's custom fields. */
export function useSegmentFields(): SegmentField[] {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const mayChannels = can(me, "channels:read");
  const { data: agentList } = useQuery({ ...agents.listQuery(), throwOnError: false });
  const { data: tags } = useQuery({ ...contactTagsQuery(), throwOnError: false });
  const { data: custom } = useQuery({ ...contactFields.listQuery(), throwOnError: false });
  const { data: channelList } = useQuery({ ...channels.listQuery(), enabled: mayChannels, throwOnError: false });
  const { data: kinds } = useQuery({ ...channelKindsQuery(), enabled: mayChannels, throwOnError: false });
  const { data: pipelineList } = useQuery({ ...pipelines.listQuery(), enabled: can(me, "pipeline:read"), throwOnError: false });
  const named = (items: readonly { id: string; name: string }[] = []) => items.map(({ id, name }) => ({ id, name }));
  const text = (["name", "phone", "email", "source", "language", "country", "timezone"] as const).map((id) => ({
    ...{ id, name: t(`contacts.field.${id}`), kind: "text" as const },
  }));
  return [
    { id: "tags", name: t("contacts.field.tags"), kind: "list", options: (tags?.data ?? []).map(({ name }) => ({ id: name, name })) },
    ...(["lastInboundAt", "createdAt", "updatedAt"] as const).map((id) => ({
      ...{ id, name: t(`segments.field.${id}`), kind: "instant" as const },
    })),
    ...text,
    {
      ...{ id: "optIn", name: t("contacts.field.optIn"), kind: "choice" },
      options: (["unknown", "opted_in", "opted_out"] as const).map((id) => ({ id, name: t(`contact.optIn.${id}`) })),
    },
    { id: "blocked", name: t("segments.field.blocked"), kind: "flag" },
    { id: "ownerId", name: t("contacts.field.ownerId"), kind: "set", options: named(agentList?.items) },
    {
      ...{ id: "stageId", name: t("contacts.field.stageId"), kind: "set" },
      options: (pipelineList?.items ?? []).flatMap(({ name: of, stages }) =>
        stages.map(({ id, name }) => ({ id, name: `${of}: ${name}` })),
      ),
    },
    {
      ...{ id: "channelKind", name: t("segments.field.channelKind"), kind: "choice" },
      options: (kinds?.data ?? []).map(({ kind, label }) => ({ id: kind, name: label })),
    },
    { id: "channelId", name: t("segments.field.channelId"), kind: "choice", options: named(channelList?.items) },
    ...(custom?.items ?? []).map(
      ({ key, label, type, options }): SegmentField => ({
        ...{ id: `customFields.${key}`, name: label, kind: kindOfType[type] ?? "text" },
        ...(options.length === 0 ? {} : { options: options.map((id) => ({ id, name: id })) }),
      }),
    ),
  ];
}
