import type { Broadcast, BroadcastRecipient } from "@parley/sdk";
import type { PlainKey } from "../../i18n/catalogue.ts";
import type { ChipTone } from "../../ui/Chip.tsx";

export const statusTones: Readonly<Record<Broadcast["status"], ChipTone>> = {
  draft: "plain",
  scheduled: "info",
  sending: "accent",
  paused: "warn",
  completed: "ok",
  cancelled: "plain",
  failed: "bad",
};

export const recipientTones: Readonly<Record<BroadcastRecipient["status"], ChipTone>> = {
  pending: "plain",
  sending: "plain",
  sent: "info",
  delivered: "info",
  read: "accent",
  replied: "ok",
  failed: "bad",
  unknown: "warn",
  skipped: "line",
};

const skips = {
  opted_out: "broadcasts.skip.optedOut",
  blocked: "broadcasts.skip.blocked",
  no_identity: "broadcasts.skip.noIdentity",
  duplicate: "broadcasts.skip.duplicate",
  missing_variable: "broadcasts.skip.missingVariable",
  too_long: "broadcasts.skip.tooLong",
  window_closed: "broadcasts.skip.windowClosed",
  cancelled: "broadcasts.skip.cancelled",
} as const satisfies Record<string, PlainKey>;

/** A description of why somebody is left out; null: an unknown reason. */
export const skipKey = (reason: string): PlainKey | null => (Object.hasOwn(skips, reason) ? skips[reason as keyof typeof skips] : null);
