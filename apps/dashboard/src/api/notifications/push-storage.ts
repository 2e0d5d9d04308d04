/** Who switched web push on in this browser. Separate from the browser's own part, because every page needs this. */
import type { Me } from "@parley/sdk";

/** What a person in an organization switched on in this browser. It outlives their session, so that the next one continues it. */
export interface StoredPush {
  endpoint: string;
  /** The session in which it was switched on or renewed. */
  sessionId: string;
}

const storageKey = "push";
const keyOf = (me: Me) => `${me.tenant.id} ${me.user?.id ?? ""}`;

function readAll(): Record<string, StoredPush> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    // Storage is disabled or contains something else: nothing is on.
    return {};
  }
}

export function readStoredPush(me: Me): StoredPush | null {
  return readAll()[keyOf(me)] ?? null;
}

/** @returns whether anybody has it switched on in this browser */
export function storePush(me: Me, kept: StoredPush | null): boolean {
  const all = readAll();
  delete all[keyOf(me)];
  if (kept !== null) all[keyOf(me)] = kept;
  try {
    localStorage.setItem(storageKey, JSON.stringify(all));
  } catch {
    // It is on until the session ends, and is not renewed with the next one.
  }
  return Object.keys(all).length > 0;
}
