import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { useI18n } from "../../i18n/i18n.tsx";
import type { Hue } from "../Chip.tsx";
import { part } from "../lib/part.ts";
import { FieldFrame, fieldProps, type FieldText } from "./FieldFrame.tsx";

interface HueFieldProps extends FieldText {
  value?: Hue | null;
  defaultValue?: Hue;
  onChange?: (hue: Hue) => void;
  name?: string;
  isDisabled?: boolean;
}

const hues: readonly Hue[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** One of the eight hues, for labels and tags. */
export function HueField(props: HueFieldProps) {
  const { label, hideLabel, hint, error, isOptional, value, defaultValue, onChange, ...rest } = props;
  const { t } = useI18n();
  return (
    <RadioGroup
      {...part(rest)}
      {...fieldProps(props)}
      {...(value === undefined ? {} : { value: value === null ? null : String(value) })}
      {...(defaultValue === undefined ? {} : { defaultValue: String(defaultValue) })}
      orientation="horizontal"
      className="field"
      onChange={(chosen) => onChange?.(Number(chosen) as Hue)}
    >
      <FieldFrame label={label} {...part({ hideLabel, hint, error, isOptional })}>
        <div className="hues">
          {hues.map((hue) => (
            <Radio key={hue} value={String(hue)} aria-label={t(`ui.hue.${hue}`)} className="hue-choice">
              <i className={`hue-dot hue-${hue}`} aria-hidden />
            </Radio>
          ))}
        </div>
      </FieldFrame>
    </RadioGroup>
  );
}
