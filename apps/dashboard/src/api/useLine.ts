import { useSyncExternalStore } from "react";
import type { Line } from "./live/line.ts";
import { getLine, onLine } from "./live/line-state.ts";

export type { Line } from "./live/line.ts";

/** The state of the line to the server: live, catching up, reconnecting or offline, and since when. */
export function useLine(): Line {
  return useSyncExternalStore(onLine, getLine);
}
