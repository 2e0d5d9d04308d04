import { useState } from "react";
import type { Chatbot } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Holidays } from "../../../parts/hours/Holidays.tsx";
import { WeekFields } from "../../../parts/hours/WeekFields.tsx";
import { dayName, defaultWeek, fromSpans, type Span, timezones, toSpans } from "../../../parts/hours/week.ts";
import { ComboBox } from "../../../ui/fields/ComboBox.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import type { ChatbotForm } from "./useChatbotForm.ts";

const modes = ["always", "inside", "outside"] as const;
type Hours = NonNullable<Chatbot["activeHours"]>;

/** When it answers. Its fields are reset when the form is saved or discarded. */
export function HoursSection({ form }: { form: ChatbotForm }) {
  return form.mayWrite ? <HoursFields key={form.resets} form={form} /> : <HoursShown hours={form.values.activeHours} />;
}

function HoursFields({ form: { values, change } }: { form: ChatbotForm }) {
  const { t } = useI18n();
  const hours = values.activeHours;
  const [spans, setSpans] = useState<Span[]>(() => (hours === null ? defaultWeek() : toSpans(hours.weekly)));
  const set = (fields: Partial<Hours>) => hours !== null && change({ activeHours: { ...hours, ...fields } });
  function choose(mode: (typeof modes)[number]) {
    if (mode === "always") return change({ activeHours: null });
    if (hours !== null) return set({ mode });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    change({ activeHours: { mode, timezone: timeZone, weekly: fromSpans(spans), holidays: [], outsideMessage: null } });
  }
  return (
    <>
      <Select
        label={t("chatbot.hours.mode")}
        name="activeHours"
        value={hours === null ? "always" : hours.mode}
        options={modes.map((id) => ({ id, name: t(`chatbot.hours.${id}`) }))}
        onChange={choose}
      />
      {hours !== null && (
        <>
          <ComboBox
            label={t("hours.timezone")}
            name="activeHours.timezone"
            options={timezones(hours.timezone).map((id) => ({ id, name: id }))}
            value={hours.timezone}
            onChange={(timezone) => timezone !== null && set({ timezone })}
          />
          <WeekFields
            name="activeHours"
            spans={spans}
            onChange={(next) => {
              setSpans(next);
              set({ weekly: fromSpans(next) });
            }}
          />
          <Holidays days={hours.holidays} onChange={(holidays) => set({ holidays })} />
          <TextArea
            label={t("chatbot.outsideMessage")}
            name="activeHours.outsideMessage"
            hint={t("chatbot.outsideMessage.hint")}
            isOptional
            rows={2}
            maxLength={1_000}
            value={hours.outsideMessage ?? ""}
            onChange={(text) => set({ outsideMessage: text === "" ? null : text })}
          />
        </>
      )}
    </>
  );
}

function HoursShown({ hours }: { hours: Chatbot["activeHours"] }) {
  const { t, language } = useI18n();
  if (hours === null) return <p>{t("chatbot.hours.always")}</p>;
  return (
    <>
      <p>
        {t(`chatbot.hours.${hours.mode}`)} <span className="text-text-3">{hours.timezone}</span>
      </p>
      <ul className="grid gap-1 text-text-2">
        {hours.weekly.map(({ day, from, to }) => (
          <li key={`${day} ${from}`} className="tabular-nums">
            {dayName(day, language)} {from}–{to}
          </li>
        ))}
      </ul>
      {hours.outsideMessage !== null && (
        <p className="text-text-2" dir="auto">
          {hours.outsideMessage}
        </p>
      )}
    </>
  );
}
