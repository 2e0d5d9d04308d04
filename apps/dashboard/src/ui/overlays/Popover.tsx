import type { ReactElement, ReactNode, RefObject } from "react";
import type { PopoverProps as AriaPopoverProps } from "react-aria-components/Popover";
import { part } from "../lib/part.ts";
import { type OpenState, Surface, Trigger, useOpening } from "./opening.tsx";

interface PopoverProps extends OpenState, Pick<AriaPopoverProps, "placement"> {
  /** A `Button`; without one it is controlled by `isOpen` and positioned at `triggerRef`. */
  trigger?: ReactElement;
  triggerRef?: RefObject<Element | null>;
  /** Its name for screen readers. */
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
}

/** Opens next to something: the focus moves in, Esc closes, the focus is restored. */
export function Popover({ trigger, triggerRef, isOpen, defaultOpen, onOpenChange, ...rest }: PopoverProps) {
  const opening = useOpening(part({ isOpen, defaultOpen, onOpenChange }));
  return (
    <>
      {trigger !== undefined && <Trigger opening={opening}>{trigger}</Trigger>}
      <Surface state={opening.state}>
        {({ PopoverSurface }) => <PopoverSurface opening={opening} triggerRef={triggerRef ?? opening.triggerRef} {...rest} />}
      </Surface>
    </>
  );
}
