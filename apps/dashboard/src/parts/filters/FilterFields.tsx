import type { ReactNode } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Tag } from "../../ui/Chip.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { activeFilters, chosenOf, type Filter, valueName } from "./filter.ts";
import { ManyField } from "./ManyField.tsx";

/** A field for each filter, below each other: inside a popover or a form. */
export function FilterFields({ filters }: { filters: readonly Filter[] }) {
  const { t } = useI18n();
  return (
    <div className="filter-fields">
      {filters.map((filter) =>
        filter.many === true ? (
          <ManyField
            key={filter.id}
            name={filter.name}
            options={filter.options}
            chosen={chosenOf(filter)}
            none={t("filter.any")}
            onChange={(chosen) => filter.onChange(chosen.length === 0 ? undefined : chosen.join(","))}
          />
        ) : (
          <Select
            key={filter.id}
            label={filter.name}
            size="small"
            value={filter.value ?? ""}
            options={[{ id: "", name: t("filter.any") }, ...filter.options]}
            onChange={(next) => filter.onChange(next === "" ? undefined : next)}
          />
        ),
      )}
    </div>
  );
}

/** What applies, each to be taken away; absent where nothing does. `end`: what can be done with all of them. */
export function ActiveFilters({ filters, onClear, end }: { filters: readonly Filter[]; onClear(): void; end?: ReactNode }) {
  const { t } = useI18n();
  const active = activeFilters(filters);
  if (active.length === 0) return null;
  return (
    <FilterBar label={t("filter.active")} onClear={onClear} end={end}>
      {active.map((filter) => (
        <Tag key={filter.id} removeLabel={t("ui.filter.remove", { name: filter.name })} onRemove={() => filter.onChange(undefined)}>
          {t("filter.value", { name: filter.name, value: valueName(filter) })}
        </Tag>
      ))}
    </FilterBar>
  );
}
