import { messages } from "../../messages.ts";

export const filters = messages({
  "filter.any": "Any",
  "filter.active": "Active filters",
  "filter.value": "{name}: {value}",
  "filter.noMatch": "Nothing matches the filters",
});
