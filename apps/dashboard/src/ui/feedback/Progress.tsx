import { Meter as AriaMeter } from "react-aria-components/Meter";
import { ProgressBar } from "react-aria-components/ProgressBar";
import { classes } from "../lib/classes.ts";

export type MeterTone = "accent" | "ok" | "warn" | "bad" | "mute" | "bot";

interface MeterProps {
  label: string;
  value: number;
  max?: number;
  /** As read by screen readers: "12 of 20". */
  valueText: string;
  tone?: MeterTone;
  className?: string;
}

/** The used part of something: usage and its limit. */
export function Meter({ label, value, max = 1, valueText, tone = "accent", className }: MeterProps) {
  return (
    <AriaMeter aria-label={label} value={value} minValue={0} maxValue={max} valueLabel={valueText} className={classes("meter", className)}>
      {({ percentage }) => <i className={tone} style={{ inlineSize: `${percentage}%` }} />}
    </AriaMeter>
  );
}

/** The progress of something. Without a value it is unknown. */
export function Progress({ label, value, valueText }: { label: string; value?: number; valueText?: string }) {
  return (
    <ProgressBar
      aria-label={label}
      minValue={0}
      maxValue={1}
      className="meter"
      {...(value === undefined ? { isIndeterminate: true } : { value })}
      {...(valueText === undefined ? {} : { valueLabel: valueText })}
    >
      {({ percentage, isIndeterminate }) => (
        <i
          className={classes("accent", isIndeterminate && "unknown")}
          style={{ inlineSize: isIndeterminate ? "30%" : `${percentage ?? 0}%` }}
        />
      )}
    </ProgressBar>
  );
}

/** Parts of a whole, next to each other; the text is next to it. */
export function MeterParts({ label, parts }: { label: string; parts: readonly { id: string; share: number; tone: MeterTone }[] }) {
  return (
    <div className="meter" role="img" aria-label={label}>
      {parts.map(({ id, share, tone }) => (
        <i key={id} className={tone} style={{ inlineSize: `${share * 100}%` }} />
      ))}
    </div>
  );
}
