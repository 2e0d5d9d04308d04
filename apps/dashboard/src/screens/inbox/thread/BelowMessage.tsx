import { useI18n } from "../../../i18n/i18n.tsx";
import { BotTrace } from "./BotTrace.tsx";
import { failureOf } from "../../../parts/failures.ts";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";
import type { ThreadEntry } from "./MessageItem.tsx";

// Few messages fail.
const SendAgain = lazyComponent(async () => (await import("./SendAgain.tsx")).SendAgain, { keys: null });

/** Why a message failed, with the remedy; the reasons for a chatbot's answer. */
export function BelowMessage({ message }: { message: ThreadEntry }) {
  const { t } = useI18n();
  if (message.author.kind === "chatbot" && message.status !== "failed")
    return <BotTrace messageId={message.id} conversationId={message.conversationId} />;
  if (message.status === "unknown")
    return (
      <div className="below">
        <span className="text-warn-text">{t("message.unknown")}</span>
      </div>
    );
  if (message.status !== "failed" || message.error === null) return null;
  const { reason, remedy } = failureOf(message.error.code);
  return (
    <div className="below">
      <span className="text-danger-text" title={`${message.error.code} ${message.error.providerCode ?? ""}`}>
        {reason === null ? message.error.message : t(reason)}
      </span>
      {remedy !== null && <span className="text-text-2">{t(remedy)}</span>}
      {message.author.kind === "member" && <SendAgain message={message} />}
    </div>
  );
}
