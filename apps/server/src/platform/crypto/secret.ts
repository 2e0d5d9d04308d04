import { inspect } from "node:util";

const MASK = "[secret]";

/**
 * A secret value in memory: prints as `[secret]` wherever it could leak (JSON, logs, templates, `console.log`,
 * assertion messages). Only `reveal()` returns the text, so a search for that word finds every use.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  /** The last four characters, for display; empty if the secret is so short that they would reveal it. */
  get lastFour(): string {
    return this.#text.length >= 12 ? this.#text.slice(-4) : "";
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
