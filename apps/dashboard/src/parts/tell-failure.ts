import { isApiError } from "@parley/sdk";
import type { I18n } from "../i18n/i18n.tsx";
import { toast } from "../shell/toast.ts";

/** What a button could not do, as a toast: in the server's words. */
export function tellFailure(error: unknown, { t }: I18n): void {
  toast.show({
    tone: "bad",
    text: isApiError(error) ? error.message.replace(/^[A-Z]+ \S+: /, "") : t("error.network"),
    reference: isApiError(error) ? error.reference : null,
  });
}
