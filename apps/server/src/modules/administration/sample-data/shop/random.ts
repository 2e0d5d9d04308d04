import { createHash } from "node:crypto";

/** Pseudo-random values that are the same each time for the same seed and order of calls (sfc32). */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** An integer in this range, inclusive. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** By weight. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  /** Distributed like response times of people: most near the median, a few far above it. */
  around(median: number, spread?: number): number;
  /** A UUIDv7 for the instant. */
  id(ms: number): string;
}

export function seededRandom(seed: string): Random {
  const hash = createHash("sha256").update(seed).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => hash.readInt32LE(at)) as [number, number, number, number];
  const bits = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return t >>> 0;
  };
  const next = () => bits() / 2 ** 32;
  const hex = (value: number) => value.toString(16).padStart(8, "0");
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    weighted<T>(list: readonly (readonly [T, number])[]) {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of list) {
        left -= weight;
        if (left < 0) return item;
      }
      return (list.at(-1) as readonly [T, number])[0];
    },
    around: (median, spread = 0.8) => median * Math.exp(spread * (next() + next() + next() + next() - 2) * 1.7),
    id(ms) {
      const time = Math.floor(ms).toString(16).padStart(12, "0");
      const [x, y, z] = [hex(bits()), hex(bits()), hex(bits())];
      const variant = (8 + (bits() & 3)).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${x.slice(0, 3)}-${variant}${x.slice(3, 6)}-${y}${z.slice(0, 4)}`;
    },
  };
}
