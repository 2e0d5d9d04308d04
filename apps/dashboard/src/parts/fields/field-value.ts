import type { ContactField, TicketField } from "@parley/sdk";
import { dateLocale } from "../../i18n/date-locale.ts";
import type { I18n } from "../../i18n/i18n.tsx";

export type FieldValue = string | number | boolean | string[] | null;

/** A custom field's value as a person reads it; null: there is none. */
export function fieldText({ type }: ContactField | TicketField, value: FieldValue, { t, format, language }: I18n): string | null {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (Array.isArray(value)) return format.list(value);
  if (typeof value === "boolean") return t(value ? "common.yes" : "common.no");
  if (typeof value === "number") return new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(value);
  if (Number.isNaN(Date.parse(value))) return value;
  // A day has no time zone: in one west of Greenwich, midnight UTC would be the day before.
  const style = { date: { dateStyle: "medium", timeZone: "UTC" }, datetime: { dateStyle: "medium", timeStyle: "short" } } as const;
  if (type === "date" || type === "datetime") return new Intl.DateTimeFormat(dateLocale(language), style[type]).format(Date.parse(value));
  return value;
}
