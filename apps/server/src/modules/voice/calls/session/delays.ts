import type { VoiceAgentSettings } from "#modules/voice/voice-agents/index.ts";
import { bytesOf, playedMs } from "./playback.ts";
import type { Delay } from "./transcript.ts";

/** More than this is not a valid measurement. */
const hearingMsMax = 30_000;

/**
 * Measures where the time between the caller's last sound and the answer goes. The provider reports at which position
 * of the audio sent to it it decided that the turn is over, which is after the silence that ends a turn; what has been
 * sent since then is how late we learn about it. Source (read 2026-11):
 * https://platform.openai.com/docs/api-reference/realtime-server-events/input_audio_buffer/speech_stopped
 */
export function createDelays(
  { turnDetection, silenceMs }: Pick<VoiceAgentSettings["speech"], "turnDetection" | "silenceMs">,
  monotonicMs: () => number,
) {
  let sentMs = 0;
  /** When the caller's turn ended, unless it was answered or another one started. */
  let stoppedAtMs: number | null = null;
  let hearingMs: number | null = null;
  let toolsMs: number | null = null;

  /** null: unknown. */
  function hearing(endMs: number | null): number | null {
    // The length of the silence is only known if it was configured.
    if (endMs === null || turnDetection !== "server_vad" || endMs > sentMs) return null;
    const ms = sentMs - endMs + silenceMs;
    return ms > hearingMsMax ? null : ms;
  }

  return {
    /** A new connection counts its audio from zero. */
    reconnected(): void {
      sentMs = 0;
    },
    appended(payload: string): void {
      sentMs += playedMs(bytesOf(payload));
    },
    callerBegan(): void {
      stoppedAtMs = null;
    },
    callerStopped(endMs: number | null): void {
      stoppedAtMs = monotonicMs();
      hearingMs = hearing(endMs);
      toolsMs = null;
    },
    addToolTime(ms: number): void {
      if (stoppedAtMs !== null) toolsMs = (toolsMs ?? 0) + ms;
    },
    /** The first sound of an answer has arrived. null: it answers no turn, or is not the first. */
    answered(): Delay | null {
      if (stoppedAtMs === null) return null;
      const latencyMs = monotonicMs() - stoppedAtMs;
      stoppedAtMs = null;
      return { latencyMs, hearingMs, toolsMs };
    },
  };
}
