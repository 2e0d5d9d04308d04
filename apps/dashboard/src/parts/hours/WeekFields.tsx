import "../../styles/screens/hours.css";
import { Plus, X } from "lucide-react";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { TimeField } from "../../ui/fields/DatePicker.tsx";
import { type Day, dayName, days, inOrder, type Span } from "./week.ts";

interface WeekFieldsProps {
  /** The hours' field name in the API. */
  name: string;
  spans: readonly Span[];
  onChange(spans: Span[]): void;
}

/** The hours of each day; a day may have several periods, or none. */
export function WeekFields({ name: field, spans, onChange }: WeekFieldsProps) {
  const { t, language } = useI18n();
  const change = (key: number, part: Partial<Span>) => onChange(spans.map((span) => (span.key === key ? { ...span, ...part } : span)));
  function add(day: Day) {
    const key = Math.max(-1, ...spans.map((span) => span.key)) + 1;
    onChange(inOrder([...spans, { key, day, from: "09:00", to: "17:00" }]));
  }
  return (
    <div className="grid">
      {days.map((day) => {
        const name = dayName(day, language);
        const own = spans.filter((span) => span.day === day);
        return (
          <fieldset key={day} className="week-day" aria-label={name}>
            <span className="week-day-name">{name}</span>
            <div className="grid gap-2">
              {own.length === 0 && <span className="week-closed">{t("hours.closed")}</span>}
              {own.map((span) => {
                // Errors name a period by its index among all.
                const at = `${field}.weekly[${spans.indexOf(span)}]`;
                return (
                  <div key={span.key} className="flex items-start gap-2">
                    <TimeField
                      label={t("hours.from", { day: name })}
                      hideLabel
                      name={`${at}.from`}
                      value={span.from}
                      onChange={(from) => change(span.key, { from })}
                    />
                    <TimeField
                      label={t("hours.to", { day: name })}
                      hideLabel
                      name={`${at}.to`}
                      value={span.to}
                      onChange={(to) => change(span.key, { to })}
                    />
                    <Button
                      icon={X}
                      label={t("hours.remove", { day: name })}
                      variant="ghost"
                      className="shrink-0"
                      onPress={({ target }) => {
                        target.closest("fieldset")?.querySelector<HTMLButtonElement>(":scope > button")?.focus();
                        onChange(spans.filter(({ key }) => key !== span.key));
                      }}
                    />
                  </div>
                );
              })}
            </div>
            <Button icon={Plus} label={t("hours.add", { day: name })} variant="ghost" onPress={() => add(day)} />
          </fieldset>
        );
      })}
    </div>
  );
}
