/**
 * The page's recent API calls, which the developer console shows as curl and as code. Only in memory, and without the texts in bodies:
 * typed text must not leave its place.
 */

export interface ApiCall {
  id: number;
  method: string;
  /** With its query, without the host: `/api/v1/contacts?limit=50`. */
  path: string;
  /** Texts are "…", ids are unchanged. Absent: none, or a file. */
  body?: unknown;
  /** null: still open, or no response arrived. */
  status: number | null;
  /** The page's path when it was made. */
  screen: string;
}

const callsMax = 100;
const isId = /^[a-z]{3,5}_[0-9a-f]{32}$/;

let calls: readonly ApiCall[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Oldest first. */
export const getCalls = (): readonly ApiCall[] => calls;

export function subscribeCalls(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records the start of a call; the returned function takes the status of the response. */
export function noteCall(input: RequestInfo | URL, init: RequestInit | undefined): (status: number) => void {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, globalThis.location?.href);
  const { method = "GET", body } = init ?? {};
  const call: ApiCall = { id: ++lastId, method, path: pathname + search, status: null, screen: globalThis.location?.pathname ?? "" };
  change([...calls.slice(1 - callsMax), typeof body === "string" ? { ...call, body: withoutTexts(body) } : call]);
  return (status) => change(calls.map((each) => (each.id === call.id ? { ...each, status } : each)));
}

function change(next: typeof calls): void {
  calls = next;
  for (const listener of listeners) listener();
}

function withoutTexts(json: string): unknown {
  return JSON.parse(json, (_name, value: unknown) => (typeof value === "string" && !isId.test(value) ? "…" : value));
}
