import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { classes } from "../lib/classes.ts";

export interface RowState {
  /** Open next to the list. */
  isSelected: boolean;
  /** The keyboard cursor. */
  isCursor: boolean;
  isChecked: boolean;
}

interface VirtualListProps<T> {
  label: string;
  items: readonly T[];
  itemId: (item: T) => string;
  /** The row's text for screen readers. */
  itemLabel: (item: T) => string;
  /** The height of a row, before it is measured. */
  rowSizePx: number;
  children: (item: T, state: RowState) => ReactNode;
  rowClass?: (item: T, state: RowState) => string;
  selectedId?: string | null;
  cursorId: string | null;
  onCursor: (id: string) => void;
  onOpen: (id: string) => void;
  checked?: ReadonlySet<string>;
  /** `extend`: from the cursor to this item. */
  onCheck?: (id: string, extend: boolean) => void;
  /** The number on the server, if it is more than the loaded ones. */
  total?: number;
  /** The last loaded rows become visible. */
  onEnd?: () => void;
  footer?: ReactNode;
  className?: string;
}

const overscan = 8;
const pageRows = 8;

/**
 * A list of any length as one Tab stop: arrows, Home, End and Page move the cursor, Enter opens, Space checks. The cursor's row stays
 * rendered when it scrolls out of view, so that the focus is never lost.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, items, itemId, itemLabel, rowSizePx, children, rowClass, selectedId, cursorId, onCursor, onOpen, checked, onCheck } =
    props;
  const { dir } = useI18n();
  const frame = useRef<HTMLDivElement>(null);
  const cursorAt = items.findIndex((item) => itemId(item) === cursorId);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowSizePx,
    getItemKey: (at) => {
      const item = items[at];
      return item === undefined ? at : itemId(item);
    },
    overscan,
    isRtl: dir === "rtl",
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      return cursorAt < 0 || rows.includes(cursorAt) ? rows : [...rows, cursorAt].toSorted((a, b) => a - b);
    },
  });
  const shown = virtualizer.getVirtualItems();

  const lastShown = virtualizer.range?.endIndex ?? 0;
  const { onEnd } = props;
  const atEnd = items.length > 0 && lastShown >= items.length - 1 - overscan;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called again for each longer list, not for each new function
  useEffect(() => {
    if (atEnd) onEnd?.();
  }, [atEnd, items.length]);

  // A shortcut outside the list (J, K) may have moved the cursor: it is scrolled into view, and gets the focus if the list has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the cursor moves, not when rows are inserted above it
  useEffect(() => {
    if (cursorAt < 0 || frame.current === null) return;
    virtualizer.scrollToIndex(cursorAt, { align: "auto" });
    if (frame.current.contains(document.activeElement)) focusRow(frame.current, cursorId);
  }, [cursorId]);

  function move(to: number) {
    const item = items[Math.max(0, Math.min(items.length - 1, to))];
    if (item !== undefined) onCursor(itemId(item));
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = (event.target as HTMLElement).closest("[role=row]");
    // Buttons and links within a row handle their own keys.
    if (row !== event.target) return;
    const steps: Record<string, number> = {
      ArrowDown: cursorAt + 1,
      ArrowUp: cursorAt - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: cursorAt + pageRows,
      PageUp: cursorAt - pageRows,
    };
    const to = steps[event.key];
    if (to !== undefined) {
      if (event.shiftKey && onCheck !== undefined) {
        const item = items[to];
        if (item !== undefined) onCheck(itemId(item), true);
      }
      move(to);
    } else if (event.key === "Enter" && cursorId !== null) onOpen(cursorId);
    else if (event.key === " " && cursorId !== null && onCheck !== undefined) onCheck(cursorId, event.shiftKey);
    else return;
    event.preventDefault();
  }

  const tabStop = cursorAt >= 0 ? cursorAt : 0;
  return (
    <div ref={frame} className={classes("scroll", props.className)}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={props.total ?? items.length}
        aria-multiselectable={onCheck !== undefined}
        className="virtual-list"
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const id = itemId(item);
          const state = { isSelected: id === selectedId, isCursor: id === cursorId, isChecked: checked?.has(id) === true };
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding grid handles the keys
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-row-id={id}
              role="row"
              aria-rowindex={index + 1}
              aria-label={itemLabel(item)}
              aria-selected={onCheck === undefined ? state.isSelected : state.isChecked}
              {...(state.isSelected ? { "aria-current": true as const } : {})}
              tabIndex={index === tabStop ? 0 : -1}
              className={classes("virtual-row", rowClass?.(item, state))}
              style={{ translate: `0 ${start}px` }}
              onFocus={() => {
                if (id !== cursorId) onCursor(id);
              }}
              onClick={(event) => {
                if (event.defaultPrevented || (event.target as HTMLElement).closest("button, a, input, label") !== null) return;
                if ((event.shiftKey || event.metaKey || event.ctrlKey) && onCheck !== undefined) onCheck(id, event.shiftKey);
                else onOpen(id);
              }}
            >
              <div role="gridcell" className="contents">
                {children(item, state)}
              </div>
            </div>
          );
        })}
      </div>
      {props.footer}
    </div>
  );
}

function focusRow(frame: HTMLElement, id: string | null): void {
  // A distant row may be rendered only after the next paint.
  requestAnimationFrame(() => {
    for (const row of frame.querySelectorAll<HTMLElement>("[data-row-id]"))
      if (row.dataset["rowId"] === id) row.focus({ preventScroll: true });
  });
}
