import { createHash, randomBytes } from "node:crypto";

/** Ids in the platform's formats. The same seed gives the same ids; their order is the order of creation. */
export class Ids {
  readonly #prefix: string;
  #count = 0;

  constructor(seed: number | undefined) {
    const bytes = seed === undefined ? randomBytes(5) : createHash("sha256").update(`chat-app ${seed}`).digest();
    this.#prefix = bytes.subarray(0, 5).toString("hex").toUpperCase();
  }

  /** `wamid.` and base64 of a frame that contains the person's digits, like real ones. Pure ASCII without slashes. */
  message(person: string): string {
    const serial = (this.#count++).toString(16).toUpperCase().padStart(8, "0");
    const frame = `\x1c\x18${String.fromCharCode(person.length & 0x7f)}${person}\x15\x02\x00\x11\x18\x12${this.#prefix}${serial}\x00`;
    return `wamid.${Buffer.from(frame, "latin1").toString("base64")}`;
  }

  /** `wacid.` and base64, for a call. */
  call(person: string): string {
    return this.message(person).replace("wamid.", "wacid.");
  }

  /** Fifteen digits, for media and templates: below 2^53, above 2^31. */
  number(): string {
    const start = Number.parseInt(this.#prefix.slice(0, 6), 16) % 9_000_000;
    return `${(1_000_000 + start).toString()}${(this.#count++).toString().padStart(8, "0")}`;
  }
}

/** A person's business-scoped id. Reversible, so that a send to it finds the person without a table. */
export function userIdOf(waId: string): string {
  return `GB.7${waId.padStart(19, "0")}`;
}

const OWN_USER_ID = /^GB\.7(\d{19})$/;

export function waIdOfUserId(userId: string): string | undefined {
  return OWN_USER_ID.exec(userId)?.[1]?.replace(/^0+/, "");
}
