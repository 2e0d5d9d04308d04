/** Uploads that the server cuts off because they take too long. Pure. */
import { ApiError } from "@parley/sdk";

/** A little less than the server waits for a whole file. A connection that breaks after that was cut off, too. */
export const cutAfterMs = 115_000;

/** By key; until the page is reloaded. */
const cutOnce = new Set<string>();

/** What a cut-off upload ends with: the first time it is tried again; the second time it is refused, because the line is too slow for it. */
export function afterCut<Failure extends Error>(error: Failure, key: string): Failure | ApiError {
  if (!cutOnce.delete(key)) {
    cutOnce.add(key);
    return error;
  }
  return new ApiError("POST /media: the file did not arrive in time", {
    // Not a code of the API: its text is in parts/failures.ts.
    ...{ code: "upload_cut" as ApiError["code"], status: 413, details: [], reference: null, docs: "/docs/" },
    ...{ method: "POST", path: "/media", attempts: 2, idempotencyKey: key, retryAfterMs: null, headers: new Headers() },
  });
}
