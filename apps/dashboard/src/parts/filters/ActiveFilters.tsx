import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Tag } from "../../ui/Chip.tsx";
import { whenIdle } from "../../ui/lib/lazy-code.ts";
import { FilterBar } from "../../ui/lists/FilterBar.tsx";
import { activeFilters, type Filter, valueName } from "./filter.ts";
import { FilterFields } from "./FilterFields.tsx";

/** The active filters, each with a remove button; hidden if there are none. `end`: actions for all of them. */
export function ActiveFilters({ filters, onClear, end }: { filters: readonly Filter[]; onClear(): void; end?: ReactNode }) {
  const { t } = useI18n();
  const active = activeFilters(filters);
  const queryClient = useQueryClient();
  // A shortcut opens them.
  useEffect(
    () =>
      whenIdle(
        () => FilterFields.start(),
        () => queryClient.isFetching() > 0,
      ),
    [queryClient],
  );
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
