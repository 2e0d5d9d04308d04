import type { FlowStore } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import type { SegmentField } from "../../../parts/audience/useSegmentFields.ts";
import { isTriggerType, triggerVariables } from "../model/fields.ts";
import { locate, type Model } from "../model/model.ts";
import { weekdayName, weekdays } from "../model/step-texts.ts";
import type { Choices } from "../useNames.ts";

/** The variables that a run of this flow may have: from its event, and stored by its steps. */
export function variablesOf({ trigger, steps }: Model): string[] {
  const stores = [trigger as { store?: FlowStore[] }, ...locate(steps).map(({ node }) => node.fields as { store?: FlowStore[] })];
  const stored = stores.flatMap(({ store }) => (Array.isArray(store) ? store.flatMap(({ variable }) => variable ?? []) : []));
  const given = isTriggerType(trigger.type) ? (triggerVariables[trigger.type] ?? []) : [];
  return [...new Set([...given, ...stored])];
}

/** What a flow's conditions can refer to besides the contact. */
export function useConditionFields(model: Model, choices: Choices): SegmentField[] {
  const { t, language, format } = useI18n();
  const one = <Id extends string>(ids: readonly Id[], name: (id: Id) => string) =>
    ids.map((id) => ({ id, name: format.sentence(name(id)) }));
  const kinds = [...new Set(choices.channels.map(({ kind }) => kind))].map((id) => ({ id, name: id }));
  const priorities = one(["low", "medium", "high", "urgent"] as const, (id) => t(`priority.${id}`));
  return [
    { id: "message.text", name: t("flows.condition.message.text"), kind: "text" },
    { id: "message.type", name: t("flows.condition.message.type"), kind: "text" },
    {
      id: "conversation.status",
      name: t("flows.condition.conversation.status"),
      kind: "set",
      options: one(["open", "pending", "resolved"] as const, (id) => t(`inbox.status.${id}`)),
    },
    { id: "conversation.priority", name: t("flows.condition.conversation.priority"), kind: "set", options: priorities },
    { id: "conversation.channelId", name: t("flows.condition.conversation.channelId"), kind: "set", options: choices.channels },
    { id: "conversation.channelKind", name: t("flows.condition.conversation.channelKind"), kind: "set", options: kinds },
    { id: "conversation.assigneeId", name: t("flows.condition.conversation.assigneeId"), kind: "set", options: choices.members },
    { id: "conversation.divisionId", name: t("flows.condition.conversation.divisionId"), kind: "set", options: choices.divisions },
    { id: "conversation.labels", name: t("flows.condition.conversation.labels"), kind: "list", options: choices.labels },
    {
      id: "conversation.handledBy",
      name: t("flows.condition.conversation.handledBy"),
      kind: "set",
      options: one(["bot", "human"] as const, (id) => t(`inboxFilter.handledBy.${id}`)),
    },
    { id: "channel.id", name: t("flows.condition.channel.id"), kind: "set", options: choices.channels },
    { id: "channel.kind", name: t("flows.condition.channel.kind"), kind: "set", options: kinds },
    {
      id: "ticket.status",
      name: t("flows.condition.ticket.status"),
      kind: "set",
      options: one(["open", "in_progress", "pending", "resolved", "closed"] as const, (id) => t(`ticket.status.${id}`)),
    },
    { id: "ticket.priority", name: t("flows.condition.ticket.priority"), kind: "set", options: priorities },
    { id: "ticket.category", name: t("flows.condition.ticket.category"), kind: "text" },
    {
      id: "time.weekday",
      name: t("flows.condition.time.weekday"),
      kind: "set",
      options: weekdays.map((id) => ({ id, name: weekdayName(id, language) })),
    },
    { id: "time.hour", name: t("flows.condition.time.hour"), kind: "measure" },
    { id: "time.inBusinessHours", name: t("flows.condition.time.inBusinessHours"), kind: "flag" },
    ...variablesOf(model).map(
      (name): SegmentField => ({ id: `variables.${name}`, name: t("flows.condition.variable", { name }), kind: "variable" }),
    ),
  ];
}
