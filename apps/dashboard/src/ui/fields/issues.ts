import type { ErrorDetail } from "@parley/sdk";
import type { I18n } from "../../i18n/i18n.tsx";

/** A field's error as text, from the API's closed list of issues. */
export function issueText(detail: ErrorDetail, { t, format }: Pick<I18n, "t" | "format">): string {
  if (detail.issue === "too_many" && detail.limit !== undefined) return t("issue.too_many.limit", { limit: format.number(detail.limit) });
  return t(`issue.${detail.issue}`);
}
