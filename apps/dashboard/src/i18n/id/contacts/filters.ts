import type { filters as en } from "../../en/contacts/filters.ts";
import type { TranslationOf } from "../../messages.ts";

export const filters: TranslationOf<typeof en> = {
  "filter.any": "Semua",
  "filter.active": "Filter yang aktif",
  "filter.value": "{name}: {value}",
  "filter.noMatch": "Tidak ada yang cocok dengan filter",
};
