import type { FlowScheduleTime } from "@parley/sdk";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { ManyField } from "../../../../parts/filters/ManyField.tsx";
import { DatePicker, TimeField } from "../../../../ui/fields/DatePicker.tsx";
import { NumberField } from "../../../../ui/fields/NumberField.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { weekdayName, weekdays } from "../../model/step-texts.ts";
import type { Shared } from "./shared.ts";

const repeats = ["daily", "days", "dayOfMonth", "date"] as const;
type Repeat = (typeof repeats)[number];

/** A time of day, and the days. */
export function ScheduleField({ error, value, onChange }: Shared & { value: unknown; onChange(value: unknown): void }) {
  const { t, language } = useI18n();
  const at = (value ?? {}) as Partial<FlowScheduleTime>;
  const repeat: Repeat =
    at.days !== undefined ? "days" : at.dayOfMonth !== undefined ? "dayOfMonth" : at.date !== undefined ? "date" : "daily";
  const time = at.time ?? "09:00";
  const begin: Readonly<Record<Repeat, Partial<FlowScheduleTime>>> = {
    daily: {},
    days: { days: ["monday"] },
    dayOfMonth: { dayOfMonth: 1 },
    date: { date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) },
  };
  return (
    <div className="grid gap-3">
      <Select
        label={t("flows.schedule.repeat")}
        value={repeat}
        options={repeats.map((id) => ({ id, name: t(`flows.schedule.${id}`) }))}
        onChange={(next) => onChange({ time, ...begin[next] })}
      />
      <TimeField
        label={t("flows.schedule.time")}
        value={at.time ?? null}
        onChange={(next: string | null) => onChange({ ...at, time: next ?? undefined })}
      />
      {repeat === "days" && (
        <ManyField
          name={t("flows.schedule.days")}
          options={weekdays.map((id) => ({ id, name: weekdayName(id, language) }))}
          chosen={at.days ?? []}
          none={t("ui.choose")}
          onChange={(days) => onChange({ time, days })}
        />
      )}
      {repeat === "dayOfMonth" && (
        <NumberField
          label={t("flows.schedule.day")}
          value={at.dayOfMonth ?? Number.NaN}
          minValue={1}
          maxValue={31}
          onChange={(dayOfMonth) => onChange({ time, dayOfMonth })}
        />
      )}
      {repeat === "date" && (
        <DatePicker
          label={t("flows.schedule.date")}
          value={at.date ?? null}
          onChange={(date: string | null) => onChange({ time, date: date ?? undefined })}
        />
      )}
      {error !== null && <span className="error">{error}</span>}
    </div>
  );
}
