import { createHash, randomBytes } from "node:crypto";

/** Ids in the platform's formats. The same seed gives the same ids; their order is the order of creation. */
export class Ids {
  readonly #prefix: string;
  #count = 0;

  constructor(seed: number | undefined) {
    const bytes = seed === undefined ? randomBytes(12) : createHash("sha256").update(`photo-social ${seed}`).digest();
    this.#prefix = bytes.subarray(0, 12).toString("hex").toUpperCase();
  }

  /** A message's id: long, with characters that must be escaped in a URL. */
  message(person: string): string {
    const frame = `ig_dm:${person}:${this.#prefix}:${String(this.#count++).padStart(10, "0")}`;
    return `aWdfZAG1faXRlbToxOk${Buffer.from(frame, "latin1").toString("base64")}ZDZD`;
  }

  /** Fifteen digits, for media. */
  number(): string {
    return `18${String(Number.parseInt(this.#prefix.slice(0, 6), 16) % 1_000_000).padStart(6, "0")}${String(this.#count++).padStart(7, "0")}`;
  }

  token(kind: string): string {
    return `${kind}sim${this.#prefix.slice(0, 16)}${String(this.#count++).padStart(6, "0")}`;
  }
}
