import { useSuspenseQuery } from "@tanstack/react-query";
import { Info, Phone } from "lucide-react";
import type { Message, ReceivedContent } from "@parley/sdk";
import { can, meQuery } from "../../../api/session.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { lazyComponent } from "../../../ui/lib/lazyComponent.tsx";
import { Referral } from "./bodies/received/MessageSource.tsx";

const CallCard = lazyComponent(async () => (await import("./CallCard.tsx")).CallCard, { keys: null });

/** A notice about the conversation itself: from the platform, a changed number, a call, an ad or a link; or a call with a voice agent. */
export function ActivityLine({ message }: { message: Message }) {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { call, kind, callId, referral } = (message.content ?? {}) as Partial<ReceivedContent> & { kind?: string; callId?: string };
  if (callId !== undefined && kind === "call" && can(me, "voice:read"))
    return (
      <div id={message.id} className="contents">
        <CallCard callId={callId} at={message.occurredAt} />
      </div>
    );
  const isCall = call !== undefined || kind === "call";
  const Icon = isCall ? Phone : Info;
  return (
    <div className="activity" id={message.id}>
      <Icon className="icon" aria-hidden />
      {referral !== undefined && message.text === null ? (
        <Referral referral={referral} />
      ) : (
        <span dir="auto">{kind === "call" ? t("message.call") : (message.text ?? t(isCall ? "message.call" : "message.system"))}</span>
      )}
      <time dateTime={message.occurredAt} title={format.instant(message.occurredAt)}>
        {format.time(message.occurredAt)}
      </time>
    </div>
  );
}
