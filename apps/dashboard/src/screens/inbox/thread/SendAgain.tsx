import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { Message } from "@parley/sdk";
import { sendOptionsQuery } from "../../../api/inbox/conversations.ts";
import { threadQuery } from "../../../api/inbox/messages.ts";
import { useOutbox, useOutboxRows } from "../../../api/inbox/useThread.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { copyOf, isSentAgain, isSame } from "./send-again.ts";

/** The same message would be refused for the same reason. */
const lasting = new Set(["validation_error", "unsupported_by_channel", "template_variables_mismatch"]);

/** Sends a failed message once more, as a new one, if its type may be sent now. The failed one stays in the history. */
export function SendAgain({ message }: { message: Message }) {
  const { t } = useI18n();
  const { conversationId } = message;
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: options } = useQuery({ ...sendOptionsQuery(conversationId), throwOnError: false });
  const { data: isDone } = useQuery({
    ...threadQuery(conversationId),
    throwOnError: false,
    select: ({ items }) => isSentAgain(message, items, options?.limits),
  });
  const outbox = useOutbox();
  const rows = useOutboxRows();
  const copy = copyOf(message, options?.limits);
  if (copy === null || isDone !== false || lasting.has(message.error?.code ?? "")) return null;
  if (rows.some((row) => row.message !== null && isSame(row.message, copy))) return null;
  if (!can(me, "messages:send") || options?.types.includes(copy.type) !== true) return null;
  return (
    <Button
      icon={RotateCw}
      size="small"
      // Its time tells it from others of its name.
      aria-describedby={message.id}
      onPress={({ target }) => {
        // The focused button is removed. The new message is at the end, which the reversed box calls 0.
        target.closest("article")?.focus({ preventScroll: true });
        target.closest(".thread")?.scrollTo({ top: 0 });
        outbox.add({ conversationId, message: copy, fileName: message.media[0]?.filename ?? undefined });
      }}
    >
      {t("message.sendAgain")}
    </Button>
  );
}
