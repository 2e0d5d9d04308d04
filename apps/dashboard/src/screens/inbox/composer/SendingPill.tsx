import { MessageCircle } from "lucide-react";
import type { Conversation, SendOptions } from "@parley/sdk";
import { endsWithWindow, messagesLeft, peopleOnlyUntil } from "../../../api/inbox/send-options.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { WindowPill } from "../../../parts/WindowPill.tsx";

interface Props {
  conversation: Conversation;
  options: SendOptions | undefined;
}

/** Until when, or how many times, one may still write to the customer. */
export function SendingPill({ conversation: { windowExpiresAt, channelKind }, options }: Props) {
  if (options === undefined) return <WindowPill expiresAt={windowExpiresAt} hideClosed={!endsWithWindow(channelKind)} long />;
  const left = messagesLeft(options);
  if (left !== null) return <CountPill left={left} />;
  const peopleUntil = peopleOnlyUntil(options);
  return peopleUntil === null ? (
    <WindowPill expiresAt={options.windowExpiresAt} long />
  ) : (
    <WindowPill expiresAt={peopleUntil} onlyPeople long />
  );
}

function CountPill({ left }: { left: number }) {
  const { t } = useI18n();
  const words = t("window.count", { n: left });
  return (
    <span className={`window-pill ${left === 0 ? "off" : left === 1 ? "warn" : "ok"}`} title={words}>
      <MessageCircle className="icon icon-12" aria-hidden />
      <span className="only-desktop" aria-hidden>
        {words}
      </span>
      <span className="only-phone" aria-hidden>
        {t("window.count.short", { n: left })}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
