/** The part of an overlay that opens it: loaded at once, while the overlay's code is being loaded. */
import { type KeyboardEvent, type ReactElement, type ReactNode, type RefObject, useId, useRef } from "react";
import { PressResponder } from "react-aria/private/interactions/PressResponder";
import { type RootMenuTriggerState, useMenuTriggerState } from "react-stately/useMenuTriggerState";
import { forgetKeys, useHeldKeys } from "../../keys/held-keys.ts";
import { lazyCode, reportLoadFailure, useLazyCode } from "../lib/lazy-code.ts";
import { part } from "../lib/part.ts";

/** Menus, popovers, dialogs, drawers and tooltips in one file, because they share nearly all of their code. */
export const overlayCode = lazyCode(() => import("./surfaces/index.ts"));
type Surfaces = typeof import("./surfaces/index.ts");

/** Only for components inside an open overlay. */
export function openedCode(): Surfaces {
  if (overlayCode.now === null) throw new Error("a line of a menu stands outside of a menu");
  return overlayCode.now;
}

export interface OpenState {
  isOpen?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** How every overlay opens: by its own `Button`, or controlled. */
export interface TriggerProps extends Omit<OpenState, "defaultOpen"> {
  /** A `Button`; without one it is controlled by `isOpen`. */
  trigger?: ReactElement;
}

export interface Opening {
  state: RootMenuTriggerState;
  triggerRef: RefObject<HTMLElement | null>;
  triggerId: string;
  overlayId: string;
}

export function useOpening({ isOpen, defaultOpen, onOpenChange }: OpenState): Opening {
  const state = useMenuTriggerState(part({ isOpen, defaultOpen, onOpenChange })) as RootMenuTriggerState;
  return { state, triggerRef: useRef<HTMLElement>(null), triggerId: useId(), overlayId: useId() };
}

/** The button. It stays the same element whatever is loaded meanwhile, so that the focus can return to it. */
export function Trigger({ opening, opensMenu = false, children }: { opening: Opening; opensMenu?: boolean; children: ReactElement }) {
  const { state, triggerRef, triggerId, overlayId } = opening;
  const own = {
    id: triggerId,
    isPressed: state.isOpen,
    "aria-expanded": state.isOpen,
    "aria-controls": state.isOpen ? overlayId : undefined,
    // The pointer or the focus is on it: a press is likely.
    onPointerEnter: overlayCode.start,
    onFocus: overlayCode.start,
    ...(opensMenu ? menuProps(state) : { onPress: () => state.toggle() }),
  };
  return (
    <PressResponder ref={triggerRef} {...own}>
      {children}
    </PressResponder>
  );
}

/** As in operating systems: a mouse opens on press, a finger on release, arrows move to the first or the last item. */
function menuProps(state: RootMenuTriggerState) {
  return {
    "aria-haspopup": true as const,
    onPressStart({ pointerType, target }: { pointerType: string; target: Element }) {
      if (pointerType === "touch" || pointerType === "keyboard") return;
      // The focus will return to it; some browsers do not focus a pressed button.
      (target as HTMLElement).focus({ preventScroll: true });
      state.open(pointerType === "virtual" ? "first" : null);
    },
    onPress({ pointerType }: { pointerType: string }) {
      if (pointerType === "touch") state.toggle();
      if (pointerType === "keyboard") state.toggle("first");
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      state.open(event.key === "ArrowDown" ? "first" : "last");
    },
  };
}

interface SurfaceProps {
  state: Pick<RootMenuTriggerState, "isOpen" | "close">;
  /** False for a tooltip: keys stay where they are. */
  takesKeys?: boolean;
  children(code: Surfaces): ReactNode;
}

/** Renders nothing until it is first opened; then it stays mounted, for its closing animation. */
export function Surface({ state, takesKeys = true, children }: SurfaceProps) {
  const used = useRef(false);
  used.current ||= state.isOpen;
  // Code that could not be loaded is requested again when it is opened again.
  if (!state.isOpen && (!used.current || overlayCode.now === null)) return null;
  return (
    <Fetched close={state.close} takesKeys={takesKeys}>
      {children}
    </Fetched>
  );
}

function Fetched({ close, takesKeys, children }: { close(): void; takesKeys: boolean; children(code: Surfaces): ReactNode }) {
  const code = useLazyCode(overlayCode, (error) => {
    forgetKeys();
    close();
    if (takesKeys) reportLoadFailure(error);
  });
  useHeldKeys(takesKeys ? "all" : null, code === null);
  return code === null ? null : children(code);
}
