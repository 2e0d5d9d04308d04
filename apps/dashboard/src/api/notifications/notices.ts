/** Failures and results outside the place where they were requested. The shell shows them as toasts; nothing here depends on that. */
import type { ParleyError } from "@parley/sdk";

export interface Notice {
  /** A reverted change, or a refused message. */
  kind: "changeFailed" | "sendFailed";
  /** The resource, as in query keys: "conversations". */
  resource: string;
  /** The ids of the records concerned. */
  ids: readonly string[];
  error: ParleyError;
  /** Repeats the action. */
  retry?: () => void;
}

const listeners = new Set<(notice: Notice) => void>();

export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notify(notice: Notice): void {
  for (const each of [...listeners]) each(notice);
}
