import type { LucideIcon } from "lucide-react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { useI18n } from "../../i18n/i18n.tsx";
import { classes } from "../classes.ts";

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
  /** Icons alone; their names are read. */
  iconsOnly?: boolean;
}

/** One of a few, as a filter or a layout; it has no panel of its own (that is `Tabs`). */
export function Segmented<Id extends string>({ label, value, onChange, segments, size, iconsOnly = false }: SegmentedProps<Id>) {
  const { format } = useI18n();
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={classes("segmented", size === "small" && "small")}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [chosen] = keys;
        if (chosen !== undefined) onChange(chosen as Id);
      }}
    >
      {segments.map(({ id, name, icon: Icon, count, isDisabled }) => (
        <ToggleButton key={id} id={id} isDisabled={isDisabled === true} {...(iconsOnly ? { "aria-label": name } : {})}>
          {Icon !== undefined && <Icon className="icon icon-14" aria-hidden />}
          {!iconsOnly && name}
          {count !== undefined && <span className="count">{format.compact(count)}</span>}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
