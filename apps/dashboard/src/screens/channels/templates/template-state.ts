/** The platform's statements about a template, in the reader's language. Pure. */
import type { Template } from "@parley/sdk";
import type { I18n } from "../../../i18n/i18n.tsx";
import type { ChipTone } from "../../../ui/Chip.tsx";

export const templateTones = {
  pending: "info",
  approved: "ok",
  rejected: "bad",
  paused: "warn",
  disabled: "bad",
  in_appeal: "info",
  deleted: "plain",
  archived: "plain",
} as const satisfies Record<Template["status"], ChipTone>;

/** The platform's codes for rejection reasons. */
const reasons = {
  ABUSIVE_CONTENT: "templates.reason.abusive",
  INVALID_FORMAT: "templates.reason.format",
  PROMOTIONAL: "templates.reason.promotional",
  TAG_CONTENT_MISMATCH: "templates.reason.category",
  INCORRECT_CATEGORY: "templates.reason.category",
  SCAM: "templates.reason.scam",
} as const;

/** The reason for its rejection; one unknown to this dashboard is shown in the platform's words. */
export function reasonOf({ rejectedReason }: Pick<Template, "rejectedReason">, { t }: Pick<I18n, "t">): string | null {
  if (rejectedReason === null) return null;
  return rejectedReason in reasons ? t(reasons[rejectedReason as keyof typeof reasons]) : rejectedReason;
}

const known = ["UTILITY", "MARKETING", "AUTHENTICATION"] as const;

/** A category unknown to this dashboard is shown in the platform's words. */
export function categoryName(category: string | null, { t }: Pick<I18n, "t">): string {
  const found = known.find((each) => each === category?.toUpperCase());
  return found === undefined ? (category ?? "") : t(`templates.category.${found}`);
}
