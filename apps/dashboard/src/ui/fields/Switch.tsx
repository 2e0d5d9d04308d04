import type { ReactNode } from "react";
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components/Switch";
import { classes } from "../lib/classes.ts";

interface SwitchProps
  extends Pick<AriaSwitchProps, "isSelected" | "defaultSelected" | "onChange" | "name" | "value" | "isDisabled" | "isReadOnly"> {
  /** The text beside it. */
  children?: ReactNode;
  /** Its name, when there is no text beside it. */
  label?: string;
  hint?: ReactNode;
  className?: string;
}

/** On or off, effective at once, without a "save". */
export function Switch({ children, label, hint, className, ...rest }: SwitchProps) {
  return (
    <AriaSwitch {...rest} className={classes("choice", className)} {...(label === undefined ? {} : { "aria-label": label })}>
      <span className="switch" aria-hidden />
      {children !== undefined && (
        <span className="option-words">
          {children}
          {hint !== undefined && <span className="hint">{hint}</span>}
        </span>
      )}
    </AriaSwitch>
  );
}
