import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { afterFrame } from "../lib/after-frame.ts";
import { classes } from "../lib/classes.ts";
import { CloseButton } from "./CloseButton.tsx";

interface Props {
  title: string;
  className?: string;
  onClose(): void;
  children: ReactNode;
}

const canHaveFocus = ":is(input, button, a[href]):not(:disabled, [tabindex='-1'])";

/**
 * A dialog that a key opens in the next frame; otherwise like `Dialog`. `Dialog` makes the page behind it inert before it is drawn, which
 * recomputes the page's styles; this one is drawn first.
 */
export function QuickDialog({ title, className, onClose, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const besideIt = useRef(false);
  const [before] = useState(() => document.activeElement);

  useLayoutEffect(() => {
    if (box.current?.contains(document.activeElement) === false) (box.current.querySelector("input") ?? box.current).focus();
    let shut: HTMLElement[] = [];
    const setInert = (inert: boolean) => {
      for (const each of shut) each.inert = inert;
    };
    const cancel = afterFrame(() => {
      if (box.current !== null) shut = [...elementsOutside(document.body, box.current)];
      setInert(true);
    });
    return () => {
      cancel();
      setInert(false);
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [before]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    if (event.key === "Tab") trapFocus(event);
  }

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: a press outside the dialog closes it, as Escape does
    <div
      className="scrim quick"
      // Above a React Aria dialog or menu, which then keeps it reachable and does not take its focus.
      data-react-aria-top-layer=""
      onKeyDown={onKeyDown}
      onPointerDown={({ target, currentTarget }) => {
        besideIt.current = target === currentTarget;
      }}
      // The focus stays inside even if the press does not close it, so that Escape still does.
      onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
      // Ignores a press that started inside, as when selecting text.
      onClick={({ target, currentTarget }) => besideIt.current && target === currentTarget && onClose()}
    >
      <div className={classes("dialog", "large", className)}>
        <div className="dialog-body" role="dialog" aria-labelledby={titleId} data-owns-keys="" tabIndex={-1} ref={box}>
          <header className="dialog-head">
            <h2 className="cut" id={titleId}>
              {title}
            </h2>
            <CloseButton onPress={onClose} className="ms-auto" />
          </header>
          {children}
        </div>
      </div>
    </div>,
    document.body,
  );
}

/** What React Aria's dialogs also leave reachable: toasts, and its announcements to screen readers. */
const staysOpen = "[data-react-aria-top-layer], [data-live-announcer]";

/** The largest elements below one that neither are nor contain the box, and that do not stay reachable. */
function* elementsOutside(within: Element, box: Element): Generator<HTMLElement> {
  for (const each of within.children) {
    if (each === box || each.matches(staysOpen)) continue;
    if (each.contains(box) || each.querySelector(staysOpen) !== null) yield* elementsOutside(each, box);
    else if (each instanceof HTMLElement && !each.inert) yield each;
  }
}

/** Tab cycles inside it. */
function trapFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(canHaveFocus)].filter((each) => each.checkVisibility());
  const [from, to] = event.shiftKey ? [all.at(0), all.at(-1)] : [all.at(-1), all.at(0)];
  const isInside = all.includes(document.activeElement as HTMLElement);
  if (to === undefined || (isInside && document.activeElement !== from)) return;
  event.preventDefault();
  to.focus();
}
