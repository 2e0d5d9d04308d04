import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";

interface ReaderProps {
  /** What the values refer to. */
  label: string;
  count: number;
  /** The values at a position, as read by screen readers. */
  textAt(index: number): string;
  /** The position under the pointer; both arguments are fractions of the picture. */
  positionAt(across: number, down: number): number;
  /** How many positions the up and down arrows move; default 1. */
  row?: number;
  /** The picture; marks the current position. */
  children(reading: number | null): ReactNode;
  /** Shown next to the position. */
  tip(index: number): ReactNode;
  /** Where, as fractions of the picture. */
  tipAt(index: number): { across: number; down: number };
  className?: string;
}

const arrows: Readonly<Record<string, "across" | "back" | "up" | "down">> = {
  ArrowRight: "across",
  ArrowLeft: "back",
  ArrowUp: "up",
  ArrowDown: "down",
};

/**
 * A picture whose values are read one by one: under the pointer, or with the arrow keys, which work on an invisible slider on top of it.
 * Always from left to right.
 */
export function Reader({ label, count, textAt, positionAt, row, children, tip, tipAt, className }: ReaderProps) {
  const [place, setPlace] = useState(0);
  const [shown, setShown] = useState(false);
  // The period may have become shorter.
  const index = Math.min(place, count - 1);
  const reading = shown && count > 0 ? index : null;
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const found = positionAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    if (found < 0 || found >= count) return setShown(false);
    setPlace(found);
    setShown(true);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && shown) {
      event.stopPropagation();
      return setShown(false);
    }
    const arrow = arrows[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const by = { across: 1, back: -1, down: row ?? -1, up: row === undefined ? 1 : -row }[arrow];
    setPlace(Math.min(count - 1, Math.max(0, index + by)));
    setShown(true);
  };
  const at = reading === null ? null : tipAt(reading);
  return (
    <div
      className={className === undefined ? "chart-reader" : `chart-reader ${className}`}
      dir="ltr"
      onPointerMove={point}
      onPointerLeave={() => setShown(false)}
    >
      {children(reading)}
      <input
        type="range"
        className="chart-slider"
        aria-label={label}
        min={0}
        max={Math.max(0, count - 1)}
        value={Math.max(0, index)}
        aria-valuetext={count === 0 ? "" : textAt(index)}
        onChange={(event) => {
          setPlace(Number(event.target.value));
          setShown(true);
        }}
        onKeyDown={press}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setShown(true)}
        onBlur={() => setShown(false)}
      />
      <span className="chart-focus" aria-hidden />
      {at !== null && reading !== null && (
        <div
          className={at.across > 0.5 ? "chart-tip before" : "chart-tip"}
          aria-hidden
          style={{ insetInlineStart: `${at.across * 100}%`, insetBlockStart: `${at.down * 100}%` }}
        >
          {tip(reading)}
        </div>
      )}
    </div>
  );
}
