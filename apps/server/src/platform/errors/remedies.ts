/** What a sender can do about a message that was refused or failed. */
import { type ErrorCode, errorCatalog } from "./catalog.ts";

/**
 * The codes of sending, which people read under a message: their texts say what to do next. Not provider_error: what
 * to do about it, if anything, is in the platform's own words.
 */
const ofSending: ReadonlySet<string> = new Set<ErrorCode>([
  "app_inactive",
  "channel_not_connected",
  "insufficient_credits",
  "recipient_invalid",
  "recipient_opted_out",
  "template_not_approved",
  "template_required",
  "template_variables_mismatch",
  "unsupported_by_channel",
  "window_closed",
]);

/** `what`, ended as a sentence and followed by the remedy of `code`. `takesTemplates`: whether the channel has any to send. */
export function withRemedy(code: string, what: string, takesTemplates = true): string {
  if (!ofSending.has(code)) return what;
  const remedy =
    code === "window_closed" && !takesTemplates
      ? "Wait for the customer to write: this channel has no templates."
      : errorCatalog[code as ErrorCode].remedy;
  return `${/[.!?]$/.test(what) ? what : `${what}.`} ${remedy}`;
}
