import "../../../styles/screens/inbox/call-card.css";
import { useQuery } from "@tanstack/react-query";
import { Phone, PhoneOutgoing } from "lucide-react";
import { callQuery } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { endKeyOf } from "../../../parts/calls/call-direction.ts";
import { CallStatusChip } from "../../../parts/calls/CallStatusChip.tsx";
import { CallLink } from "./CallLink.tsx";

/** A voice agent's call with the customer: its outcome, and a link to its transcript. */
export function CallCard({ callId, at }: { callId: string; at: string }) {
  const { t, format } = useI18n();
  const { data: call } = useQuery({ ...callQuery(callId), throwOnError: false });
  const Icon = call?.direction === "outbound" ? PhoneOutgoing : Phone;
  return (
    <article className="call-card" aria-label={t("message.call")}>
      <Icon className="icon" aria-hidden />
      <div className="min-w-0">
        <p className="call-card-head">
          <b>{t(call === undefined ? "message.call" : `calls.direction.${call.direction}`)}</b>
          {call !== undefined && <CallStatusChip status={call.status} />}
          {call?.durationSeconds != null && (
            <span className="text-12 text-text-3 tabular-nums">{format.duration(call.durationSeconds * 1_000)}</span>
          )}
          <time className="ms-auto text-12 text-text-3" dateTime={at} title={format.instant(at)}>
            {format.time(at)}
          </time>
        </p>
        {call?.endReason != null && <p className="text-12 text-text-2">{t(endKeyOf(call.endReason, call.direction))}</p>}
        {call?.summary != null && (
          <p className="call-card-summary" dir="auto">
            {call.summary}
          </p>
        )}
        <CallLink callId={callId} />
      </div>
    </article>
  );
}
