/** An entry of the audit log as a sentence: "Anna changed the webhook Orders". Pure. */
import type { AuditEntry } from "@parley/sdk";
import type { I18n } from "../../../i18n/i18n.tsx";

/** Actions with their own sentence. */
const whole = [
  "session.started",
  "session.ended",
  "session.entered",
  "session.revoked",
  "session.others_revoked",
  "second_factor.enabled",
  "second_factor.disabled",
  "second_factor.codes_renewed",
  "second_factor.removed",
  "password.changed",
  "email.changed",
  "email.verified",
  "email.verification_requested",
  "email.change_requested",
  "email.change_cancelled",
  "ticket.commented",
  "conversation.note_added",
  "webhook.secret_rotated",
  "webhook.replayed",
  "webhook.delivery_retried",
  "invitation.resent",
  "contact.merged",
  "contact.unmerged",
  "contact.export_requested",
  "contact.erasure_requested",
  "channel.reconnected",
  "channel.templates_synced",
  "knowledge_source.refreshed",
  "knowledge_question.dismissed",
  "organization.export_requested",
  "organization.export_downloaded",
  "organization.erasure_requested",
  "organization.erasure_cancelled",
  "snapshot.applied",
  "agency.acted",
  "flow.activated",
] as const;

/** Subjects that are combined with a verb. */
const things = [
  "access_token",
  "agent",
  "agent_settings",
  "agency_grant",
  "ai_key",
  "api_key",
  "brand_kit",
  "broadcast",
  "canned_reply",
  "channel",
  "chatbot",
  "contact",
  "contact_export",
  "contact_field",
  "contact_import",
  "contact_tags",
  "conversation",
  "deal",
  "division",
  "domain",
  "entitlements",
  "faq",
  "faq_import",
  "flow",
  "flow_run",
  "flow_secret",
  "invitation",
  "knowledge_category",
  "knowledge_source",
  "label",
  "landing_page",
  "login_link",
  "macro",
  "media",
  "member",
  "order",
  "organization",
  "payment_request",
  "pipeline",
  "retention",
  "segment",
  "sla_policy",
  "subscription",
  "template",
  "ticket",
  "ticket_category",
  "ticket_field",
  "view",
  "webhook",
] as const;

/** The last part of an action, and its verb. */
const verbs = {
  created: "created",
  updated: "updated",
  changed: "updated",
  renamed: "updated",
  availability: "updated",
  deleted: "deleted",
  removed: "deleted",
  erased: "deleted",
  revoked: "revoked",
  ended: "stopped",
  cancelled: "stopped",
  paused: "stopped",
  deactivated: "stopped",
  activated: "started",
  started: "started",
  scheduled: "started",
  run: "started",
  tested: "tested",
  requested: "requested",
} as const;

export function auditSentence({ actor, action }: Pick<AuditEntry, "actor" | "action">, name: string | null, t: I18n["t"]): string {
  const who = auditActor(actor, t);
  const own = whole.find((each) => each === action);
  if (own !== undefined) return t(`audit.did.${own}`, { who });
  const [noun, ...rest] = action.split(".");
  const verb = rest.at(-1) ?? "";
  const kind = things.find((each) => each === noun);
  // A newer server may have further actions.
  if (kind === undefined || !Object.hasOwn(verbs, verb)) return t("audit.other", { who, action });
  const thing = name === null ? t(`audit.thing.${kind}`) : t("audit.named", { thing: t(`audit.thing.${kind}`), name });
  return t(`audit.${verbs[verb as keyof typeof verbs]}`, { who, thing });
}

export function auditActor({ kind, name }: AuditEntry["actor"], t: I18n["t"]): string {
  if (kind === "system") return t("audit.system");
  if (kind === "api") return name === null ? t("audit.someKey") : t("audit.key", { name });
  return name ?? t("audit.stranger");
}
