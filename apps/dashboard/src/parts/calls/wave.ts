/** A recording as strokes. Pure. */

/** One stroke for each peak (0 to 1), from `base`, `reach` long at the loudest. Quiet speech is seen, too: the root of the peak. */
export function wavePath(peaks: readonly number[], from: number, to: number, base: number, reach: number): string {
  const room = (to - from) / Math.max(1, peaks.length);
  return peaks
    .map((peak, at) => {
      const x = round(from + (at + 0.5) * room);
      return `M${x} ${base}V${round(base + Math.sign(reach) * Math.max(0.5, Math.sqrt(peak) * Math.abs(reach)))}`;
    })
    .join("");
}

const round = (n: number) => Math.round(n * 10) / 10;
