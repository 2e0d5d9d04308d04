const RATE = 16_000;

/** Plucked notes in sequence, as a 16-bit mono WAV. */
export function melody(notes: readonly { hertz: number; ms: number }[]): Buffer {
  const parts = notes.map(({ hertz, ms }) => {
    const part = Buffer.alloc(Math.round((RATE * ms) / 1_000) * 2);
    for (let at = 0; at < part.length / 2; at++) {
      const seconds = at / RATE;
      const fade = Math.min(1, seconds / 0.01) * Math.exp(-4 * seconds);
      const wave = Math.sin(2 * Math.PI * hertz * seconds) + 0.3 * Math.sin(4 * Math.PI * hertz * seconds);
      part.writeInt16LE(Math.round(wave * fade * 12_000), at * 2);
    }
    return part;
  });
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(data.length + 36, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
