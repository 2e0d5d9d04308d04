import type { ReactNode, RefObject } from "react";
import { Dialog, OverlayTriggerStateContext } from "react-aria-components/Dialog";
import { Popover, type PopoverProps } from "react-aria-components/Popover";
import { classes } from "../../lib/classes.ts";
import type { Opening } from "../opening.tsx";

interface Props extends Pick<PopoverProps, "placement"> {
  opening: Opening;
  triggerRef: RefObject<Element | null>;
  label: string;
  className?: string | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function PopoverSurface({
  opening: { state, overlayId },
  triggerRef,
  label,
  className,
  placement = "bottom start",
  children,
}: Props) {
  return (
    <OverlayTriggerStateContext value={state}>
      <Popover
        className={classes("popover animated", className)}
        trigger="DialogTrigger"
        triggerRef={triggerRef}
        placement={placement}
        offset={6}
        data-owns-keys=""
      >
        <Dialog className="popover-body" id={overlayId} aria-label={label}>
          {({ close }) => (typeof children === "function" ? children(close) : children)}
        </Dialog>
      </Popover>
    </OverlayTriggerStateContext>
  );
}
