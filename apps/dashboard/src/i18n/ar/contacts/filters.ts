import type { filters as en } from "../../en/contacts/filters.ts";
import type { TranslationOf } from "../../messages.ts";

export const filters: TranslationOf<typeof en> = {
  "filter.any": "الكل",
  "filter.active": "عوامل التصفية المفعّلة",
  "filter.value": "{name}: {value}",
  "filter.noMatch": "لا شيء يطابق عوامل التصفية",
};
