/**
 * Verification of a webhook's deliveries. Uses Web Crypto, which Node, Deno, Bun, edge runtimes and browsers share;
 * also importable alone (`@parley/sdk/webhooks`).
 */
import { WebhookVerificationError } from "./errors.ts";
import type { ParleyEvent } from "./generated/schemas.ts";

export interface SignedDelivery {
  /** The received bytes, before any parsing. */
  body: string | ArrayBuffer | Uint8Array;
  headers: Headers | Record<string, string | string[] | undefined>;
  /** `whsec_…`, or the public key `whpk_…` of a webhook that signs with Ed25519. Both during a rotation. */
  secret: string | readonly string[];
  /**
   * `standard`: `webhook-signature`, which covers id and time, so that a recorded delivery is refused later. `service`:
   * `X-Service-Signature`, which covers only the body; use it only if the other header does not reach you.
   */
  scheme?: "standard" | "service" | undefined;
  /** The maximum difference between the delivery's time and ours. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970. */
  now?: number | undefined;
}

const encoder = new TextEncoder();

/**
 * The event of a delivery, from the raw body, its headers (or only the value of `X-Service-Signature`) and the
 * webhook's secret. The signature of Standard Webhooks takes precedence if the headers have it, because it covers the
 * time. Throws WebhookVerificationError without a valid signature: respond with 401.
 */
export async function verifyDelivery(
  rawBody: SignedDelivery["body"],
  headersOrSignature: SignedDelivery["headers"] | string,
  secret: SignedDelivery["secret"],
): Promise<ParleyEvent> {
  const isSignature = typeof headersOrSignature === "string";
  const headers = isSignature ? { "x-service-signature": headersOrSignature } : headersOrSignature;
  const scheme = isSignature || header(headers, "webhook-signature") === undefined ? "service" : "standard";
  return verify({ body: rawBody, headers, secret, scheme });
}

/** The event of a genuine delivery. Throws WebhookVerificationError otherwise: respond with 401. */
export async function verify(delivery: SignedDelivery): Promise<ParleyEvent> {
  const body = typeof delivery.body === "string" ? encoder.encode(delivery.body) : new Uint8Array(delivery.body);
  const secrets = typeof delivery.secret === "string" ? [delivery.secret] : delivery.secret;
  // An empty secret would be known to everybody.
  if (secrets.length === 0 || secrets.some((secret) => !/^wh(?:sec|pk)_[\w+/=-]+$/.test(secret)))
    throw new TypeError("secret: must be whsec_… or whpk_…, as shown for the webhook");
  const isGenuine =
    delivery.scheme === "service" ? await matchesService(delivery, body, secrets) : await matchesStandard(delivery, body, secrets);
  if (!isGenuine) throw new WebhookVerificationError("The signature does not match.");
  try {
    return JSON.parse(new TextDecoder().decode(body)) as ParleyEvent;
  } catch (cause) {
    throw new WebhookVerificationError("The body is genuine, but not JSON.", { cause });
  }
}

/**
 * Standard Webhooks: `webhook-id.webhook-timestamp.body`, `v1` by HMAC-SHA256 or `v1a` by Ed25519, several separated by
 * spaces.
 */
async function matchesStandard(delivery: SignedDelivery, body: Uint8Array<ArrayBuffer>, secrets: readonly string[]): Promise<boolean> {
  const id = header(delivery.headers, "webhook-id");
  const timestamp = header(delivery.headers, "webhook-timestamp");
  const given = header(delivery.headers, "webhook-signature");
  if (id === undefined || timestamp === undefined || given === undefined) throw new WebhookVerificationError("The signature is missing.");
  const nowSeconds = (delivery.now ?? Date.now()) / 1_000;
  const awaySeconds = Math.abs(nowSeconds - Number(timestamp));
  // Includes a timestamp that is not a number.
  if (!/^\d+$/.test(timestamp) || !(awaySeconds <= (delivery.toleranceSeconds ?? 300)))
    throw new WebhookVerificationError("The delivery is too old, or from the future.");
  const signed = concat(encoder.encode(`${id}.${timestamp}.`), body);
  // More than two are never sent.
  const signatures = given.split(" ", 10).map((text) => text.split(",", 2));
  for (const secret of secrets) {
    const isPublic = secret.startsWith("whpk_");
    const key = fromBase64(secret.slice(secret.indexOf("_") + 1));
    if (key === null || key.length === 0) throw new TypeError("secret: the part after the underscore is not base64");
    for (const [version, text = ""] of signatures) {
      const signature = version === (isPublic ? "v1a" : "v1") ? fromBase64(text) : null;
      if (signature !== null && (await matchesSignature(isPublic ? "Ed25519" : "HMAC", key, signature, signed))) return true;
    }
  }
  return false;
}

/** Only the body, by HMAC-SHA256 with the secret as shown; hex, with or without `sha256=`. */
async function matchesService(delivery: SignedDelivery, body: Uint8Array<ArrayBuffer>, secrets: readonly string[]): Promise<boolean> {
  const given = header(delivery.headers, "x-service-signature");
  if (given === undefined) throw new WebhookVerificationError("The signature is missing.");
  const hex = given.startsWith("sha256=") ? given.slice(7) : given;
  if (!/^[0-9a-f]{64}$/i.test(hex)) return false;
  const signature = Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
  for (const secret of secrets) {
    if (secret.startsWith("whpk_")) throw new TypeError("secret: X-Service-Signature requires a secret whsec_…");
    if (await matchesSignature("HMAC", encoder.encode(secret), signature, body)) return true;
  }
  return false;
}

/** `verify` of Web Crypto compares in constant time. */
async function matchesSignature(
  name: "HMAC" | "Ed25519",
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const algorithm = name === "HMAC" ? { name, hash: "SHA-256" } : { name };
  return crypto.subtle.verify(algorithm, await crypto.subtle.importKey("raw", key, algorithm, false, ["verify"]), signature, signed);
}

function header(headers: SignedDelivery["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found.join(" ") : found;
}

/** Also base64url; null for anything else. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    // Untrusted text: an invalid signature simply does not match.
    return null;
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
