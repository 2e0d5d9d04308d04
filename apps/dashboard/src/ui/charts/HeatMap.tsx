import { Reader } from "./Reader.tsx";

interface HeatMapProps {
  name: string;
  /** Its message in one sentence, read instead of the picture. */
  finding: string;
  rows: readonly string[];
  columns: readonly { id: string; label: string }[];
  /** Row by row. */
  values: readonly number[];
  titleAt(index: number): string;
  format(value: number): string;
  less: string;
  more: string;
}

/** The lowest visible opacity. */
const faintest = 0.06;

/** The number at each cell of a grid: the higher, the darker. */
export function HeatMap({ name, finding, rows, columns, values, titleAt, format, less, more }: HeatMapProps) {
  const largest = Math.max(...values, 0);
  const strength = (value: number) => (largest === 0 ? faintest : faintest + (1 - faintest) * (value / largest));
  const [wide, high] = [columns.length, rows.length];
  return (
    <div className="heat" dir="ltr">
      <div className="heat-rows" aria-hidden>
        {rows.map((row) => (
          <span key={row}>{row}</span>
        ))}
      </div>
      <Reader
        label={name}
        count={values.length}
        row={wide}
        textAt={(at) => `${titleAt(at)}, ${format(values[at] ?? 0)}`}
        positionAt={(across, down) =>
          Math.min(high - 1, Math.max(0, Math.floor(down * high))) * wide + Math.min(wide - 1, Math.max(0, Math.floor(across * wide)))
        }
        tipAt={(at) => ({ across: ((at % wide) + 0.5) / wide, down: (Math.floor(at / wide) + 1) / high })}
        tip={(at) => (
          <>
            <b>{titleAt(at)}</b>
            <span className="num">{format(values[at] ?? 0)}</span>
          </>
        )}
      >
        {(reading) => (
          <div className="heat-cells" role="img" aria-label={finding}>
            {values.map((value, at) => (
              <i key={titleAt(at)} className={at === reading ? "on" : undefined} style={{ opacity: strength(value) }} />
            ))}
          </div>
        )}
      </Reader>
      <div className="heat-columns" aria-hidden>
        {columns.map(({ id, label }) => (
          <span key={id}>{label}</span>
        ))}
      </div>
      <div className="heat-key" aria-hidden>
        {less}
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <i key={share} style={{ opacity: faintest + (1 - faintest) * share }} />
        ))}
        {more}
      </div>
    </div>
  );
}
