/** What the person is told about a message that they sent, on whichever screen they are by then. */
import type { MovedReply, RefusedMessage } from "../../api/notifications/notices.ts";
import { refusalOf } from "../../parts/failures.ts";
import { toast } from "../toast.ts";
import { followReply, type Page } from "./moved-reply.ts";

export async function showMessageNotice(notice: RefusedMessage | MovedReply, page: Page): Promise<void> {
  if ("refusal" in notice) showRefusal(notice, page);
  else await followReply(notice, page);
}

/** The same reason as below the message in its thread. */
function showRefusal({ refusal: { code, message, reference }, retry }: RefusedMessage, { t }: Pick<Page, "t">): void {
  const { reason } = refusalOf(code);
  toast.show({
    tone: "bad",
    text: reason === null ? message : t(reason),
    ...(reference === null ? {} : { reference }),
    action: { label: t("common.retry"), run: retry },
  });
}
