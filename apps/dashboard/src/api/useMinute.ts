import { useSyncExternalStore } from "react";
import { currentMinute, onMinute, serverNow } from "./clock.ts";

/** The server's time in milliseconds, updated at the beginning of each minute, for countdowns. One timer serves all. */
export function useMinute(): number {
  useSyncExternalStore(onMinute, currentMinute);
  return serverNow();
}
