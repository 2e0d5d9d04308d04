import { useRouter } from "@tanstack/react-router";
import { isApiError } from "@parley/sdk";
import { useEffect } from "react";
import { type Notice, onNotice } from "../../api/notifications/notices.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { errorText } from "../../ui/lib/error-text.ts";
import { lazyCode, onLoadFailure } from "../../ui/lib/lazy-code.ts";
import { toast } from "../toast.ts";

const messageNotices = lazyCode(() => import("./message-notices.ts"));

/** Notices of the data layer as toasts: a failure with the server's text, the reference and a retry; a refused message; where a reply went. */
export function NoticeToasts() {
  const { t } = useI18n();
  const router = useRouter();
  useEffect(
    () =>
      onNotice(function show(notice: Notice): unknown {
        if (!("error" in notice))
          return messageNotices
            .fetch()
            .then(({ showMessageNotice }) => showMessageNotice(notice, { router, t }))
            .catch((error) => show({ error, retry: () => show(notice) }));
        const { error } = notice;
        toast.show({
          tone: "bad",
          text: errorText(error, { t }),
          ...(isApiError(error) && error.reference !== null ? { reference: error.reference } : {}),
          ...(notice.retry === undefined ? {} : { action: { label: t("common.retry"), run: notice.retry } }),
        });
      }),
    [t, router],
  );
  useEffect(() => onLoadFailure((error) => toast.show({ id: "late", tone: "bad", text: errorText(error, { t }) })), [t]);
  return null;
}
