import { bytesPerMs, createEar } from "../speech.ts";
import { loudness } from "./g711.ts";

/** Louder than a room, quieter than a voice: -42 dB relative to full scale. */
const loud = 0.008;
const silence = 0xff;
/** A click is not speech. */
const speechMsMin = 60;
/** The pause between two words. */
const breathMs = 200;

/**
 * Hears a voice, possibly a person's. Simulated speech (speech.ts) is understood; of anything else only that somebody spoke is known, and
 * `next` supplies the assumed words.
 */
export function createHearing(next: () => string) {
  const ear = createEar();
  let loudMs = 0;
  let quietMs = 0;
  let words: string | null = null;

  return {
    hear(sound: Buffer): void {
      const ms = sound.length / bytesPerMs;
      const coded = isCoded(sound);
      if (coded) ear.hear(sound);
      if (coded && sound[0] !== silence) return;
      // A browser's silence may be as perfect as a simulator's.
      if (loudness(sound) < loud) {
        quietMs += ms;
        if (quietMs > breathMs) loudMs = 0;
        return;
      }
      loudMs += ms;
      quietMs = 0;
      if (loudMs >= speechMsMin) words ??= next();
    },
    text: () => words ?? ear.text(),
    quietMs: () => (words === null ? ear.quietMs() : quietMs),
    take(): string {
      const text = words ?? ear.take();
      words = null;
      loudMs = 0;
      return text;
    },
  };
}

export type Hearing = ReturnType<typeof createHearing>;

/** A piece of simulated speech or silence: one sample, repeated. */
function isCoded(sound: Buffer): boolean {
  const first = sound[0];
  if (first === undefined) return false;
  return (first === silence || first >> 4 === 4 || first >> 4 === 5) && sound.every((byte) => byte === first);
}
