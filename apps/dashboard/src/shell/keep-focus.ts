/** Elements that can take the focus when an element inside them loses it: focusable ones, and landmarks; not the toasts. */
const places = ":is([tabindex], main, section, aside):not([aria-live=polite])";

/**
 * The focused element may be removed with its row, dialog or screen, or be disabled. Keys would then have no target, and a screen reader
 * would start at the top of the page. Unless other code takes the focus, the nearest element around it gets it. Active until the page is
 * closed.
 */
export function keepFocus(): void {
  /** The focused element, then its ancestors, innermost first. */
  let chain: readonly Element[] = [];
  let isWaiting = false;
  const isLost = () => chain.length > 0 && document.activeElement === document.body && document.hasFocus();
  document.addEventListener("focusin", ({ target }) => {
    chain = outwards(target as Element);
  });
  // A click on nothing in particular drops the focus on purpose.
  document.addEventListener("pointerdown", () => {
    chain = [];
  });
  const observer = new MutationObserver((records) => {
    if (isWaiting) return;
    // A disabled element keeps the focus until the next frame.
    const losesIt = ({ type, target }: MutationRecord) => type === "attributes" && target === document.activeElement;
    if (!isLost() && !records.some(losesIt)) return;
    isWaiting = true;
    // React Aria and the board move the focus in the next frame: check in the one after it.
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        isWaiting = false;
        if (isLost()) give(placeFor(chain));
      });
    });
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled", "tabindex"] });
}

function outwards(element: Element): Element[] {
  const all: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement) all.push(each);
  return all;
}

/** The nearest ancestor that still exists; otherwise the topmost dialog; otherwise the screen. Null while one screen replaces another. */
function placeFor(chain: readonly Element[]): HTMLElement | null {
  const near = chain.slice(1).find((each) => each.isConnected && each.matches(places) && each.checkVisibility());
  return (near ??
    [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ??
    document.querySelector("main")) as HTMLElement | null;
}

function give(place: HTMLElement | null): void {
  if (place === null) return;
  if (!place.hasAttribute("tabindex")) {
    place.tabIndex = -1;
    // Otherwise every later click inside it would focus it.
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
}
