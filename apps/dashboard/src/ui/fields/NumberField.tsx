import { Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button,
  Group,
  Input,
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
} from "react-aria-components/NumberField";
import { classes } from "../lib/classes.ts";
import { part } from "../lib/part.ts";
import { FieldFrame, fieldProps, type FieldText } from "./FieldFrame.tsx";

interface NumberFieldProps
  extends Pick<
      AriaNumberFieldProps,
      | "name"
      | "value"
      | "defaultValue"
      | "onChange"
      | "onBlur"
      | "minValue"
      | "maxValue"
      | "step"
      | "formatOptions"
      | "isDisabled"
      | "isReadOnly"
      | "isRequired"
      | "autoFocus"
    >,
    FieldText {
  size?: "normal" | "small";
  placeholder?: string;
  /** A unit after the number. */
  unit?: ReactNode;
  hideButtons?: boolean;
  className?: string;
}

/** A number in the language's format, with arrow keys and step buttons. Use Intl's `formatOptions` for money and percent. */
export function NumberField(props: NumberFieldProps) {
  const { label, hideLabel, hint, error, isOptional, size, placeholder, unit, hideButtons = false, className, ...rest } = props;
  return (
    <AriaNumberField {...rest} {...fieldProps(props)} className={classes("field", className)}>
      <FieldFrame label={label} {...part({ hideLabel, hint, error, isOptional })}>
        <Group className={classes("input", size === "small" && "small")}>
          <Input className="input-inner num" {...part({ placeholder })} />
          {unit !== undefined && <span className="hint">{unit}</span>}
          {!hideButtons && rest.isReadOnly !== true && (
            <span className="steppers">
              <Button slot="decrement" className="stepper">
                <Minus className="icon icon-12" aria-hidden />
              </Button>
              <Button slot="increment" className="stepper">
                <Plus className="icon icon-12" aria-hidden />
              </Button>
            </span>
          )}
        </Group>
      </FieldFrame>
    </AriaNumberField>
  );
}
