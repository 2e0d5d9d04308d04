import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * For what removes the element that has the focus, such as a row with its buttons. Call the function when it is gone: the
 * focus goes to the element of the ref, in the next frame, after a dialog has returned it nowhere.
 */
export function useFocusAfter<Of extends HTMLElement>(): [RefObject<Of | null>, () => void] {
  const target = useRef<Of>(null);
  const [losses, setLosses] = useState(0);
  useEffect(() => {
    if (losses > 0) requestAnimationFrame(() => target.current?.focus());
  }, [losses]);
  return [target, () => setLosses((count) => count + 1)];
}
