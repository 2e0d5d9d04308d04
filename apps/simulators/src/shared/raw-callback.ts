import type { Poster } from "./poster.ts";
import { escapeLikeMeta } from "./signing.ts";
import type { CallbackResponse } from "./types.ts";

export interface RawCallback {
  signature?: "good" | "bad" | "none";
  url?: string;
  appSecret?: string;
  retry?: boolean;
}

/** Posts a raw body: a string as it is, anything else as escaped JSON. */
export function postRaw(
  poster: Poster,
  body: unknown,
  how: RawCallback,
  usual: { url?: string; appSecret: string },
): Promise<CallbackResponse> {
  const url = how.url ?? usual.url;
  if (!url) throw new Error("postCallback needs an address");
  const text = typeof body === "string" ? body : escapeLikeMeta(JSON.stringify(body));
  const secret = how.signature === "bad" ? "a secret nobody has" : (how.appSecret ?? usual.appSecret);
  const target = poster.target(url);
  return new Promise((resolve) => {
    // Posted once: a test that sends an invalid one wants the refusal, not retries.
    if (how.signature === "none") poster.postSigned(target, text, undefined, resolve, how.retry ?? false);
    else poster.post(target, text, secret, resolve, how.retry ?? false);
  });
}
