import type { ReactElement } from "react";
import { DialogTrigger } from "react-aria-components/Modal";

/** How every dialog and drawer opens: by a `Button` of its own, or by who shows it. */
export interface TriggerProps {
  /** A `Button`; without one it is open by `isOpen`. */
  trigger?: ReactElement;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

export type OpenState = Omit<TriggerProps, "trigger">;

/** `overlay` behind its trigger; alone where it has none. */
export function Triggered({ trigger, overlay, ...state }: TriggerProps & { overlay(state: OpenState): ReactElement }) {
  if (trigger === undefined) return overlay(state);
  return (
    <DialogTrigger {...state}>
      {trigger}
      {overlay({})}
    </DialogTrigger>
  );
}
