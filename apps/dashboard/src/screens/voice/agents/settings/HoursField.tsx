import { useState } from "react";
import type { BusinessHours } from "@parley/sdk";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { Holidays } from "../../../../parts/hours/Holidays.tsx";
import { WeekFields } from "../../../../parts/hours/WeekFields.tsx";
import { dayName, defaultWeek, fromSpans, type Span, timezones, toSpans } from "../../../../parts/hours/week.ts";
import { ComboBox } from "../../../../ui/fields/ComboBox.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";

const modes = ["always", "some"] as const;

interface Props {
  label: string;
  name: string;
  /** null: always. */
  hours: BusinessHours | null;
  isReadOnly: boolean;
  onChange(hours: BusinessHours | null): void;
}

/** Weekly hours, or always. It keeps incomplete times in its own state, and is reset by its key. */
export function HoursField(props: Props) {
  return props.isReadOnly ? <HoursShown {...props} /> : <HoursFields {...props} />;
}

function HoursFields({ label, name, hours, onChange }: Props) {
  const { t } = useI18n();
  const [spans, setSpans] = useState<Span[]>(() => (hours === null ? defaultWeek() : toSpans(hours.weekly)));
  function choose(mode: (typeof modes)[number]) {
    if (mode === "always") return onChange(null);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    onChange({ timezone: timeZone, weekly: fromSpans(spans), holidays: [] });
  }
  return (
    <>
      <Select
        label={label}
        name={name}
        value={hours === null ? "always" : "some"}
        options={modes.map((id) => ({ id, name: t(`voice.hours.${id}`) }))}
        onChange={choose}
      />
      {hours !== null && (
        <>
          <ComboBox
            label={t("hours.timezone")}
            name={`${name}.timezone`}
            options={timezones(hours.timezone).map((id) => ({ id, name: id }))}
            value={hours.timezone}
            onChange={(timezone) => timezone !== null && onChange({ ...hours, timezone })}
          />
          <WeekFields
            name={name}
            spans={spans}
            onChange={(next) => {
              setSpans(next);
              onChange({ ...hours, weekly: fromSpans(next) });
            }}
          />
          <Holidays days={hours.holidays} onChange={(holidays) => onChange({ ...hours, holidays })} />
        </>
      )}
    </>
  );
}

function HoursShown({ label, hours }: Props) {
  const { t, language } = useI18n();
  return (
    <div className="field">
      <span className="lab">{label}</span>
      <span className="read-only">{t(hours === null ? "voice.hours.always" : "voice.hours.some")}</span>
      {hours !== null && (
        <ul className="grid gap-1 text-text-2">
          {hours.weekly.map(({ day, from, to }) => (
            <li key={`${day} ${from}`} className="tabular-nums">
              {dayName(day, language)} {from}–{to} <span className="text-text-3">{hours.timezone}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
