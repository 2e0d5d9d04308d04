import type { ReactNode } from "react";
import { Radio as AriaRadio, RadioGroup as AriaRadioGroup } from "react-aria-components/RadioGroup";
import { part } from "../lib/part.ts";
import { FieldFrame, fieldProps, type FieldText } from "./FieldFrame.tsx";

interface RadioGroupProps<Id extends string> extends FieldText {
  value?: Id | null;
  defaultValue?: Id;
  onChange?: (value: Id) => void;
  name?: string;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  /** `Radio`s. */
  children: ReactNode;
}

/** One of two to five options, all visible. */
export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>) {
  const { label, hideLabel, hint, error, isOptional, children, onChange, ...rest } = props;
  return (
    <AriaRadioGroup {...part(rest)} {...fieldProps(props)} className="field" onChange={(value) => onChange?.(value as Id)}>
      <FieldFrame label={label} {...part({ hideLabel, hint, error, isOptional })}>
        <div className="choice-list">{children}</div>
      </FieldFrame>
    </AriaRadioGroup>
  );
}

export function Radio({
  value,
  children,
  hint,
  isDisabled = false,
}: {
  value: string;
  children: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
}) {
  return (
    <AriaRadio value={value} isDisabled={isDisabled} className="choice">
      <span className="checkbox radio" aria-hidden />
      <span className="option-words">
        {children}
        {hint !== undefined && <span className="hint">{hint}</span>}
      </span>
    </AriaRadio>
  );
}
