import { useI18n } from "../../i18n/i18n.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { chosenOf, type Filter } from "./filter.ts";
import { ManyField } from "./ManyField.tsx";

export function AllFilterFields({ filters }: { filters: readonly Filter[] }) {
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
