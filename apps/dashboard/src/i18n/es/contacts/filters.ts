import type { filters as en } from "../../en/contacts/filters.ts";
import type { TranslationOf } from "../../messages.ts";

export const filters: TranslationOf<typeof en> = {
  "filter.any": "Cualquiera",
  "filter.active": "Filtros activos",
  "filter.value": "{name}: {value}",
  "filter.noMatch": "Nada coincide con los filtros",
};
