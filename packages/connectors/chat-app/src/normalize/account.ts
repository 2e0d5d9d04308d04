import type { ChannelUpdatedEvent } from "@parley/connector-kit";
import { compact, integerOf, listAt, objectAt, own, textAt, textOf } from "@parley/connector-kit/read";
import { type ReadItem, type Reader, ignored, occurredAt } from "./context.ts";
import { templateEvents } from "./template.ts";

type Change = { [K in Exclude<keyof ChannelUpdatedEvent, "kind" | "occurredAt">]?: ChannelUpdatedEvent[K] | undefined };

const readers = new Map<string, Reader>([
  ["message_template_status_update", templateEvents],
  ["message_template_quality_update", templateEvents],
  ["message_template_components_update", templateEvents],
  ["template_category_update", templateEvents],
  ["phone_number_quality_update", (read) => channel(read, numberQuality(read.item.element))],
  ["phone_number_name_update", (read) => channel(read, numberName(read.item.element))],
  ["account_update", (read) => channel(read, accountUpdate(read.item.element))],
  ["account_review_update", (read) => channel(read, accountReview(read.item.element))],
  ["account_alerts", (read) => channel(read, accountAlert(read.item.element))],
  ["business_capability_update", (read) => channel(read, capability(read.item.element))],
  ["security", (read) => channel(read, security(read.item.element))],
]);

/**
 * Changes of the account, its numbers and templates: they name no number in `metadata`, and their time is the entry's.
 */
export const accountEvents: Reader = (read) => {
  const reader = readers.get(read.item.field);
  return reader === undefined ? ignored(`a field this connector does not know: ${read.item.field.slice(0, 60) || "absent"}`) : reader(read);
};

function channel({ item, receivedAt }: ReadItem, change: Change): [ChannelUpdatedEvent] {
  const phoneNumber = textAt(item.element, "display_phone_number")?.replace(/\D/g, "") || undefined;
  return [
    {
      kind: "channel",
      ...(compact({ phoneNumber, ...change }) as Partial<ChannelUpdatedEvent>),
      occurredAt: occurredAt(item.entryTime, receivedAt),
    },
  ];
}

const numberNotices = new Map<string, string>([
  ["ONBOARDING", "The number was set up on the platform."],
  ["THROUGHPUT_UPGRADE", "The number can now send 1,000 messages per second."],
  ["FLAGGED", "The quality of the number is low; the platform may limit it."],
  ["UNFLAGGED", "The quality of the number has recovered."],
  ["UPGRADE", "The messaging limit was raised."],
  ["DOWNGRADE", "The messaging limit was lowered."],
]);

/** `current_limit` is to be replaced by the portfolio's limit: read either, require neither. */
function numberQuality(value: unknown): Change {
  const event = textAt(value, "event") ?? "";
  return {
    notice: numberNotices.get(event) ?? `The platform reports on the number: ${event || "no details"}.`,
    messagingLimit: limitOf(own(value, "max_daily_conversations_per_business")) ?? limitOf(own(value, "current_limit")),
    messagesPerSecond: event === "THROUGHPUT_UPGRADE" ? 1000 : undefined,
  };
}

function numberName(value: unknown): Change {
  const decision = textAt(value, "decision") ?? "unknown";
  const reason = textAt(value, "rejection_reason");
  const name = textAt(value, "requested_verified_name") ?? "";
  return { notice: `Display name "${name}": ${decision}${reason && reason !== "NONE" ? ` (${reason})` : ""}.` };
}

/** The names of the tiers since 2025; a bare number also occurs, -1 for unlimited. */
const tiers = new Map([
  [-1, "TIER_UNLIMITED"],
  [250, "TIER_250"],
  [2_000, "TIER_2K"],
  [10_000, "TIER_10K"],
  [100_000, "TIER_100K"],
]);

export function limitOf(value: unknown): string | undefined {
  const number = integerOf(value);
  return number === undefined ? textOf(value) : (tiers.get(number) ?? String(number));
}

function capability(value: unknown): Change {
  return {
    messagingLimit: limitOf(own(value, "max_daily_conversations_per_business")) ?? limitOf(own(value, "max_daily_conversation_per_phone")),
  };
}

/** A status only where the event itself says that the connection ended, was blocked, or came back. */
const accountNotices = new Map<string, { notice: string; status?: ChannelUpdatedEvent["status"] }>([
  ["ACCOUNT_DELETED", { notice: "The business account was deleted.", status: "Disconnected" }],
  ["ACCOUNT_OFFBOARDED", { notice: "The business account left the platform.", status: "Disconnected" }],
  ["ACCOUNT_RECONNECTED", { notice: "The business account is connected again.", status: "Connected" }],
  ["PARTNER_REMOVED", { notice: "Access to the business account was removed.", status: "Disconnected" }],
  ["PARTNER_ADDED", { notice: "Access to the business account was granted." }],
  ["PARTNER_APP_INSTALLED", { notice: "An app was connected to the business account." }],
  ["PARTNER_APP_UNINSTALLED", { notice: "An app was disconnected from the business account." }],
  ["ACCOUNT_RESTRICTION", { notice: "The platform restricted the business account" }],
  ["ACCOUNT_VIOLATION", { notice: "The platform reports a violation of its policy" }],
]);

const banNotices = new Map<string, { notice: string; status?: ChannelUpdatedEvent["status"] }>([
  ["SCHEDULE_FOR_DISABLE", { notice: "The platform will disable the business account" }],
  ["DISABLE", { notice: "The platform disabled the business account", status: "Error" }],
  ["REINSTATE", { notice: "The platform reinstated the business account", status: "Connected" }],
]);

function accountUpdate(value: unknown): Change {
  const event = textAt(value, "event") ?? "no details";
  const ban = textAt(objectAt(value, "ban_info"), "waba_ban_state") ?? "";
  const update = event === "DISABLED_UPDATE" ? banNotices.get(ban) : accountNotices.get(event);
  const notice = (update?.notice ?? `The platform reports on the business account: ${event} ${ban}`).trim();
  return { notice: withDetails(notice, value), status: update?.status };
}

function withDetails(notice: string, value: unknown): string {
  const restrictions = listAt(value, "restriction_info").map((part) => {
    const until = integerOf(own(part, "expiration"));
    const day = until !== undefined && until > 0 && until < 8.64e12 ? ` until ${new Date(until * 1000).toISOString()}` : "";
    return `${textAt(part, "restriction_type") ?? "unnamed"}${day}`;
  });
  const details = [
    ...restrictions,
    textAt(objectAt(value, "violation_info"), "violation_type"),
    textAt(objectAt(value, "ban_info"), "waba_ban_date"),
    textAt(objectAt(value, "disconnection_info"), "reason"),
  ].filter((part) => part !== undefined);
  const stem = notice.replace(/\.$/, "");
  return details.length > 0 ? `${stem}: ${details.join(", ")}.` : `${stem}.`;
}

function accountReview(value: unknown): Change {
  return { notice: `The platform's review of the business account: ${textAt(value, "decision") ?? "no decision named"}.` };
}

/** `alert_info` in some versions, the same keys directly in others. */
function accountAlert(value: unknown): Change {
  const alert = objectAt(value, "alert_info") ?? value;
  const severity = textAt(alert, "alert_severity") ?? "ALERT";
  const text = textAt(alert, "alert_description") ?? textAt(alert, "alert_type") ?? "no details";
  return { notice: `${severity}: ${text}${textAt(alert, "alert_status") === "NONE" ? " (over)" : ""}` };
}

function security(value: unknown): Change {
  return { notice: `A security setting of the number changed: ${textAt(value, "event") ?? "no details"}.` };
}
