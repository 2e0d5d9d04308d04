/** The only client of the API: uses the session of the browser's cookie and nothing else. */
import { Client, type ClientOptions } from "@parley/sdk";
import { noteCall } from "./calls.ts";
import { noteServerTime } from "./clock.ts";

let grantEnded: (() => void) | null = null;

/** While a person acts in a client: called when any request is refused because the grant, or its hour, has ended. */
export function watchGrant(ended: (() => void) | null): void {
  grantEnded = ended;
}

let frameFirst: () => Promise<void> | null = () => null;

/** Requests wait for the promise that this returns, so that the frame that responds to a press comes first. Null: they do not wait. */
export function holdRequests(until: () => Promise<void> | null): void {
  frameFirst = until;
}

async function isGrantRequired(response: Response): Promise<boolean> {
  try {
    return ((await response.json()) as { error?: { code?: string } } | null)?.error?.code === "grant_required";
  } catch {
    // Not from the API: a proxy's page, or truncated.
    return false;
  }
}

function createApi(options: ClientOptions): Client {
  const ask = options.fetch ?? fetch;
  return new Client({
    maxRetries: 2,
    timeoutMs: 30_000,
    ...options,
    async fetch(input, init) {
      const answered = noteCall(input, init);
      const frame = frameFirst();
      if (frame !== null) await frame;
      const askedAt = Date.now();
      const response = await ask(input, init);
      answered(response.status);
      noteServerTime(response.headers.get("date"), askedAt);
      if (response.status === 403 && grantEnded !== null && (await isGrantRequired(response.clone()))) grantEnded?.();
      return response;
    },
  });
}

/** Outside a browser there is no origin: `connectTo` sets one. */
export let api: Client = createApi({ baseUrl: globalThis.location?.origin ?? "http://127.0.0.1" });

/** For programs that use this folder without a browser: another server than the page's, or other headers. */
export function connectTo(options: ClientOptions): void {
  api = createApi(options);
}
