import type { LucideIcon } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { classes } from "../lib/classes.ts";

export interface Segment<Id extends string> {
  id: Id;
  name: string;
  icon?: LucideIcon;
  count?: number;
  isDisabled?: boolean;
}

interface SegmentedProps<Id extends string> {
  label: string;
  value: Id;
  onChange: (id: Id) => void;
  segments: readonly Segment<Id>[];
  size?: "normal" | "small";
  /** Only icons; screen readers read their names. */
  iconsOnly?: boolean;
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * One of a few options, as a filter or a layout; it has no panel (that is `Tabs`). Arrows only move the focus and a press selects, because
 * each choice navigates. Not from React Aria, whose group would add 8 kB to the first load.
 */
export function Segmented<Id extends string>({ label, value, onChange, segments, size, iconsOnly = false }: SegmentedProps<Id>) {
  const { format, dir } = useI18n();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const mirrored = dir === "rtl" && (event.key === "ArrowLeft" || event.key === "ArrowRight");
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(":scope > :enabled")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all.at((at + (mirrored ? -step : step)) % all.length)?.focus();
  };
  return (
    <div role="radiogroup" aria-label={label} className={classes("segmented", size === "small" && "small")} onKeyDown={move}>
      {segments.map(({ id, name, icon: Icon, count, isDisabled }) => (
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked={id === value}
          disabled={isDisabled === true}
          tabIndex={id === value || !segments.some((each) => each.id === value) ? 0 : -1}
          onClick={() => id !== value && onChange(id)}
          {...(id === value ? { "data-selected": "" } : {})}
          {...(iconsOnly ? { "aria-label": name } : {})}
        >
          {Icon !== undefined && <Icon className="icon icon-14" aria-hidden />}
          {!iconsOnly && name}
          {count !== undefined && <span className="count">{format.compact(count)}</span>}
        </button>
      ))}
    </div>
  );
}
