/**
 * Durations as counts in bins that grow by a tenth (the idea of DDSketch, https://arxiv.org/abs/1908.10693, read
 * 2026-11-02): bins of several rows can be added, and the percentile of the sum is off by at most 5 % of its value.
 */

const growth = 1.1;
const lnGrowth = Math.log(growth);
/** More than 600 years; the table allows no more. */
const binMax = 250;

/** Bin 0 is below a second; bin k contains growth^(k-1) up to growth^k seconds. */
export function binOf(durationMs: number): number {
  return durationMs < 1_000 ? 0 : Math.min(binMax, 1 + Math.floor(Math.log(durationMs / 1_000) / lnGrowth));
}

/** Seconds: the value that minimises the largest relative error in the bin (half a second in bin 0). */
export function valueOfBin(bin: number): number {
  return bin === 0 ? 0.5 : (2 * growth ** bin) / (1 + growth);
}

/** The number of durations in each bin. */
export type Bins = Map<number, number>;

const entryBytes = 5;

/**
 * The stored form: repeated records of one byte for the bin and four for the count (little-endian). A bin may occur
 * twice, so the concatenation of two histograms is their sum: this is how the database adds them.
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
 * Nearest rank: for each share, the value of the bin with the smallest duration that at least this share of all does not exceed. Seconds;
 * null if empty.
 */
export function percentiles<const S extends readonly number[]>(bins: Bins, shares: S): { [K in keyof S]: number } | null {
  const sorted = [...bins].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  if (total === 0) return null;
  const at = (share: number): number => {
    const rank = Math.max(1, Math.ceil(share * total));
    let below = 0;
    // The last rank is in the last bin.
    return valueOfBin((sorted.find(([, n]) => (below += n) >= rank) as [number, number])[0]);
  };
  return shares.map(at) as { [K in keyof S]: number };
}
