import { isApiError } from "@parley/sdk";
import { useEffect } from "react";
import { onNotice } from "../api/notifications/notices.ts";
import { useI18n } from "../i18n/i18n.tsx";
import { errorText } from "../ui/lib/error-text.ts";
import { onLoadFailure } from "../ui/lib/lazy-code.ts";
import { toast } from "./toast.ts";

/** Failures of the data layer as toasts: the server's text, with the reference and a retry. */
export function NoticeToasts() {
  const { t } = useI18n();
  useEffect(
    () =>
      onNotice((notice) => {
        const { error } = notice;
        toast.show({
          tone: "bad",
          text: errorText(error, { t }),
          ...(isApiError(error) && error.reference !== null ? { reference: error.reference } : {}),
          ...(notice.retry === undefined ? {} : { action: { label: t("common.retry"), run: notice.retry } }),
        });
      }),
    [t],
  );
  useEffect(() => onLoadFailure((error) => toast.show({ id: "late", tone: "bad", text: errorText(error, { t }) })), [t]);
  return null;
}
