import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useI18n } from "../../../../i18n/i18n.tsx";

const speeds = [1, 1.5, 2] as const;

/** Only one plays at a time. */
let playing: HTMLAudioElement | null = null;

export function VoicePlayer({ url, label }: { url: string; label: string }) {
  const { t } = useI18n();
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState({ running: false, atS: 0, lengthS: 0 });
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);

  useEffect(() => {
    if (audio.current !== null) audio.current.playbackRate = speed;
  }, [speed]);
  useEffect(() => {
    const own = audio.current;
    return () => {
      if (playing === own) playing = null;
    };
  }, []);

  function toggle() {
    const own = audio.current;
    if (own === null) return;
    if (!own.paused) return own.pause();
    if (playing !== own) playing?.pause();
    playing = own;
    void own.play();
  }

  const shown = state.running || state.atS > 0 ? state.atS : state.lengthS;
  return (
    <div className="wave">
      {/* biome-ignore lint/a11y/useMediaCaption: a voice note may have a transcript, never captions */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onLoadedMetadata={({ currentTarget: { duration } }) =>
          Number.isFinite(duration) && setState((was) => ({ ...was, lengthS: duration }))
        }
        onTimeUpdate={({ currentTarget: { currentTime } }) => setState((was) => ({ ...was, atS: currentTime }))}
        onPlay={() => setState((was) => ({ ...was, running: true }))}
        onPause={() => setState((was) => ({ ...was, running: false }))}
        onEnded={() => setState((was) => ({ ...was, running: false, atS: 0 }))}
      />
      <button
        type="button"
        className="play"
        aria-label={`${t(state.running ? "message.pause" : "message.play")}: ${label}`}
        onClick={toggle}
      >
        {state.running ? <Pause className="icon icon-14 fill" aria-hidden /> : <Play className="icon icon-14 fill" aria-hidden />}
      </button>
      <input
        className="voice-position"
        type="range"
        min={0}
        max={state.lengthS || 1}
        step={0.1}
        value={state.atS}
        aria-label={t("message.position")}
        aria-valuetext={clock(state.atS)}
        onChange={(event) => {
          if (audio.current !== null) audio.current.currentTime = Number(event.target.value);
        }}
      />
      <span className="flex-none text-11 text-text-3 tabular-nums">{clock(shown)}</span>
      <button
        type="button"
        className="chip line voice-speed"
        aria-label={`${t("message.speed")}: ${speed}×`}
        onClick={() => setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1)}
      >
        {`${speed}×`}
      </button>
    </div>
  );
}

/** 0:18 */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
