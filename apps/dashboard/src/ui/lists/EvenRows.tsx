import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

interface EvenRowsProps {
  label: string;
  /** The number of loaded rows. */
  count: number;
  /** There are more after them. */
  hasMore: boolean;
  /** The height of every row, until one is measured. */
  rowSizePx: number;
  rowKey(index: number): string;
  /** Scrolled into view whenever it is another row, and kept rendered outside the view, because it may have the focus. -1: none. */
  current: number;
  /** The last rendered row. */
  onDrawn(last: number): void;
  children(index: number): ReactNode;
}

/** Rows rendered beyond each edge, so that scrolling with the wheel shows no gap. */
const overscan = 8;

/**
 * A grid of rows of equal height, of which only the visible ones are rendered. For rows of any height use `VirtualList`, which adds 10 kB.
 */
export function EvenRows({ label, count, hasMore, rowSizePx, rowKey, current, onDrawn, children }: EvenRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [rowPx, setRowPx] = useState(rowSizePx);
  // In rows: it changes with every scrolled row, not with every pixel.
  const [top, setTop] = useState(0);
  const [high, setHigh] = useState(0);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    // Synchronously: by the next frame the gap would be visible.
    const follow = () => flushSync(() => setTop(Math.floor(element.scrollTop / rowPx)));
    const measureBox = () => setHigh(Math.ceil(element.clientHeight / rowPx) + 1);
    measureBox();
    const observer = new ResizeObserver(measureBox);
    observer.observe(element);
    element.addEventListener("scroll", follow, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", follow);
    };
  }, [rowPx]);
  const measure = useCallback((row: HTMLDivElement | null) => {
    if (row === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.borderBoxSize[0]?.blockSize ?? 0;
      if (size > 0) setRowPx(size);
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, []);

  const first = Math.max(0, Math.min(top, count - 1) - overscan);
  const last = Math.min(count, top + high + overscan) - 1;
  useEffect(() => {
    if (last >= 0) onDrawn(last);
  }, [last, onDrawn]);
  const currentKey = current === -1 ? null : rowKey(current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a different row is scrolled into view, not this one again when measured or moved
  useEffect(() => {
    const element = box.current;
    if (element === null || current === -1) return;
    const start = current * rowPx;
    if (start < element.scrollTop) element.scrollTop = start;
    else if (start + rowPx > element.scrollTop + element.clientHeight) element.scrollTop = start + rowPx - element.clientHeight;
  }, [currentKey]);

  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  if (current !== -1 && current < first) drawn.unshift(current);
  if (current !== -1 && current > last && current < count) drawn.push(current);
  return (
    <div className="scroll grow" ref={box} role="grid" aria-label={label} aria-rowcount={hasMore ? -1 : count} aria-multiselectable>
      <div className="virtual" style={{ blockSize: count * rowPx }} role="presentation">
        {drawn.map((index) => (
          <div
            key={rowKey(index)}
            className="virtual-row"
            ref={index === first ? measure : undefined}
            style={{ translate: `0 ${index * rowPx}px` }}
            role="presentation"
          >
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
