/**
 * Simulated speech: text in G.711 samples, 40 ms for each byte of UTF-8. A listener can tell what was said, and how much of an interrupted
 * text was heard. The product passes it on like any other sound.
 */
export const bytesPerMs = 8;
const halfBytes = 160;
const silence = 0xff;

/** The sound of a text. */
export function speak(text: string): Buffer {
  const said = Buffer.from(text, "utf8");
  const sound = Buffer.alloc(said.length * 2 * halfBytes);
  said.forEach((byte, at) => {
    sound.fill(0x40 | (byte >> 4), at * 2 * halfBytes, (at * 2 + 1) * halfBytes);
    sound.fill(0x50 | (byte & 0xf), (at * 2 + 1) * halfBytes, (at * 2 + 2) * halfBytes);
  });
  return sound;
}

export const quiet = (ms: number) => Buffer.alloc(ms * bytesPerMs, silence);

/** Decodes a stream of sound, piece by piece. */
export function createEar() {
  let rest = Buffer.alloc(0);
  let high: number | null = null;
  let heard: number[] = [];
  let quietMs = 0;

  return {
    hear(sound: Buffer): void {
      const given = Buffer.concat([rest, sound]);
      let at = 0;
      for (; at + halfBytes <= given.length; at += halfBytes) {
        const sample = given[at] as number;
        if (sample === silence) quietMs += halfBytes / bytesPerMs;
        else {
          quietMs = 0;
          if (sample >> 4 === 4) high = sample & 0xf;
          else if (sample >> 4 === 5 && high !== null) {
            heard.push((high << 4) | (sample & 0xf));
            high = null;
          }
        }
      }
      rest = given.subarray(at);
    },
    text: () => Buffer.from(heard).toString("utf8"),
    quietMs: () => quietMs,
    /** Something else begins: discards what was half heard. */
    forget(): void {
      rest = Buffer.alloc(0);
      high = null;
    },
    take(): string {
      const text = Buffer.from(heard).toString("utf8");
      heard = [];
      return text;
    },
  };
}
