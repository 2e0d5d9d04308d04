import { isApiError } from "@parley/sdk";
import type { I18n } from "../i18n/i18n.tsx";
import { toast } from "../shell/toast.ts";
import { errorText } from "../ui/lib/error-text.ts";

/** Shows why a button's action failed, as a toast: the server's text with its reference. */
export function showFailure(error: unknown, i18n: Pick<I18n, "t">): void {
  toast.show({ tone: "bad", text: errorText(error, i18n), reference: isApiError(error) ? error.reference : null });
}
