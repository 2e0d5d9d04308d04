import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * For actions that remove the focused element, such as a row with its buttons. Call the function once it is gone: in the next frame, after
 * a closing dialog could not restore it, the focus moves to the ref's element.
 */
export function useFocusAfter<Of extends HTMLElement>(): [RefObject<Of | null>, () => void] {
  const target = useRef<Of>(null);
  const [losses, setLosses] = useState(0);
  useEffect(() => {
    if (losses > 0) requestAnimationFrame(() => target.current?.focus());
  }, [losses]);
  return [target, () => setLosses((count) => count + 1)];
}
