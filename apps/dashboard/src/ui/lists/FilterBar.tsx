import { ChevronDown, ListFilter, X } from "lucide-react";
import type { ReactNode } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../Button.tsx";
import { classes } from "../lib/classes.ts";
import { Popover } from "../overlays/Popover.tsx";

interface FilterBarProps {
  label: string;
  /** `FilterPill`s, a `SearchField`, a `Segmented`. */
  children: ReactNode;
  /** With it, a button removes all filters. */
  onClear?: () => void;
  /** At its end: counts, other buttons. */
  end?: ReactNode;
}

/** The filters of a list, above it. */
export function FilterBar({ label, children, onClear, end }: FilterBarProps) {
  const { t } = useI18n();
  return (
    <div className="toolbar filter-bar" role="group" aria-label={label}>
      {children}
      {onClear !== undefined && (
        <Button variant="ghost" size="small" onPress={onClear}>
          {t("ui.filter.clear")}
        </Button>
      )}
      {end !== undefined && <span className="ms-auto flex items-center gap-2">{end}</span>}
    </div>
  );
}

interface FilterPillProps {
  /** "Status" */
  name: string;
  /** The value as text, if it filters: "open, pending". */
  value?: string | null;
  onClear?: () => void;
  /** The options, in a popover. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** One filter: a press opens its options, the cross removes it. */
export function FilterPill({ name, value, onClear, children }: FilterPillProps) {
  const { t } = useI18n();
  const active = value != null && value !== "";
  return (
    <span className={classes("btn-group filter-pill", active && "on")}>
      <Popover
        label={name}
        trigger={
          <Button size="small" {...(active ? {} : { endIcon: ChevronDown })}>
            {active ? (
              <>
                <span className="text-text-3">{name}</span> <bdi className="cut">{value}</bdi>
              </>
            ) : (
              name
            )}
          </Button>
        }
      >
        {children}
      </Popover>
      {active && onClear !== undefined && (
        <Button size="small" icon={X} label={t("ui.filter.remove", { name })} onPress={onClear} className="narrow" />
      )}
    </span>
  );
}

interface FilterButtonProps {
  /** The number of active filters. */
  count?: number;
  children: ReactNode | ((close: () => void) => ReactNode);
  /** Controlled, because a shortcut opens it too. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Only the icon, where there is little space. */
  iconOnly?: boolean;
}

/** The button that opens all filters, with the number of active ones. */
export function FilterButton({ count = 0, children, iconOnly = false, ...state }: FilterButtonProps) {
  const { t, format } = useI18n();
  const trigger = iconOnly ? (
    <Button size="small" variant="ghost" icon={ListFilter} label={t("ui.filter")} keys="f" isPressed={count > 0} />
  ) : (
    <Button size="small" icon={ListFilter} keys="f" hideKeys isPressed={count > 0}>
      {t("ui.filter")}
      {count > 0 && <span className="num">{format.number(count)}</span>}
    </Button>
  );
  return (
    <Popover label={t("ui.filter")} placement="bottom end" trigger={trigger} {...state}>
      {children}
    </Popover>
  );
}
