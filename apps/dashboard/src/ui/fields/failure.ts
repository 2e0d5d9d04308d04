import { ConnectionError, isApiError } from "@parley/sdk";
import type { I18n } from "../../i18n/i18n.tsx";
import { issueText } from "./issues.ts";

/** Why a write of one field failed, in one sentence. */
export function reasonOf(error: unknown, i18n: I18n): string {
  if (error instanceof ConnectionError) return i18n.t("error.network");
  if (!isApiError(error)) {
    reportError(error);
    return i18n.t("error.unexpected");
  }
  if (error.status >= 500)
    return error.reference === null
      ? i18n.t("error.unexpected")
      : [i18n.t("error.unexpected"), i18n.t("error.reference", { reference: error.reference })].join(" ");
  const [detail] = error.details;
  return detail === undefined ? error.message : issueText(detail, i18n);
}
