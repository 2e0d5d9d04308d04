import type { TemplateStatus, TemplateUpdatedEvent } from "@parley/connector-kit";
import { compact, idAt, objectAt, textAt } from "@parley/connector-kit/read";
import { type ReadItem, type Reader, ignored, occurredAt } from "./context.ts";

/**
 * The platform's words for a template's state, from events and from lists. We have eight of our own; what may not be
 * sent and has no word of its own is `disabled`, and so is a word that is not here: the platform makes new ones, and a template is sent
 * only in a state that is known to allow it.
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

/** They tell of a template's quality, and leave its state as it is (channel-protocols.md 2.6). */
const notStates = new Set(["FLAGGED", "UNFLAGGED"]);

/** undefined: nothing was said of its state. */
export function templateStatusOf(word: string | undefined): TemplateStatus | undefined {
  if (word === undefined || word === "" || notStates.has(word.toUpperCase())) return undefined;
  return statuses.get(word.toUpperCase()) ?? "disabled";
}

/** `en-US` and `en_US` both arrive; stored is the form a send has to name. */
export function templateLanguage(code: string): string {
  return code.replaceAll("-", "_");
}

/**
 * Documentation samples print the status field's name on the quality event, so the quality is known by its keys, under
 * whichever field it comes (channel-protocols.md 2.6).
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
  const word = textAt(value, "event");
  const status = templateStatusOf(word);
  return [
    event(read, name, {
      status,
      platformStatus: status === undefined ? undefined : word,
      category: textAt(value, "message_template_category"),
      // What is no state (FLAGGED) is told in the reason.
      reason: reasonOf(value) ?? (status === undefined ? word : undefined),
    }),
  ];
};

/** The announcement a day ahead names the present category as the new one: it is no change yet. */
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
