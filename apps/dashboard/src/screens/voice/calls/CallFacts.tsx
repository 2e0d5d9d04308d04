import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CallWithTurns, VoiceAgent } from "@parley/sdk";
import { serverNow } from "../../../api/clock.ts";
import { can, meQuery } from "../../../api/session.ts";
import { awaitsSummary, isLive } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { endKeyOf } from "../../../parts/calls/call-direction.ts";
import { clockOf } from "../../../parts/calls/call-times.ts";
import { CallStatusChip } from "../../../parts/calls/CallStatusChip.tsx";
import { CopyText } from "../../../ui/CopyText.tsx";
import { CallCost } from "./CallCost.tsx";
import { CallRecordingPart } from "./CallRecordingPart.tsx";
import { CallResult } from "./CallResult.tsx";
import { CallSource } from "./CallSource.tsx";
import { CallbackTicket, CallTickets } from "./CallTickets.tsx";
import { LatencyBars } from "./LatencyBars.tsx";
import { CallSection } from "./CallSection.tsx";
import { useToolWords } from "../../../parts/calls/useToolWords.ts";

interface Props {
  call: CallWithTurns;
  agent: VoiceAgent | undefined;
  agentName: string;
  onMark(second: number): void;
}

/** The results of a call: its summary, how quickly it was answered, what was done and what it cost. */
export function CallFacts({ call, agent, agentName, onMark }: Props) {
  const { t, format } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { status, endReason, answeredAt, createdAt, contactId } = call;
  return (
    <>
      {status !== "no_answer" && !isLive(call) && (
        <CallSection title={t("calls.summary")}>
          <p className={call.summary === null ? "text-text-3" : "voice-summary"} dir="auto">
            {call.summary ?? t(awaitsSummary(call, serverNow()) ? "calls.summary.waiting" : "calls.summary.none")}
          </p>
        </CallSection>
      )}
      <CallResult call={call} agent={agent} />
      {call.callbackTicketId !== null && can(me, "tickets:read") && <CallbackTicket ticketId={call.callbackTicketId} />}
      <CallRecordingPart call={call} />
      {answeredAt !== null && <LatencyBars turns={call.turns} latency={call.latency} onMark={onMark} />}
      {answeredAt !== null && <Tools call={call} onMark={onMark} />}
      {can(me, "tickets:read") && <CallTickets call={call} />}
      {answeredAt !== null && <CallCost call={call} />}
      <CallSection title={t("calls.facts")}>
        <dl className="facts">
          <Fact name={t("inbox.status")}>
            <CallStatusChip status={status} />
          </Fact>
          {endReason !== null && <Fact name={t("calls.end")}>{t(endKeyOf(endReason, call.direction))}</Fact>}
          <Fact name={t("calls.direction")}>{t(`calls.direction.${call.direction}`)}</Fact>
          <Fact name={t("calls.source")}>
            <CallSource call={call} />
          </Fact>
          <Fact name={t("calls.from")}>
            <bdi dir="ltr">{call.from ?? t("calls.withheld")}</bdi>
          </Fact>
          <Fact name={t("calls.to")}>
            <bdi dir="ltr">{call.to}</bdi>
          </Fact>
          <Fact name={t("calls.agent")}>
            <Link className="link cut" to="/voice/$part/$recordId" params={{ part: "agents", recordId: call.voiceAgentId }} search={{}}>
              <bdi>{agentName}</bdi>
            </Link>
          </Fact>
          {call.consent !== null && <Fact name={t("calls.consent")}>{t(`calls.consent.${call.consent}`)}</Fact>}
          {call.purpose !== null && (
            <Fact name={t("calls.purpose")}>
              <span className="voice-summary" dir="auto">
                {call.purpose}
              </span>
            </Fact>
          )}
          {contactId !== null && can(me, "contacts:read") && (
            <Fact name={t("calls.contact")}>
              <Link className="link" to="/contacts/$contactId" params={{ contactId }}>
                {t("contact.details")}
              </Link>
            </Fact>
          )}
          <Fact name={t("calls.began")}>
            <time dateTime={createdAt}>{format.instant(createdAt)}</time>
          </Fact>
          {call.durationSeconds !== null && (
            <Fact name={t("calls.duration")}>
              <span className="tabular-nums">{clockOf(call.durationSeconds * 1_000)}</span>
            </Fact>
          )}
          <Fact name={t("calls.model")}>
            <bdi dir="ltr" className="cut">
              {call.model}
            </bdi>
          </Fact>
          {call.providerCallId !== null && (
            <Fact name={t("calls.providerId")}>
              <CopyText text={call.providerCallId} label={t("calls.providerId")} />
            </Fact>
          )}
        </dl>
      </CallSection>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Tools({ call: { turns }, onMark }: { call: CallWithTurns; onMark(second: number): void }) {
  const { t } = useI18n();
  const toolTexts = useToolWords();
  const used = turns.filter(({ speaker }) => speaker === "tool");
  return (
    <CallSection title={t("calls.tools")}>
      {used.length === 0 && <p className="text-text-3">{t("calls.tools.none")}</p>}
      <ul className="grid gap-1">
        {used.map((turn) => {
          const { name, outcome } = toolTexts(turn);
          return (
            <li key={`${turn.tool} ${turn.beganMs}`} className="flex items-baseline gap-2">
              <button type="button" className="voice-turn-time" onClick={() => onMark(Math.floor(turn.beganMs / 1_000))}>
                {clockOf(turn.beganMs)}
              </button>
              <span className="min-w-0 grow">{name}</span>
              <span className="text-12 text-text-3">{outcome}</span>
            </li>
          );
        })}
      </ul>
    </CallSection>
  );
}
