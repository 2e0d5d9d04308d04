import { useState } from "react";
import { useI18n } from "../../../../i18n/i18n.tsx";
import { NumberField } from "../../../../ui/fields/NumberField.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import type { Shared } from "./shared.ts";

const units = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
type Unit = keyof typeof units;

interface Props extends Shared {
  /** In units of `unitMs`. */
  value: number | null;
  unitMs: number;
  max: number;
  onChange(value: number | undefined): void;
}

/** A duration in the largest unit that gives a whole number. */
export function DurationField({ label, error, hint, value, unitMs, max, onChange }: Props) {
  const { t } = useI18n();
  const offered = (Object.keys(units) as Unit[]).filter((unit) => units[unit] >= unitMs);
  const [unit, setUnit] = useState<Unit>(() => unitOf(value, unitMs));
  const amount = value === null ? Number.NaN : (value * unitMs) / units[unit];
  const inUnit = (next: number, of: Unit) => Math.min(max, Math.max(1, Math.round((next * units[of]) / unitMs)));
  return (
    <div className="flow-duration">
      <NumberField
        label={label}
        error={error}
        {...(hint === undefined ? {} : { hint })}
        value={amount}
        minValue={0}
        hideButtons
        onChange={(next) => onChange(Number.isNaN(next) ? undefined : inUnit(next, unit))}
      />
      <Select<Unit>
        label={t("duration.unit", { label })}
        hideLabel
        value={unit}
        options={offered.map((id) => ({ id, name: id === "seconds" ? t("flows.seconds") : t(`duration.${id}`) }))}
        onChange={(next) => {
          setUnit(next);
          if (!Number.isNaN(amount)) onChange(inUnit(amount, next));
        }}
      />
    </div>
  );
}

function unitOf(value: number | null, unitMs: number): Unit {
  if (value === null || value === 0) return "minutes";
  return (["days", "hours", "minutes"] as const).find((unit) => (value * unitMs) % units[unit] === 0) ?? "seconds";
}
