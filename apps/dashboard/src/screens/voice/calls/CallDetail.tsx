import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { PanelRight } from "lucide-react";
import { useState } from "react";
import { serverNow } from "../../../api/clock.ts";
import { contacts } from "../../../api/resources.ts";
import { can, meQuery } from "../../../api/session.ts";
import { callQuery, isLive, voiceAgentsQuery } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { endKeyOf, personOf } from "../../../parts/calls/call-direction.ts";
import { lengthOf } from "../../../parts/calls/call-times.ts";
import { contactName } from "../../../parts/contact-name.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice, type NoticeTone } from "../../../ui/feedback/Notice.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Drawer } from "../../../ui/overlays/Drawer.tsx";
import { useVoiceSearch } from "../useVoiceSearch.ts";
import { CallFacts } from "./CallFacts.tsx";
import { CallHead } from "./CallHead.tsx";
import { CallTimeline } from "./CallTimeline.tsx";
import { Transcript } from "./Transcript.tsx";
import { useRecordingPlayer } from "./useRecordingPlayer.ts";

const tones: Partial<Record<string, NoticeTone>> = { failed: "bad", no_answer: "warn", transferred: "info" };

/** One call: who spoke when, the whole transcript, and the results. Polled each second while it is in progress. */
export function CallDetail({ callId }: { callId: string }) {
  const { t } = useI18n();
  const { t: second } = useVoiceSearch();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: call } = useQuery(callQuery(callId));
  const { data: agents } = useQuery(voiceAgentsQuery());
  const { data: contact } = useQuery({
    ...contacts.detailQuery(call?.contactId ?? ""),
    enabled: call != null && call.contactId !== null && can(me, "contacts:read"),
    throwOnError: false,
  });
  const [detailed, setDetailed] = useState(false);
  const markedMs = second === undefined ? null : second * 1_000;
  const go = (to: number) => void navigate({ to: ".", search: (now: object) => ({ ...now, t: to }), replace: true });
  const player = useRecordingPlayer(call ?? { recording: null }, markedMs, go);
  if (call === undefined) return <SkeletonRows rows={8} />;
  const agent = agents?.items.find(({ id }) => id === call.voiceAgentId);
  const number = personOf(call);
  const names = {
    caller: contact === undefined ? (number ?? t("calls.withheld")) : contactName(contact, number ?? t("contact.unnamed")),
    agent: agent?.name ?? t(agents === undefined ? "calls.agent" : "calls.agent.gone"),
  };
  const totalMs = lengthOf(call, serverNow());
  const shownMs = player?.atMs ?? markedMs;
  const mark = (to: number) => {
    player?.seek(to * 1_000);
    go(to);
  };
  const facts = <CallFacts call={call} agent={agent} agentName={names.agent} onMark={mark} />;
  return (
    <>
      <section className="voice-call" aria-label={names.caller}>
        <CallHead
          call={call}
          agent={agent}
          names={names}
          end={
            <Button className="voice-details" size="small" icon={PanelRight} onPress={() => setDetailed(true)}>
              {t("contact.details")}
            </Button>
          }
        />
        {call.answeredAt !== null && (
          <CallTimeline call={call} names={names} totalMs={totalMs} markedMs={shownMs} player={player} onMark={mark} />
        )}
        <div className="scroll grow voice-transcript">
          {call.endReason !== null && call.status !== "completed" && (
            <Notice tone={tones[call.status] ?? "plain"}>{t(endKeyOf(call.endReason, call.direction))}</Notice>
          )}
          {call.answeredAt !== null && (
            <Transcript turns={call.turns} names={names} isLive={isLive(call)} markedMs={shownMs} onMark={mark} />
          )}
          {call.status === "completed" && call.endReason !== null && (
            <p className="text-12 text-text-3">{t(endKeyOf(call.endReason, call.direction))}</p>
          )}
        </div>
      </section>
      <aside className="scroll voice-facts" aria-label={t("calls.facts")}>
        {facts}
      </aside>
      <Drawer title={t("calls.facts")} isOpen={detailed} onOpenChange={setDetailed}>
        <div className="voice-drawer">{facts}</div>
      </Drawer>
    </>
  );
}
