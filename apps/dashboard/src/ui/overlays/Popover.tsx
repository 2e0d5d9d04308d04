import type { ReactElement, ReactNode, RefObject } from "react";
import { Dialog, DialogTrigger, Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import { classes } from "../classes.ts";

interface PopoverProps extends Pick<AriaPopoverProps, "placement" | "isOpen" | "defaultOpen" | "onOpenChange"> {
  /** A `Button`; without one it is open by `isOpen` and stands at `triggerRef`. */
  trigger?: ReactElement;
  triggerRef?: RefObject<Element | null>;
  /** Its name for screen readers. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
}

/** What opens beside something: focus goes in, Esc closes, focus comes back. */
export function Popover({ trigger, triggerRef, label, children, className, placement = "bottom start", ...state }: PopoverProps) {
  const surface = (
    <AriaPopover
      className={classes("popover animated", className)}
      placement={placement}
      offset={6}
      data-owns-keys=""
      {...(triggerRef === undefined ? {} : { triggerRef })}
      {...(trigger === undefined ? state : {})}
    >
      <Dialog className="popover-body" aria-label={label}>
        {({ close }) => (typeof children === "function" ? children(close) : children)}
      </Dialog>
    </AriaPopover>
  );
  if (trigger === undefined) return surface;
  return (
    <DialogTrigger {...state}>
      {trigger}
      {surface}
    </DialogTrigger>
  );
}
