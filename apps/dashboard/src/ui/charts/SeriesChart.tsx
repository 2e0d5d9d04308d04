import { useId, useRef } from "react";
import { dashes, Patterns, type Series } from "./Marks.tsx";
import { Reader } from "./Reader.tsx";
import { labelEvery, linesOf, type Scale } from "./scale.ts";
import { useWidth } from "./useWidth.ts";

export interface SeriesChartProps {
  kind: "bars" | "stack" | "lines";
  scale: Scale;
  /** What is shown. */
  name: string;
  /** Its message in one sentence, read instead of the picture. */
  finding: string;
  points: readonly { id: string; label: string; title: string }[];
  series: readonly Series[];
  format(value: number): string;
  /** For the grid lines, where there is little space. */
  formatLine(value: number): string;
}

const height = 190;
const top = 10;
const bottom = 22;
const labelWidth = 46;
const letterWidth = 6.4;
/** Shown instead of a missing value. */
const nothing = "–";

/** Grouped bars, stacked bars or lines, over time. If there is no room for bars, lines are drawn. */
export function SeriesChart(props: SeriesChartProps) {
  const { scale, name, finding, points, series, format, formatLine } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const values = series.map((each) => each.values);
  const sums = points.map((_, at) => values.reduce((sum, each) => sum + (each[at] ?? 0), 0));
  const lines = linesOf(Math.max(0, ...(props.kind === "stack" ? sums : values.flat().map((value) => value ?? 0))), scale);
  const start = Math.ceil(Math.max(...lines.map((line) => formatLine(line).length)) * letterWidth) + 10;
  const plot = { x: start, width: Math.max(1, width - start - 6), height: height - top - bottom };
  const band = plot.width / Math.max(1, points.length);
  const kind = props.kind !== "lines" && band < 3 ? "lines" : props.kind;
  const highest = lines.at(-1) as number;
  const x = (at: number) => plot.x + band * (at + 0.5);
  const y = (value: number) => top + plot.height * (1 - value / highest);
  const written = (value: number | null | undefined) => (value == null ? nothing : format(value));
  const keys = points.map((point) => point.id);
  const every = labelEvery(points.length, plot.width, labelWidth);
  return (
    <div ref={frame} className="chart">
      {width > 0 && (
        <Reader
          label={name}
          count={points.length}
          textAt={(at) => [points[at]?.title, ...series.map((each) => `${each.name} ${written(each.values[at])}`)].join(", ")}
          positionAt={(across) => Math.floor((across * width - plot.x) / band)}
          tipAt={(at) => ({ across: x(at) / width, down: top / height })}
          tip={(at) => (
            <>
              <b>{points[at]?.title}</b>
              {series.map((each) => (
                <span key={each.id} className="chart-tip-line">
                  <i className={`viz-swatch viz-${each.tone}`} />
                  <bdi>{each.name}</bdi>
                  <span className="num">{written(each.values[at])}</span>
                </span>
              ))}
            </>
          )}
        >
          {(reading) => (
            <svg width={width} height={height} role="img" aria-label={finding}>
              <Patterns id={id} tones={series.map(({ tone }) => tone)} />
              {lines.map((line) => (
                <g key={line}>
                  <path d={`M${plot.x} ${y(line)}H${plot.x + plot.width}`} className="chart-line" />
                  <text x={plot.x - 6} y={y(line) + 3.5} textAnchor="end">
                    {formatLine(line)}
                  </text>
                </g>
              ))}
              {points.map(
                ({ id: point, label }, at) =>
                  at % every === 0 && (
                    <text key={point} x={x(at)} y={height - 6} textAnchor="middle">
                      {label}
                    </text>
                  ),
              )}
              {reading !== null && (
                <rect x={plot.x + band * reading} y={top} width={Math.max(1, band)} height={plot.height} className="chart-place" />
              )}
              {kind === "lines" ? (
                <Lines series={series} keys={keys} x={x} y={y} reading={reading} />
              ) : (
                <Bars series={series} keys={keys} fillId={id} isStack={kind === "stack"} band={band} from={plot.x} y={y} />
              )}
            </svg>
          )}
        </Reader>
      )}
    </div>
  );
}

interface Drawn {
  series: readonly Series[];
  /** One per point. */
  keys: readonly string[];
  y(value: number): number;
}

function Bars({ series, keys, fillId, isStack, band, from, y }: Drawn & { fillId: string; isStack: boolean; band: number; from: number }) {
  const whole = Math.max(1, Math.min(28 * (isStack ? 1 : series.length), band * 0.64));
  const each = isStack ? whole : whole / series.length;
  const below: number[] = [];
  return series.map(({ id, tone, values }, nth) => (
    <g key={id} fill={`url(#${fillId}-${tone})`}>
      {values.map((value, at) => {
        if (value === null || value === 0) return null;
        const ground = isStack ? (below[at] ?? 0) : 0;
        if (isStack) below[at] = ground + value;
        const edge = from + band * at + (band - whole) / 2 + (isStack ? 0 : each * nth);
        const [upper, lower] = [y(ground + value), y(ground)];
        const gap = isStack && lower - upper > 3 && ground > 0 ? 1 : 0;
        return (
          <rect
            key={keys[at]}
            x={edge}
            y={upper}
            width={Math.max(0.5, each - (isStack || each < 3 ? 0 : 1))}
            height={Math.max(0.5, lower - upper - gap)}
            rx={each > 8 ? 2 : 0}
          />
        );
      })}
    </g>
  ));
}

function Lines({ series, keys, x, y, reading }: Drawn & { x(at: number): number; reading: number | null }) {
  return series.map(({ id, tone, values }, nth) => (
    <g key={id} className={`viz-${tone}`}>
      {nth === 0 && <path d={areaOf(values, x, y)} className="viz-area" />}
      <path d={lineOf(values, x, y)} className="viz-line" strokeDasharray={dashes[tone]} />
      {values.map(
        (value, at) =>
          // A value with gaps on both sides has no line.
          value !== null &&
          (at === reading || (values[at - 1] == null && values[at + 1] == null)) && (
            <circle key={keys[at]} cx={x(at)} cy={y(value)} r={at === reading ? 4 : 2.5} className="viz-point" />
          ),
      )}
    </g>
  ));
}

/** The segments between gaps. */
function piecesOf(values: readonly (number | null)[]): { at: number; value: number }[][] {
  const pieces: { at: number; value: number }[][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === null) pieces.push([]);
    else pieces.at(-1)?.push({ at, value });
  }
  return pieces.filter(({ length }) => length > 1);
}

const trace = (piece: { at: number; value: number }[], x: (at: number) => number, y: (value: number) => number) =>
  piece.map(({ at, value }) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L");

const lineOf = (values: Series["values"], x: (at: number) => number, y: (value: number) => number) =>
  piecesOf(values)
    .map((piece) => `M${trace(piece, x, y)}`)
    .join("");

function areaOf(values: Series["values"], x: (at: number) => number, y: (value: number) => number): string {
  return piecesOf(values)
    .map((piece) => `M${trace(piece, x, y)}V${y(0)}H${x(piece[0]?.at ?? 0).toFixed(1)}Z`)
    .join("");
}
