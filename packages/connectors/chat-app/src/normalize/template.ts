import type { TemplateStatus, TemplateUpdatedEvent } from "@parley/connector-kit";
import { compact, idAt, objectAt, textAt } from "@parley/connector-kit/read";
import { type ReadItem, type Reader, ignored, occurredAt } from "./context.ts";

/**
 * The platform's states of a template, from events and from lists. We have eight. A state that forbids sending and has
 * no equivalent is `disabled`, and so is an unlisted one: the platform adds new ones, and a template is sent only in a
 * state known to allow it.
 */
const statuses = new Map<string, TemplateStatus>([
  ["APPROVED", "approved"],
  ["REINSTATED", "approved"],
  ["UNARCHIVED", "approved"],
  ["PENDING", "pending"],
  ["REJECTED", "rejected"],
  ["PAUSED", "paused"],
  ["IN_APPEAL", "in_appeal"],
  ["DISABLED", "disabled"],
  ["LIMIT_EXCEEDED", "disabled"],
  ["LOCKED", "disabled"],
  ["ARCHIVED", "archived"],
  ["DELETED", "deleted"],
  ["PENDING_DELETION", "deleted"],
]);

/** These report a template's quality and leave its state unchanged (channel-protocols.md 2.6). */
const qualityStatuses = new Set(["FLAGGED", "UNFLAGGED"]);

/** undefined: the platform reported no state. */
export function templateStatusOf(value: string | undefined): TemplateStatus | undefined {
  if (value === undefined || value === "" || qualityStatuses.has(value.toUpperCase())) return undefined;
  return statuses.get(value.toUpperCase()) ?? "disabled";
}

/** Both `en-US` and `en_US` arrive; the stored form is the one that a send must name. */
export function templateLanguage(code: string): string {
  return code.replaceAll("-", "_");
}

/**
 * Documentation samples print the status field's name on the quality event, so the quality event is recognised by its
 * keys, whatever field it arrives under (channel-protocols.md 2.6).
 */
export const templateEvents: Reader = (read) => {
  const value = read.item.element;
  const name = textAt(value, "message_template_name");
  if (name === undefined) return ignored("a template event that names no template");
  if (textAt(value, "new_quality_score") !== undefined) {
    return [event(read, name, { quality: textAt(value, "new_quality_score") })];
  }
  if (read.item.field === "template_category_update") return [categoryEvent(read, name)];
  if (read.item.field === "message_template_components_update") return [event(read, name, { contentChanged: true })];
  const eventName = textAt(value, "event");
  const status = templateStatusOf(eventName);
  return [
    event(read, name, {
      status,
      platformStatus: status === undefined ? undefined : eventName,
      category: textAt(value, "message_template_category"),
      // A word that is not a state (FLAGGED) becomes the reason.
      reason: reasonOf(value) ?? (status === undefined ? eventName : undefined),
    }),
  ];
};

/** The announcement a day ahead names the present category as the new one: not a change yet. */
function categoryEvent(read: ReadItem, name: string): TemplateUpdatedEvent {
  const correct = textAt(read.item.element, "correct_category");
  return correct === undefined
    ? event(read, name, { category: textAt(read.item.element, "new_category") })
    : event(read, name, { reason: `The category will become ${correct}.` });
}

function event(
  { item, receivedAt }: ReadItem,
  name: string,
  change: {
    [K in "status" | "platformStatus" | "category" | "quality" | "reason" | "contentChanged"]?: TemplateUpdatedEvent[K] | undefined;
  },
): TemplateUpdatedEvent {
  return {
    kind: "template",
    ...compact({ providerTemplateId: idAt(item.element, "message_template_id", 200) }),
    name,
    language: templateLanguage(textAt(item.element, "message_template_language") ?? ""),
    ...compact(change),
    occurredAt: occurredAt(item.entryTime, receivedAt),
  } as TemplateUpdatedEvent;
}

function reasonOf(value: unknown): string | undefined {
  const code = textAt(value, "reason");
  const rejection = objectAt(value, "rejection_info");
  const other = objectAt(value, "other_info");
  const words = [
    textAt(rejection, "reason"),
    textAt(rejection, "recommendation"),
    textAt(other, "title"),
    textAt(other, "description"),
    textAt(objectAt(value, "disable_info"), "disable_date"),
  ]
    .filter((part) => part !== undefined)
    .join(" ");
  const head = code === "NONE" ? undefined : code;
  return head !== undefined && words !== "" ? `${head}: ${words}` : (head ?? (words || undefined));
}
