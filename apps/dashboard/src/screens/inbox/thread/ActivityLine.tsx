import { Info, Phone } from "lucide-react";
import type { Message, ReceivedContent } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";

/** A platform's notice about the conversation itself: a changed number, a call. */
export function ActivityLine({ message }: { message: Message }) {
  const { t, format } = useI18n();
  const call = (message.content as ReceivedContent | null)?.call !== undefined;
  const Icon = call ? Phone : Info;
  return (
    <div className="activity" id={message.id}>
      <Icon className="icon" aria-hidden />
      <span dir="auto">{message.text ?? t(call ? "message.call" : "message.system")}</span>
      <time dateTime={message.occurredAt} title={format.instant(message.occurredAt)}>
        {format.time(message.occurredAt)}
      </time>
    </div>
  );
}
