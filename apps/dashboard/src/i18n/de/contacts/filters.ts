import type { filters as en } from "../../en/contacts/filters.ts";
import type { TranslationOf } from "../../messages.ts";

export const filters: TranslationOf<typeof en> = {
  "filter.any": "Alle",
  "filter.active": "Aktive Filter",
  "filter.value": "{name}: {value}",
  "filter.noMatch": "Keine Treffer für diese Filter",
};
