/** Statistics. Latencies are in milliseconds. */
export interface Percentiles {
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** Sorts in place. */
export function percentilesOf(values: Float64Array): Percentiles {
  values.sort();
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: values[values.length - 1] ?? 0 };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
