/** The grid lines of a chart: few, at round values. */

export type Scale = "count" | "share" | "duration";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const durationSteps = [1, 2, 5, 10, 15, 30, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute];
const longSteps = [hour, 2 * hour, 4 * hour, 6 * hour, 12 * hour, day, 2 * day, 5 * day, 10 * day, 30 * day];
const linesMax = 4;

/** From zero to at least the largest value, at most five lines. Durations are in seconds, shares between 0 and 1. */
export function linesOf(largest: number, scale: Scale): number[] {
  const step = scale === "duration" ? durationStep(largest) : roundStep(largest, scale);
  const count = Math.max(1, Math.ceil(largest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

function durationStep(largest: number): number {
  const steps = [...durationSteps, ...longSteps];
  return steps.find((step) => largest <= step * linesMax) ?? roundStep(largest / day, "count") * day;
}

function roundStep(largest: number, scale: Scale): number {
  // Counts have no halves, and a share ends at 100 %.
  const smallest = scale === "count" ? 1 : 0.05;
  if (largest <= smallest) return smallest;
  const raw = largest / linesMax;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= raw - 1e-12) ?? raw;
  return Math.max(smallest, scale === "count" ? Math.ceil(step) : step);
}

/** Every n-th label below a chart, so that they do not touch. */
export function labelEvery(count: number, plot: number, label: number): number {
  const fits = Math.max(1, Math.floor(plot / label));
  return Math.max(1, Math.ceil(count / fits));
}
