/** The state of the line, for components that show it. */
import type { Line } from "./line.ts";

let line: Line = { state: "connecting", since: Date.now(), missed: 0 };
const listeners = new Set<() => void>();

export const getLine = (): Line => line;

export function setLine(next: Line): void {
  line = next;
  for (const each of [...listeners]) each();
}

export function onLine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
