import type { PlainKey } from "../i18n/catalogue.ts";

/** A failure and its remedy in plain language, by the API's code. Without a reason the server's text is shown. */
export function failureOf(code: string): { reason: PlainKey | null; remedy: PlainKey | null } {
  return failures[code] ?? { reason: null, remedy: null };
}

/** The same for a message that the server did not accept, which can still be corrected. */
export function refusalOf(code: string): ReturnType<typeof failureOf> {
  // A channel's limits are many: a text that is too long, a type, a quote. The server's text names the one.
  return code === "unsupported_by_channel" ? { reason: null, remedy: "failure.correct.do" } : failureOf(code);
}

const failures: Readonly<Record<string, { reason: PlainKey | null; remedy: PlainKey }>> = {
  window_closed: { reason: "failure.windowClosed", remedy: "failure.windowClosed.do" },
  template_required: { reason: "failure.windowClosed", remedy: "failure.windowClosed.do" },
  recipient_opted_out: { reason: "failure.optedOut", remedy: "failure.optedOut.do" },
  recipient_invalid: { reason: "failure.recipient", remedy: "failure.recipient.do" },
  channel_not_connected: { reason: "failure.channel", remedy: "failure.channel.do" },
  rate_limited: { reason: "failure.rate", remedy: "failure.again.do" },
  unsupported_by_channel: { reason: "failure.unsupported", remedy: "failure.unsupported.do" },
  template_not_approved: { reason: "failure.template", remedy: "failure.template.do" },
  template_variables_mismatch: { reason: "failure.variables", remedy: "failure.template.do" },
  insufficient_credits: { reason: "failure.credits", remedy: "failure.credits.do" },
  app_inactive: { reason: "failure.inactive", remedy: "failure.inactive.do" },
  // What is wrong is in the platform's words, or in the server's, which name the field.
  provider_error: { reason: null, remedy: "failure.provider.do" },
  not_found: { reason: null, remedy: "failure.missing.do" },
  validation_error: { reason: null, remedy: "failure.correct.do" },
  upload_cut: { reason: "failure.uploadCut", remedy: "failure.uploadCut.do" },
  payload_too_large: { reason: null, remedy: "failure.correct.do" },
  unsupported_media_type: { reason: null, remedy: "failure.correct.do" },
  insufficient_scope: { reason: null, remedy: "failure.access.do" },
  forbidden: { reason: null, remedy: "failure.access.do" },
  entitlement_exceeded: { reason: null, remedy: "failure.limit.do" },
  conflict: { reason: null, remedy: "failure.again.do" },
  internal_error: { reason: null, remedy: "failure.again.do" },
  service_unavailable: { reason: null, remedy: "failure.again.do" },
};
