/** A macro's actions as the form edits them: a step with its type and its value. */
import type { Agent, CannedReply, MacroAction } from "@parley/sdk";
import type { I18n } from "../../../i18n/i18n.tsx";

/** The API's types; here a message from a canned reply is a separate type. */
export const stepKinds = [
  "add_label",
  "remove_label",
  "assign",
  "set_status",
  "set_priority",
  "snooze",
  "send_message",
  "send_canned_reply",
  "add_note",
] as const;
export type StepKind = (typeof stepKinds)[number];

export interface Step {
  /** Only for this form: it stays when steps are reordered. */
  key: number;
  action: MacroAction;
}

export function kindOf({ type, cannedReplyId }: MacroAction): StepKind {
  return type === "send_message" && cannedReplyId !== undefined ? "send_canned_reply" : type;
}

/** The initial value of a step; `cannedReplyId` for a step that sends a canned reply. */
export function actionOf(kind: StepKind, cannedReplyId = ""): MacroAction {
  switch (kind) {
    case "assign":
      return { type: kind, assigneeId: "me" };
    case "set_status":
      return { type: kind, status: "resolved" };
    case "set_priority":
      return { type: kind, priority: "high" };
    case "snooze":
      return { type: kind, minutes: 1_440 };
    case "send_canned_reply":
      return { type: "send_message", cannedReplyId };
    case "send_message":
    case "add_note":
      return { type: kind, text: "" };
    case "add_label":
    case "remove_label":
      return { type: kind };
  }
}

/** As a sentence, with names instead of ids. */
export function describeAction(
  action: MacroAction,
  { t, format }: Pick<I18n, "t" | "format">,
  names: { agents: readonly Agent[]; cannedReplies: readonly CannedReply[] },
): string {
  switch (action.type) {
    case "add_label":
    case "remove_label":
      return t(`macros.does.${action.type}`, { label: action.label ?? t("common.none") });
    case "assign": {
      const { assigneeId } = action;
      if (assigneeId == null) return t("macros.does.unassign");
      if (assigneeId === "me") return t("macros.does.assign.me");
      return t("macros.does.assign", { name: names.agents.find(({ id }) => id === assigneeId)?.name ?? assigneeId });
    }
    case "set_status":
      return t("macros.does.set_status", { status: action.status === undefined ? "" : t(`inbox.status.${action.status}`) });
    case "set_priority":
      return t("macros.does.set_priority", { priority: action.priority === undefined ? "" : t(`priority.${action.priority}`) });
    case "snooze":
      return t("macros.does.snooze", { time: format.duration((action.minutes ?? 0) * 60_000) });
    case "add_note":
      return t("macros.does.add_note", { text: action.text ?? "" });
    case "send_message":
      return t("macros.does.send_message", {
        text: action.text ?? names.cannedReplies.find(({ id }) => id === action.cannedReplyId)?.title ?? "",
      });
  }
}
