import { useSyncExternalStore } from "react";
import { currentMinute, onMinute, serverNow } from "./clock.ts";

/** The server's time in milliseconds, told again at the beginning of each minute: for whatever counts down. One timer serves all. */
export function useMinute(): number {
  useSyncExternalStore(onMinute, currentMinute);
  return serverNow();
}
