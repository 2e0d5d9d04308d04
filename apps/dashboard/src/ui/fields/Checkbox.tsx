import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components/Checkbox";
import { CheckboxGroup as AriaCheckboxGroup } from "react-aria-components/CheckboxGroup";
import { classes } from "../lib/classes.ts";
import { part } from "../lib/part.ts";
import { FieldFrame, fieldProps, type FieldText } from "./FieldFrame.tsx";

interface CheckboxProps
  extends Pick<
    AriaCheckboxProps,
    | "isSelected"
    | "defaultSelected"
    | "onChange"
    | "name"
    | "value"
    | "isDisabled"
    | "isReadOnly"
    | "isIndeterminate"
    | "isInvalid"
    | "isRequired"
    | "slot"
  > {
  children?: ReactNode;
  label?: string;
  hint?: ReactNode;
  className?: string;
}

/** Yes or no, stored when the form is sent. */
export function Checkbox({ children, label, hint, className, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={classes("choice", className)} {...(label === undefined ? {} : { "aria-label": label })}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className="checkbox" aria-hidden>
            {isIndeterminate ? <Minus className="icon" /> : isSelected ? <Check className="icon" /> : null}
          </span>
          {children !== undefined && (
            <span className="option-words">
              {children}
              {hint !== undefined && <span className="hint">{hint}</span>}
            </span>
          )}
        </>
      )}
    </AriaCheckbox>
  );
}

interface CheckboxGroupProps extends FieldText {
  value?: string[];
  defaultValue?: string[];
  onChange?: (value: string[]) => void;
  name?: string;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  /** `Checkbox`es with a `value`. */
  children: ReactNode;
}

/** A multiple choice among a few options. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { label, hideLabel, hint, error, isOptional, children, ...rest } = props;
  return (
    <AriaCheckboxGroup {...part(rest)} {...fieldProps(props)} className="field">
      <FieldFrame label={label} {...part({ hideLabel, hint, error, isOptional })}>
        <div className="choice-list">{children}</div>
      </FieldFrame>
    </AriaCheckboxGroup>
  );
}
