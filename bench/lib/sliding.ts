/** The largest number of times (ms, in any order) within any one second, wherever it starts. */
export function mostInOneSecond(instants: readonly number[]): number {
  const sorted = Float64Array.from(instants).sort();
  let most = 0;
  for (let first = 0, last = 0; last < sorted.length; last++) {
    while ((sorted[last] as number) - (sorted[first] as number) >= 1_000) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
