import { isApiError } from "@parley/sdk";
import type { I18n } from "../../i18n/i18n.tsx";
import { errorText, serverText } from "../lib/error-text.ts";
import { issueText } from "./issues.ts";

/** Why saving one field failed, as a sentence. */
export function reasonOf(error: unknown, i18n: I18n): string {
  if (!isApiError(error)) return errorText(error, i18n);
  if (error.status >= 500)
    return error.reference === null
      ? i18n.t("error.unexpected")
      : [i18n.t("error.unexpected"), i18n.t("error.reference", { reference: error.reference })].join(" ");
  const [detail] = error.details;
  return detail === undefined ? serverText(error) : issueText(detail, i18n);
}
