/**
 * Durations as counts in bins that grow by a tenth (DDSketch's idea, https://arxiv.org/abs/1908.10693, read 2026-11-02):
 * bins of any rows add up, and the percentile of the sum is off by at most 5 % of its value.
 */

const growth = 1.1;
const lnGrowth = Math.log(growth);
/** More than 600 years; the table allows no more. */
const binMax = 250;

/** Bin 0 is below a second; bin k holds growth^(k-1) up to growth^k seconds. */
export function binOf(durationMs: number): number {
  return durationMs < 1_000 ? 0 : Math.min(binMax, 1 + Math.floor(Math.log(durationMs / 1_000) / lnGrowth));
}

/** Seconds: of all values a bin can hold, the one with the smallest greatest relative error (half a second in bin 0). */
export function valueOfBin(bin: number): number {
  return bin === 0 ? 0.5 : (2 * growth ** bin) / (1 + growth);
}

/** How many durations fell into which bin. */
export type Bins = Map<number, number>;

const entryBytes = 5;

/**
 * As stored: a byte of the bin and four of the count (little-endian), over and over. A bin may come twice, so two histograms
 * one behind the other are their sum: that is how the database adds them up.
 */
export function encodeBins(bins: Bins): Buffer {
  const bytes = Buffer.alloc(bins.size * entryBytes);
  let at = 0;
  for (const [bin, n] of bins) {
    bytes.writeUInt8(bin, at);
    bytes.writeUInt32LE(n, at + 1);
    at += entryBytes;
  }
  return bytes;
}

/** Adds a stored histogram to `bins`. */
export function addBins(bins: Bins, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += entryBytes) {
    const bin = bytes.readUInt8(at);
    bins.set(bin, (bins.get(bin) ?? 0) + bytes.readUInt32LE(at + 1));
  }
}

/**
 * Nearest rank: the values of the bins that hold the smallest value which each share of all does not exceed. Seconds; null
 * of nothing.
 */
export function percentiles<const S extends readonly number[]>(bins: Bins, shares: S): { [K in keyof S]: number } | null {
  const sorted = [...bins].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  if (total === 0) return null;
  const at = (share: number): number => {
    const rank = Math.max(1, Math.ceil(share * total));
    let below = 0;
    // The last one is reached with the last rank.
    return valueOfBin((sorted.find(([, n]) => (below += n) >= rank) as [number, number])[0]);
  };
  return shares.map(at) as { [K in keyof S]: number };
}
