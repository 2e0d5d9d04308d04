import type { ReactNode } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger, type TooltipProps as AriaTooltipProps } from "react-aria-components/Tooltip";
import { KeyCap } from "../KeyCap.tsx";

interface TooltipProps extends Pick<AriaTooltipProps, "placement"> {
  text: string;
  keys?: string;
  /** A `Button`, or anything of React Aria that can be focused. */
  children: ReactNode;
}

/** A name or a hint after half a second of the pointer, and at once by the keyboard. Never the only place of something needed. */
export function Tooltip({ text, keys, placement = "top", children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <AriaTooltip className="tooltip" placement={placement} offset={6}>
        {text}
        {keys !== undefined && <KeyCap keys={keys} />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
