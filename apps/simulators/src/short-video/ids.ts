import { createHash, randomBytes } from "node:crypto";

/**
 * Ids in the platform's formats: base64 with characters that must be encoded in a URL. The same seed gives the same
 * ids.
 */
export class Ids {
  readonly #prefix: Buffer;
  #count = 0;

  constructor(seed: number | undefined) {
    this.#prefix = seed === undefined ? randomBytes(12) : createHash("sha256").update(`short-video ${seed}`).digest().subarray(0, 12);
  }

  message(): string {
    return this.#next("message").toString("base64");
  }

  media(): string {
    return `v0f-${this.#next("media").toString("hex").slice(0, 20)}`;
  }

  secret(prefix: string): string {
    return `${prefix}.${this.#next("secret").toString("hex")}`;
  }

  /** Valid once, with characters that must be decoded exactly once. */
  code(): string {
    return `${this.#next("code").toString("base64url")}*1!${this.#count}`;
  }

  request(): string {
    return `2026${String(this.#count++).padStart(15, "0")}`;
  }

  #next(what: string): Buffer {
    return createHash("sha256")
      .update(this.#prefix)
      .update(`${what} ${this.#count++}`)
      .digest()
      .subarray(0, 19);
  }
}

/** Always the same for the two, with `+`, `/` and `=`, which a carelessly built URL would lose. */
export function conversationIdOf(businessId: string, userId: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([businessId, userId]))
    .digest("base64");
  return `u5${hash.slice(0, 16)}+/a==`;
}
