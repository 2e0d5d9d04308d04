import { useQuery } from "@tanstack/react-query";
import type { Agent, CannedReply, MacroAction } from "@parley/sdk";
import { labels } from "../../../api/resources.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { DurationField } from "../../../parts/fields/DurationField.tsx";
import { kindOf } from "./macro-steps.ts";

const statuses = ["open", "pending", "resolved"] as const;
const priorities = ["low", "medium", "high", "urgent"] as const;
const nobody = "nobody";

interface MacroStepValueProps {
  action: MacroAction;
  /** Its index, by which errors name the field. */
  at: number;
  names: { agents: readonly Agent[]; cannedReplies: readonly CannedReply[] };
  onChange(action: MacroAction): void;
}

/** The value of a step: a label, a person, a text. */
export function MacroStepValue({ action, at, names, onChange }: MacroStepValueProps) {
  const { t } = useI18n();
  const { data: known } = useQuery({ ...labels.listQuery(), throwOnError: false });
  const kind = kindOf(action);
  switch (kind) {
    case "add_label":
    case "remove_label":
      return (
        <ComboBox
          label={t("macros.label")}
          name={`actions[${at}].label`}
          options={(known?.items ?? []).map(({ name }) => ({ id: name, name }))}
          value={action.label ?? null}
          {...(action.label === undefined ? {} : { valueName: action.label })}
          onChange={(label) => onChange({ type: action.type, ...(label === null ? {} : { label }) })}
        />
      );
    case "assign":
      return (
        <Select
          label={t("macros.person")}
          name={`actions[${at}].assigneeId`}
          value={action.assigneeId ?? nobody}
          options={[
            { id: "me", name: t("macros.person.me") },
            { id: nobody, name: t("macros.person.nobody") },
            ...names.agents.filter(({ status }) => status === "active").map(({ id, name }) => ({ id, name })),
          ]}
          onChange={(id) => onChange({ type: action.type, assigneeId: id === nobody ? null : id })}
        />
      );
    case "set_status":
      return (
        <Select<(typeof statuses)[number]>
          label={t("macros.status")}
          name={`actions[${at}].status`}
          value={action.status ?? null}
          options={statuses.map((id) => ({ id, name: t(`inbox.status.${id}`) }))}
          onChange={(status) => onChange({ type: action.type, status })}
        />
      );
    case "set_priority":
      return (
        <Select<(typeof priorities)[number]>
          label={t("inbox.priority")}
          name={`actions[${at}].priority`}
          value={action.priority ?? null}
          options={priorities.map((id) => ({ id, name: t(`priority.${id}`) }))}
          onChange={(priority) => onChange({ type: action.type, priority })}
        />
      );
    case "snooze":
      return (
        <DurationField
          label={t("macros.for")}
          name={`actions[${at}].minutes`}
          minutes={action.minutes ?? null}
          onChange={(minutes) => onChange({ type: action.type, ...(minutes === null ? {} : { minutes }) })}
        />
      );
    case "send_canned_reply":
      return (
        <ComboBox
          label={t("macros.cannedReply")}
          name={`actions[${at}].cannedReplyId`}
          options={names.cannedReplies.map(({ id, title }) => ({ id, name: title }))}
          value={action.cannedReplyId ?? null}
          onChange={(id) => id !== null && onChange({ type: action.type, cannedReplyId: id })}
        />
      );
    case "send_message":
    case "add_note":
      return (
        <TextArea
          label={t("canned.content")}
          name={`actions[${at}].text`}
          hint={t("canned.content.hint")}
          rows={2}
          value={action.text ?? ""}
          onChange={(text) => onChange({ type: action.type, text })}
        />
      );
  }
}
