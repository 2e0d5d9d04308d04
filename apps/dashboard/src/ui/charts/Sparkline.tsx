const width = 120;
const height = 24;

/** A metric's trend, without numbers: they are next to it, and in the chart. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const largest = Math.max(...known.map(({ value }) => value), 0);
  const step = width / Math.max(1, values.length - 1);
  const trace = known.map(
    ({ at, value }) => `${(at * step).toFixed(1)} ${(height - 2 - (largest === 0 ? 0 : value / largest) * (height - 4)).toFixed(1)}`,
  );
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="sparkline" aria-hidden>
      {trace.length > 1 && <path d={`M${trace.join("L")}`} className="viz-line viz-1" vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}
