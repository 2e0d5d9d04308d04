import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

/** What Meta does to a body before signing it: non-ASCII becomes `\uXXXX`, `/` becomes `\/`. */
const NEEDS_ESCAPE = /[\u0080-\uffff/]/;
const ESCAPED = /[\u0080-\uffff/]/g;

function escapeUnit(unit: string): string {
  return unit === "/" ? "\\/" : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Rewrites JSON text as Meta sends it. Works on UTF-16 units, so an emoji becomes its two surrogates. The text must be
 * JSON without `\/` (`JSON.stringify` never writes one), otherwise the slash would be escaped twice.
 */
export function escapeLikeMeta(jsonText: string): string {
  return NEEDS_ESCAPE.test(jsonText) ? jsonText.replace(ESCAPED, escapeUnit) : jsonText;
}

/** `JSON.stringify`, escaped as Meta sends it. */
export function metaJson(value: unknown): string {
  return escapeLikeMeta(JSON.stringify(value));
}

/** The value of `X-Hub-Signature-256` for exactly this body. */
export function signMeta(secret: string | KeyObject, body: string | Buffer): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** The value of `Tiktok-Signature`: the time is part of what is signed. */
export function signTiktok(secret: string | KeyObject, body: string | Buffer, unixSeconds: number): string {
  const hex = createHmac("sha256", secret).update(`${unixSeconds}.`).update(body).digest("hex");
  return `t=${unixSeconds},s=${hex}`;
}

/** One key object per secret. */
export class Secrets {
  readonly #keys = new Map<string, KeyObject>();

  keyOf(text: string): KeyObject {
    let key = this.#keys.get(text);
    if (!key) {
      key = createSecretKey(Buffer.from(text, "utf8"));
      this.#keys.set(text, key);
    }
    return key;
  }
}
