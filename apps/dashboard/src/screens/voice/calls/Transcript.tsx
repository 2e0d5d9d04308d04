import { Scissors, Wrench } from "lucide-react";
import { useEffect, useRef } from "react";
import type { CallTurn } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { clockOf, delayOf, turnAt } from "../../../parts/calls/call-times.ts";
import { Chip } from "../../../ui/Chip.tsx";
import type { CallNames } from "./CallHead.tsx";
import { slowMs } from "./LatencyBars.tsx";
import { useToolWords } from "../../../parts/calls/useToolWords.ts";

interface Props {
  turns: readonly CallTurn[];
  names: CallNames;
  isLive: boolean;
  markedMs: number | null;
  onMark(second: number): void;
}

/** The whole transcript of a call, with times, interruptions, and how long each answer took. */
export function Transcript({ turns, names, isLive, markedMs, onMark }: Props) {
  const { t } = useI18n();
  const markedAt = markedMs === null ? -1 : turnAt(turns, markedMs);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[markedAt]?.scrollIntoView({ block: "nearest" });
  }, [markedAt]);
  // Stays at the end while somebody reads along.
  useEffect(() => {
    if (isLive && markedAt === -1) list.current?.children[turns.length - 1]?.scrollIntoView({ block: "nearest" });
  }, [isLive, markedAt, turns.length]);
  return (
    <section aria-label={t("calls.transcript")} {...(isLive ? { role: "log", "aria-live": "polite" as const } : {})}>
      <ol className="voice-turns" ref={list}>
        {turns.map((turn, at) => (
          <Turn
            // biome-ignore lint/suspicious/noArrayIndexKey: a transcript only grows at its end
            key={at}
            turn={turn}
            names={names}
            isMarked={at === markedAt}
            onMark={onMark}
          />
        ))}
      </ol>
      {turns.length === 0 && <p className="text-text-3">{t(isLive ? "calls.transcript.waiting" : "calls.transcript.none")}</p>}
      {isLive && turns.length > 0 && <p className="text-12 text-text-3">{t("calls.transcript.live")}</p>}
    </section>
  );
}

function Turn({ turn, names, isMarked, onMark }: { turn: CallTurn; names: CallNames; isMarked: boolean; onMark(second: number): void }) {
  const { t, format } = useI18n();
  const { speaker, text, interrupted, beganMs, findings } = turn;
  const delayMs = delayOf(turn)?.totalMs ?? null;
  if (speaker === "tool") return <ToolTurn turn={turn} />;
  return (
    <li className="voice-turn" aria-current={isMarked ? "true" : undefined}>
      <button type="button" className="voice-turn-time" onClick={() => onMark(Math.floor(beganMs / 1_000))}>
        {clockOf(beganMs)}
      </button>
      <div className="min-w-0">
        <span className={speaker === "agent" ? "text-12 text-bot-text" : "text-12 text-text-3"}>
          <bdi>{speaker === "agent" ? names.agent : names.caller}</bdi>
        </span>
        <p className="voice-said" dir="auto">
          {text}
        </p>
        {findings.map((what) => (
          <Chip key={what} tone="warn">
            {t("calls.finding", { what })}
          </Chip>
        ))}
      </div>
      <span className="voice-turn-end">
        {delayMs !== null && (
          <span className={delayMs > slowMs ? "text-warn-text" : "text-text-3"} title={t("calls.latency.hint")}>
            {t("calls.latency", { n: format.number(delayMs) })}
          </span>
        )}
        {interrupted && (
          <Chip tone="line" icon={Scissors} title={t("calls.cutIn.hint")}>
            {t("calls.cutIn")}
          </Chip>
        )}
      </span>
    </li>
  );
}

function ToolTurn({ turn }: { turn: CallTurn }) {
  const toolTexts = useToolWords();
  const { name, input, outcome } = toolTexts(turn);
  return (
    <li className="voice-turn tool">
      <span className="voice-turn-time">{clockOf(turn.beganMs)}</span>
      <div className="flex min-w-0 items-center gap-1.5 text-12 text-text-2">
        <Wrench className="icon icon-12" aria-hidden />
        <span className="cut">
          {name}
          {input !== "" && (
            <>
              {": "}
              <bdi>{input}</bdi>
            </>
          )}
        </span>
      </div>
      <span className="voice-turn-end text-text-3">{outcome}</span>
    </li>
  );
}
