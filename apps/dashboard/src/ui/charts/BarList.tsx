import type { ReactNode } from "react";
import { Meter, type MeterTone } from "../feedback/Progress.tsx";

export interface BarRow {
  id: string;
  name: string;
  /** Before the name: an avatar, a glyph. */
  start?: ReactNode;
  value: number;
  /** Default: the largest value. */
  max?: number;
  text: string;
  /** After the value, less prominent. */
  more?: string;
  tone?: MeterTone;
}

/** A few things and their values, as bars. */
export function BarList({ rows }: { rows: readonly BarRow[] }) {
  const largest = Math.max(...rows.map(({ value }) => value), 0);
  return (
    <ul className="bar-list">
      {rows.map(({ id, name, start, value, max, text, more, tone }) => (
        <li key={id}>
          <span className="bar-name">
            {start}
            <bdi className="cut">{name}</bdi>
          </span>
          <Meter
            label={name}
            value={value}
            max={Math.max(max ?? largest, 1e-9)}
            valueText={more === undefined ? text : `${text}, ${more}`}
            {...(tone === undefined ? {} : { tone })}
          />
          <b className="num">{text}</b>
          {more !== undefined && <span className="num text-12 text-text-3">{more}</span>}
        </li>
      ))}
    </ul>
  );
}
