import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import type { Message } from "@parley/sdk";
import { sendOptionsQuery } from "../../../api/inbox/conversations.ts";
import { useOutbox } from "../../../api/inbox/useThread.ts";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { copyOf } from "./copy-of.ts";

/** Sends a failed message once more, as a new one, if its type may be sent now. The failed one stays in the history. */
export function SendAgain({ message }: { message: Message }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: options } = useQuery({ ...sendOptionsQuery(message.conversationId), throwOnError: false });
  const outbox = useOutbox();
  const [sent, setSent] = useState(false);
  const copy = copyOf(message);
  if (sent || copy === null || !can(me, "messages:send") || options?.types.includes(copy.type) !== true) return null;
  return (
    <Button
      icon={RotateCw}
      size="small"
      variant="ghost"
      onPress={({ target }) => {
        // The focused button is removed.
        target.closest("article")?.focus();
        setSent(true);
        outbox.add({ conversationId: message.conversationId, message: copy, fileName: message.media[0]?.filename ?? undefined });
      }}
    >
      {t("message.sendAgain")}
    </Button>
  );
}
