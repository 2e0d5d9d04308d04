import type { ReactNode } from "react";
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components/Switch";
import { classes } from "../lib/classes.ts";

interface SwitchProps
  extends Pick<AriaSwitchProps, "isSelected" | "defaultSelected" | "onChange" | "name" | "value" | "isDisabled" | "isReadOnly"> {
  /** The text next to it. */
  children?: ReactNode;
  /** Its name, if there is no text next to it. */
  label?: string;
  hint?: ReactNode;
  className?: string;
}

/** On or off, with immediate effect and no "save". */
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
