import type { PlainKey } from "../i18n/catalogue.ts";

/** A failure and its remedy in plain language, by the API's code. For an unknown code the server's text is shown. */
export function failureOf(code: string): { reason: PlainKey | null; remedy: PlainKey | null } {
  return failures[code] ?? { reason: null, remedy: null };
}

const failures: Readonly<Record<string, { reason: PlainKey; remedy: PlainKey | null }>> = {
  window_closed: { reason: "failure.windowClosed", remedy: "failure.windowClosed.do" },
  template_required: { reason: "failure.windowClosed", remedy: "failure.windowClosed.do" },
  recipient_opted_out: { reason: "failure.optedOut", remedy: null },
  recipient_invalid: { reason: "failure.recipient", remedy: "failure.recipient.do" },
  channel_not_connected: { reason: "failure.channel", remedy: "failure.channel.do" },
  rate_limited: { reason: "failure.rate", remedy: "failure.again.do" },
  unsupported_by_channel: { reason: "failure.unsupported", remedy: null },
  template_not_approved: { reason: "failure.template", remedy: "failure.template.do" },
  template_variables_mismatch: { reason: "failure.variables", remedy: "failure.template.do" },
  insufficient_credits: { reason: "failure.credits", remedy: "failure.credits.do" },
  app_inactive: { reason: "failure.inactive", remedy: null },
};
