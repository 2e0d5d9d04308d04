import { type ReactNode, type RefObject, useRef } from "react";
import { FocusableProvider } from "react-aria/private/interactions/useFocusable";
import { useTooltipTrigger } from "react-aria/useTooltipTrigger";
import { useTooltipTriggerState } from "react-stately/useTooltipTriggerState";
import { Surface } from "./opening.tsx";

interface TooltipProps {
  text: string;
  keys?: string;
  placement?: "top" | "bottom" | "start" | "end";
  /** A `Button`, or any focusable React Aria element. */
  children: ReactNode;
}

/**
 * A name or a hint after half a second under the pointer, and at once with the keyboard. Never the only place for necessary information.
 */
export function Tooltip({ text, keys, placement = "top", children }: TooltipProps) {
  const trigger = useRef<HTMLElement>(null);
  const state = useTooltipTriggerState({ delay: 500, closeDelay: 0 });
  const { triggerProps, tooltipProps } = useTooltipTrigger({}, state, trigger as RefObject<HTMLElement>);
  return (
    <>
      <FocusableProvider {...triggerProps} ref={trigger as RefObject<HTMLElement>}>
        {children}
      </FocusableProvider>
      <Surface state={state} takesKeys={false}>
        {({ TooltipSurface }) => (
          <TooltipSurface
            state={state}
            tooltip={tooltipProps}
            triggerRef={trigger}
            text={text}
            placement={placement}
            {...(keys === undefined ? {} : { keys })}
          />
        )}
      </Surface>
    </>
  );
}
