import { useState } from "react";
import { useI18n } from "../../i18n/i18n.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";

const units = { minutes: 1, hours: 60, days: 1_440 } as const;
type Unit = keyof typeof units;
/** A constant: a new object would make the field reformat its number during typing. */
const halves = { maximumFractionDigits: 2 };

interface DurationFieldProps {
  label: string;
  hideLabel?: boolean;
  name: string;
  /** Null: none. */
  minutes: number | null;
  onChange(minutes: number | null): void;
  /** Shown if there is none. */
  placeholder?: string;
  isReadOnly?: boolean;
}

/** A duration in minutes, shown in the largest unit that gives a whole number. */
export function DurationField({ label, hideLabel = false, name, minutes, onChange, placeholder, isReadOnly = false }: DurationFieldProps) {
  const { t } = useI18n();
  const [unit, setUnit] = useState<Unit>(() => unitOf(minutes));
  const amount = minutes === null ? Number.NaN : minutes / units[unit];
  return (
    <div className="flex items-end gap-2">
      <NumberField
        label={label}
        hideLabel={hideLabel}
        name={name}
        value={amount}
        minValue={0}
        formatOptions={halves}
        hideButtons
        {...(placeholder === undefined ? {} : { placeholder })}
        isReadOnly={isReadOnly}
        className="grow"
        onChange={(next) => onChange(Number.isNaN(next) ? null : Math.round(next * units[unit]))}
      />
      <Select<Unit>
        label={t("duration.unit", { label })}
        hideLabel
        value={unit}
        isReadOnly={isReadOnly}
        options={(Object.keys(units) as Unit[]).map((id) => ({ id, name: t(`duration.${id}`) }))}
        onChange={(next) => {
          setUnit(next);
          if (!Number.isNaN(amount)) onChange(Math.round(amount * units[next]));
        }}
      />
    </div>
  );
}

function unitOf(minutes: number | null): Unit {
  if (minutes === null || minutes === 0) return "minutes";
  return minutes % units.days === 0 ? "days" : minutes % units.hours === 0 ? "hours" : "minutes";
}
