import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";

interface SplitterProps {
  /** "Width of the list" */
  label: string;
  /** The id of the pane that it resizes. */
  controls?: string;
  sizePx: number;
  minPx: number;
  maxPx: number;
  /** The side on which the resized pane is. */
  pane: "start" | "end";
  onSize: (sizePx: number) => void;
}

const stepPx = 16;

/** The divider of two panes: dragged, or moved with arrow keys in steps of 16 px. Home and End move it to the limits. */
export function Splitter({ label, controls, sizePx, minPx, maxPx, pane, onSize }: SplitterProps) {
  const { dir } = useI18n();
  // Moving towards the end of the line enlarges a pane at the start; the direction is reversed in right-to-left.
  const sign = (pane === "start" ? 1 : -1) * (dir === "rtl" ? -1 : 1);
  const set = (size: number) => onSize(Math.round(Math.max(minPx, Math.min(maxPx, size))));
  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowLeft: -stepPx * sign, ArrowRight: stepPx * sign };
    const step = steps[event.key];
    if (step !== undefined) set(sizePx + step);
    else if (event.key === "Home") set(minPx);
    else if (event.key === "End") set(maxPx);
    else return;
    event.preventDefault();
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    const line = event.currentTarget;
    const fromX = event.clientX;
    line.setPointerCapture(event.pointerId);
    const onMove = (moved: globalThis.PointerEvent) => set(sizePx + (moved.clientX - fromX) * sign);
    const end = () => line.removeEventListener("pointermove", onMove);
    line.addEventListener("pointermove", onMove);
    line.addEventListener("lostpointercapture", end, { once: true });
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={sizePx}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      {...(controls === undefined ? {} : { "aria-controls": controls })}
      tabIndex={0}
      className="splitter"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  );
}

/** A size that this browser stores. */
export function useRememberedSize(key: string, initialPx: number): [sizePx: number, set: (sizePx: number) => void] {
  const [size, setSize] = useState(() => {
    try {
      const stored = Number(localStorage.getItem(`size.${key}`));
      return Number.isFinite(stored) && stored > 0 ? stored : initialPx;
    } catch {
      // Storage is disabled: the initial size applies.
      return initialPx;
    }
  });
  return [
    size,
    (next) => {
      setSize(next);
      try {
        localStorage.setItem(`size.${key}`, String(next));
      } catch {
        // Valid until the page is closed.
      }
    },
  ];
}
