/** G.711 (mu-law), as in RTP with payload type 0: one byte per sample, 8,000 samples per second. */
export const sampleRate = 8_000;
const bias = 0x84;
const clip = 32_635;

function decoded(byte: number): number {
  const given = ~byte & 0xff;
  const exponent = (given >> 4) & 7;
  const magnitude = (((given & 0xf) << 3) + bias) << exponent;
  return given & 0x80 ? bias - magnitude : magnitude - bias;
}

const samples = Int16Array.from({ length: 256 }, (_, byte) => decoded(byte));

export const decodeSample = (byte: number): number => samples[byte] as number;

export function encodeSample(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(clip, Math.abs(Math.round(sample))) + bias;
  const exponent = 31 - Math.clz32(magnitude >> 7);
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0xf)) & 0xff;
}

/** The loudness of a piece of sound, from 0 to 1: its root mean square. */
export function loudness(sound: Buffer): number {
  let sum = 0;
  for (const byte of sound) sum += decodeSample(byte) ** 2;
  return Math.sqrt(sum / Math.max(1, sound.length)) / 32_768;
}
