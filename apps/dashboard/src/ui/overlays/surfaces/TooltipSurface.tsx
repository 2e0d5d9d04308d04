import type { RefObject } from "react";
import { Tooltip, TooltipContext, type TooltipProps, TooltipTriggerStateContext } from "react-aria-components/Tooltip";
import type { TooltipTriggerState } from "react-stately/useTooltipTriggerState";
import { KeyCap } from "../../KeyCap.tsx";

interface Props extends Pick<TooltipProps, "placement"> {
  state: TooltipTriggerState;
  /** Its id, by which the button refers to it. */
  tooltip: object;
  triggerRef: RefObject<Element | null>;
  text: string;
  keys?: string;
}

export function TooltipSurface({ state, tooltip, triggerRef, text, keys, placement = "top" }: Props) {
  return (
    <TooltipTriggerStateContext value={state}>
      <TooltipContext value={{ ...tooltip, triggerRef }}>
        <Tooltip className="tooltip" placement={placement} offset={6}>
          {text}
          {keys !== undefined && <KeyCap keys={keys} />}
        </Tooltip>
      </TooltipContext>
    </TooltipTriggerStateContext>
  );
}
