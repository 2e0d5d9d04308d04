import { Pause, Play } from "lucide-react";
import type { CallWithTurns } from "@parley/sdk";
import { recordingUrl } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { useActions } from "../../../keys/actions.ts";
import { clockOf, spansOf, turnAt } from "../../../parts/calls/call-times.ts";
import { KeyCap } from "../../../ui/KeyCap.tsx";
import type { CallNames } from "./CallHead.tsx";
import { CallDrawing } from "./CallDrawing.tsx";
import type { RecordingPlayer } from "./useRecordingPlayer.ts";

interface Props {
  call: CallWithTurns;
  names: CallNames;
  totalMs: number;
  /** null: nothing is marked. */
  markedMs: number | null;
  /** null: there is no recording. */
  player: RecordingPlayer | null;
  onMark(second: number): void;
}

/** Who spoke when, with the recording. Arrow keys move the mark, and with it the sound and the transcript. */
export function CallTimeline({ call, names, totalMs, markedMs, player, onMark }: Props) {
  const { t, format } = useI18n();
  const { turns } = call;
  const spans = spansOf(turns, totalMs);
  const spoke = (speaker: "caller" | "agent") =>
    format.duration(
      spans.filter(({ turn }) => turn.speaker === speaker).reduce((sum, { beganMs, endedMs }) => sum + (endedMs - beganMs), 0),
    );
  const finding = t("calls.timeline.text", { caller: spoke("caller"), agent: spoke("agent"), turns: spans.length });
  const marked = turns[turnAt(turns, markedMs ?? 0)];
  const who = marked === undefined ? "" : `, ${marked.speaker === "caller" ? names.caller : names.agent}`;
  return (
    <div className="voice-timeline">
      <div className="voice-timeline-line" dir="ltr">
        {player !== null && <PlayButton callId={call.id} player={player} />}
        <div className="voice-timeline-drawing">
          <CallDrawing call={call} spans={spans} totalMs={totalMs} markedMs={markedMs} label={`${t("calls.timeline")}: ${finding}`} />
          <input
            type="range"
            aria-label={t("calls.timeline.at")}
            min={0}
            max={Math.max(1, Math.floor(totalMs / 1_000))}
            step={1}
            value={Math.round((markedMs ?? 0) / 1_000)}
            aria-valuetext={`${clockOf(markedMs ?? 0)}${who}`}
            onChange={(event) => onMark(Number(event.target.value))}
          />
        </div>
        <span className="voice-timeline-time tabular-nums">
          {markedMs !== null && <b>{clockOf(markedMs)}</b>}
          <span className="text-text-3">{clockOf(totalMs)}</span>
        </span>
      </div>
      <p className="voice-legend">
        <span>
          <i className="caller" aria-hidden />
          <bdi>{names.caller}</bdi>
        </span>
        <span>
          <i className="agent" aria-hidden />
          <bdi>{names.agent}</bdi>
        </span>
        <span className="only-desktop ms-auto text-text-3">{finding}</span>
        {player !== null && (
          <span className="only-desktop text-text-3">
            <KeyCap keys="space" /> {t("message.play")}
          </span>
        )}
      </p>
    </div>
  );
}

function PlayButton({ callId, player }: { callId: string; player: RecordingPlayer }) {
  const { t } = useI18n();
  const { audio, isRunning, toggle, onTime, onRunning, onError } = player;
  const label = t(isRunning ? "message.pause" : "message.play");
  useActions([
    {
      ...({ id: "calls.play", label: "calls.play", group: "shell.voice", icon: Play, keys: "space", keyOnly: true } as const),
      run: toggle,
    },
  ]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is below it */}
      <audio
        ref={audio}
        src={recordingUrl(callId)}
        // Opening the page does not mean listening to it.
        preload="none"
        onTimeUpdate={onTime}
        onPlay={() => onRunning(true)}
        onPause={() => onRunning(false)}
        onError={onError}
      />
      <button
        type="button"
        className="voice-play"
        aria-label={`${label}: ${t("calls.recording")}`}
        aria-keyshortcuts="Space"
        onClick={toggle}
      >
        {isRunning ? <Pause className="icon icon-14 fill" aria-hidden /> : <Play className="icon icon-14 fill" aria-hidden />}
      </button>
    </>
  );
}
