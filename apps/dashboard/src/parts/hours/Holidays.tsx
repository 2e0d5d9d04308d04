import { useRef, useState } from "react";
import { dateLocale } from "../../i18n/date-locale.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Tag } from "../../ui/Chip.tsx";
import { DatePicker } from "../../ui/fields/DatePicker.tsx";

/** Days on which the weekly hours do not apply. */
export function Holidays({ days, onChange }: { days: readonly string[]; onChange(days: string[]): void }) {
  const { t, language } = useI18n();
  const [day, setDay] = useState<string | null>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const date = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone: "UTC" });
  return (
    <fieldset className="holidays grid gap-2" tabIndex={-1} ref={group}>
      <legend className="lab">{t("hours.holidays")}</legend>
      <div className="flex items-end gap-2">
        <DatePicker label={t("hours.holiday")} hideLabel value={day} onChange={setDay} />
        <Button
          isDisabled={day === null}
          onPress={() => {
            // Without a selection the button cannot keep the focus.
            group.current?.focus();
            if (day !== null) onChange([...new Set([...days, day])].sort());
            setDay(null);
          }}
        >
          {t("ui.add")}
        </Button>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {days.map((each) => {
          const name = date.format(new Date(each));
          return (
            <Tag
              key={each}
              removeLabel={t("ui.remove", { name })}
              onRemove={() => {
                group.current?.focus();
                onChange(days.filter((other) => other !== each));
              }}
            >
              {name}
            </Tag>
          );
        })}
      </div>
    </fieldset>
  );
}
