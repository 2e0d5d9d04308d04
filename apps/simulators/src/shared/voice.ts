import { encodeSample, sampleRate } from "./rtc/g711.ts";

export { decodeSample } from "./rtc/g711.ts";

/**
 * An audible voice: the melody, the rhythm and the vowels of a text, but no intelligible words. Three resonators after a source of pulses
 * or noise, as in early formant synthesizers.
 */
const vowels: Record<string, readonly [number, number, number]> = {
  a: [730, 1_090, 2_440],
  e: [530, 1_840, 2_480],
  i: [290, 2_290, 3_010],
  o: [570, 840, 2_410],
  u: [300, 870, 2_240],
  y: [290, 2_100, 2_900],
};
const voiced = /[bdgjlmnrvwz]/;
const bandwidths = [80, 110, 160] as const;
const gains = [1, 0.55, 0.3] as const;
const vowelMs = 85;
const consonantMs = 50;
const pauseMs: Record<string, number> = { " ": 35, ",": 160, ";": 200, ":": 200, ".": 320, "!": 320, "?": 320 };
const otherMs = 60;

export function speakAloud(text: string): Buffer {
  const sound: number[] = [];
  const resonators = bandwidths.map((bandwidth) => createResonator(bandwidth));
  const letters = [...text.toLowerCase()];
  let formants = vowels["a"] as readonly [number, number, number];
  let phase = 0;
  let level = 0;
  letters.forEach((letter, at) => {
    const pause = pauseMs[letter];
    const vowel = vowels[letter];
    if (vowel !== undefined) formants = vowel;
    const isNoise = vowel === undefined && pause === undefined && !voiced.test(letter);
    const goal = pause !== undefined ? 0 : vowel !== undefined ? 1 : isNoise ? 0.16 : 0.5;
    const length = ((pause ?? (vowel !== undefined ? vowelMs : /\p{L}/u.test(letter) ? consonantMs : otherMs)) * sampleRate) / 1_000;
    // The pitch falls towards the end of a text, and rises towards that of a question.
    const way = at / Math.max(1, letters.length - 1);
    const pitch = 165 - 40 * way + 14 * Math.sin(at * 0.9) + (text.endsWith("?") && way > 0.8 ? 260 * (way - 0.8) : 0);
    for (const [n, resonator] of resonators.entries()) resonator.tune(formants[n] as number);
    for (let n = 0; n < length; n++) {
      level += (goal - level) * 0.006;
      phase += pitch / sampleRate;
      if (phase >= 1) phase -= 1;
      const pulse = phase < 0.4 ? Math.sin((Math.PI * phase) / 0.4) - 0.5 : -0.25;
      const source = isNoise ? noise(sound.length) : pulse;
      const voice = resonators.reduce((sum, resonator, which) => sum + resonator.pass(source) * (gains[which] as number), 0);
      sound.push(encodeSample(Math.tanh(voice * level * 2.2) * 15_000));
    }
  });
  return Buffer.from(sound);
}

function createResonator(bandwidth: number) {
  const r = Math.exp((-Math.PI * bandwidth) / sampleRate);
  let b = 0;
  let one = 0;
  let two = 0;
  return {
    tune(frequency: number): void {
      b = 2 * r * Math.cos((2 * Math.PI * frequency) / sampleRate);
    },
    pass(sample: number): number {
      const out = (1 - r) * sample + b * one - r * r * two;
      two = one;
      one = out;
      return out;
    },
  };
}

/** The same for the same position, so that a text always sounds the same. */
function noise(at: number): number {
  const mixed = Math.imul(at ^ 0x9e3779b9, 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 0x8000_0000 - 1;
}
