import type { VoiceAgentSettings } from "#modules/voice/voice-agents/index.ts";
import { bytesOf, playedMs } from "./playback.ts";

/** More is no measurement. */
const hearingMsMax = 30_000;

/**
 * How long it takes the provider to know that the caller's turn is over. It says where in the audio that was sent to it
 * its word came, which is after the silence that ends a turn; what was sent since is how late we hear of it. Source (read
 * 2026-11): https://platform.openai.com/docs/api-reference/realtime-server-events/input_audio_buffer/speech_stopped
 */
export function createHearing({ turnDetection, silenceMs }: Pick<VoiceAgentSettings["speech"], "turnDetection" | "silenceMs">) {
  let sentMs = 0;
  return {
    /** A new connection counts from its beginning. */
    anew(): void {
      sentMs = 0;
    },
    appended(payload: string): void {
      sentMs += playedMs(bytesOf(payload));
    },
    /** From the caller's last sound to now, when the provider says that the turn is over; null: it cannot be known. */
    of(endMs: number | null): number | null {
      // Only of silence that was set is known how long it was.
      if (endMs === null || turnDetection !== "server_vad" || endMs > sentMs) return null;
      const ms = sentMs - endMs + silenceMs;
      return ms > hearingMsMax ? null : ms;
    },
  };
}
