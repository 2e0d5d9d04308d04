import { type RefObject, useRef, useState } from "react";
import type { Call } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { showFailure } from "../../../parts/show-failure.ts";
import { toast } from "../../../shell/toast.ts";

export interface RecordingPlayer {
  audio: RefObject<HTMLAudioElement | null>;
  isRunning: boolean;
  /** The playback position, in milliseconds of the call; null: not playing. */
  atMs: number | null;
  toggle(): void;
  /** Seeks to a time of the call. */
  seek(ms: number): void;
  /** The element's time event. */
  onTime(): void;
  onRunning(isRunning: boolean): void;
  onError(): void;
}

/** Plays a call's recording; null if there is none. `onStop` gets the second at which it was stopped. */
export function useRecordingPlayer(
  { recording }: Pick<Call, "recording">,
  markedMs: number | null,
  onStop: (second: number) => void,
): RecordingPlayer | null {
  const i18n = useI18n();
  const audio = useRef<HTMLAudioElement>(null);
  const [isRunning, setRunning] = useState(false);
  const [atMs, setAtMs] = useState<number | null>(null);
  if (recording?.status !== "ready") return null;
  const beganMs = recording.beganMs ?? 0;
  const positionOf = ({ currentTime }: HTMLAudioElement) => beganMs + currentTime * 1_000;
  const seek = (ms: number) => {
    if (audio.current !== null) audio.current.currentTime = Math.max(0, ms - beganMs) / 1_000;
  };
  return {
    audio,
    isRunning,
    atMs: isRunning ? atMs : null,
    seek,
    toggle() {
      const own = audio.current;
      if (own === null) return;
      if (!own.paused && own.error === null) return own.pause();
      // After a failure it is loaded again.
      if (own.error !== null) own.load();
      // The mark is in whole seconds: if playback is already within that second, it continues mid-word.
      if (markedMs !== null && Math.abs(positionOf(own) - markedMs) >= 1_000) seek(markedMs);
      own.play().catch((error: unknown) => {
        // Stopped before it started; a file that failed to load is reported by `onError`.
        if (!(error instanceof DOMException && ["AbortError", "NotSupportedError"].includes(error.name))) showFailure(error, i18n);
      });
    },
    onTime: () => audio.current !== null && setAtMs(positionOf(audio.current)),
    onRunning(now) {
      setRunning(now);
      if (audio.current === null) return;
      setAtMs(positionOf(audio.current));
      if (!now) onStop(Math.floor(positionOf(audio.current) / 1_000));
    },
    // The element does not report this as a pause, whether it had started or not.
    onError() {
      setRunning(false);
      toast.show({ tone: "bad", text: i18n.t("error.title") });
    },
  };
}
