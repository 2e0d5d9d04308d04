import { Copy, Quote } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { toast } from "../../../shell/toast.ts";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/lib/copy.ts";
import type { ThreadEntry } from "./MessageItem.tsx";
import { ReactButton } from "./ReactButton.tsx";
import { useThreadContext } from "./thread-context.tsx";

/** Next to a bubble on hover and focus. */
export function MessageTools({ message }: { message: ThreadEntry }) {
  const { t } = useI18n();
  const { onQuote, reactions, ownAddress } = useThreadContext();
  if (message.deletedAt !== null) return null;
  return (
    <span className="message-tools">
      {reactions !== null && message.direction === "inbound" && message.from !== null && (
        <ReactButton message={message} choices={reactions} ownAddress={ownAddress} />
      )}
      {/* The platform can only quote what it has. */}
      {onQuote !== null && message.externalId !== null && (
        <Button icon={Quote} label={t("message.quote")} variant="ghost" size="small" onPress={() => onQuote(message.id)} />
      )}
      {message.text !== null && (
        <Button
          icon={Copy}
          label={t("message.copy")}
          variant="ghost"
          size="small"
          onPress={() =>
            copyText(message.text ?? "").then(
              () => toast.show({ text: t("common.copied"), tone: "ok" }),
              () => toast.show({ text: t("ui.copy.failed"), tone: "bad" }),
            )
          }
        />
      )}
    </span>
  );
}
