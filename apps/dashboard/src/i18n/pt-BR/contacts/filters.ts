import type { filters as en } from "../../en/contacts/filters.ts";
import type { TranslationOf } from "../../messages.ts";

export const filters: TranslationOf<typeof en> = {
  "filter.any": "Qualquer",
  "filter.active": "Filtros ativos",
  "filter.value": "{name}: {value}",
  "filter.noMatch": "Nada corresponde aos filtros",
};
