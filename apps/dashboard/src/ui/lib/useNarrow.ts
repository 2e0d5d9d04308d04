import { useSyncExternalStore } from "react";

/** The width below which one pane is shown at a time, as in styles/small-screens.css. */
const narrow = matchMedia("(max-width: 720px)");

function subscribe(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}

/** For content that moves elsewhere on a phone. Differences in appearance belong in styles. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
