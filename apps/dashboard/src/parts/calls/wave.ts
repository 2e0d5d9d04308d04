/** Draws a recording as strokes. Pure. */

/** The minimum width of a stroke with its gap, in a drawing 1,000 wide: still distinguishable on a phone. */
const roomMin = 10;

/**
 * A stroke for each peak (0 to 1), or for the loudest of a group if there are many, from `base`, with length `reach` at the loudest. Uses
 * the square root of the peak, so that quiet speech is visible too.
 */
export function wavePath(peaks: readonly number[], from: number, to: number, base: number, reach: number): string {
  const together = Math.max(1, Math.ceil((peaks.length * roomMin) / Math.max(roomMin, to - from)));
  const loudest = Array.from({ length: Math.ceil(peaks.length / together) }, (_, at) =>
    Math.max(...peaks.slice(at * together, (at + 1) * together)),
  );
  const room = ((to - from) * together) / Math.max(1, peaks.length);
  return loudest
    .map((peak, at) => {
      const x = round(from + (at + 0.5) * room);
      return `M${x} ${base}V${round(base + Math.sign(reach) * Math.max(0.5, Math.sqrt(peak) * Math.abs(reach)))}`;
    })
    .join("");
}

const round = (n: number) => Math.round(n * 10) / 10;
