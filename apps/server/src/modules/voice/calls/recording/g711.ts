/** G.711 µ-law at 8,000 samples a second, one byte each. */
export const samplesPerSecond = 8_000;
export const samplesPerMs = 8;
/** A silent sample. */
export const silence = 0xff;

/** The loudness of each byte, 0 to 255. */
export const loudness = Uint8Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff;
  const linear = ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 0x07)) - 0x84;
  return Math.round((linear * 255) / 32_124);
});

/** The header of a RIFF/WAVE file with two channels of µ-law (format 7 has a `fact` chunk, and an empty extension). */
export function wavHeader(samples: number): Buffer {
  const channels = 2;
  const bytes = samples * channels;
  const header = Buffer.alloc(wavHeaderBytes);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(wavHeaderBytes - 8 + bytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(7, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(samplesPerSecond, 24);
  header.writeUInt32LE(samplesPerSecond * channels, 28);
  header.writeUInt16LE(channels, 32);
  header.writeUInt16LE(8, 34);
  header.write("fact", 38, "latin1");
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(samples, 46);
  header.write("data", 50, "latin1");
  header.writeUInt32LE(bytes, 54);
  return header;
}
export const wavHeaderBytes = 58;
