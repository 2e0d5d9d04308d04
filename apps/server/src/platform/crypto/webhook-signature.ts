import { createHmac, randomBytes } from "node:crypto";

/**
 * Signatures of outgoing webhooks, two kinds on every delivery. `x-service-signature` is the interface specification's:
 * it covers the body alone, so it can be replayed. The trio of Standard Webhooks 1.0.0 (standardwebhooks.com; read
 * 2026-11-20) also covers id and time. Mind that the two take different keys from one secret.
 */
const PREFIX = "whsec_";

export interface SigningSecrets {
  /** The newest secret, as shown to the customer: `whsec_…`. */
  primary: string;
  /** During a rotation: the secret that still verifies until its time is up. */
  previous?: string | undefined;
}

export interface Delivery {
  secrets: SigningSecrets;
  /** The event's id, the same on every attempt: receivers drop repetitions by it. */
  id: string;
  /** Seconds since 1970 of this attempt, a whole number. */
  timestampSeconds: number;
  /** Exactly the bytes that are sent. */
  body: Buffer | string;
}

export type SignatureHeaders = Record<"x-service-signature" | "webhook-id" | "webhook-timestamp" | "webhook-signature", string>;

/** A new secret: `whsec_` and 32 random bytes in base64, 50 characters. */
export function mintSigningSecret(random: (size: number) => Buffer = randomBytes): string {
  return PREFIX + random(32).toString("base64");
}

/**
 * The signature headers of one attempt. `x-service-signature` is made with the primary secret, keyed by the UTF-8 bytes
 * of the secret as shown; `webhook-signature` lists one signature per secret, keyed by the decoded part after `whsec_`.
 * @throws TypeError for a secret not of the form `mintSigningSecret` gives, an id with a dot, or a fractional time
 */
export function signDelivery(delivery: Delivery): SignatureHeaders {
  const { secrets, id, timestampSeconds, body } = delivery;
  // A dot in the id would let two different (id, time, body) triples sign alike.
  if (id === "" || id.includes(".")) throw new TypeError("an event id must not be empty nor hold a dot");
  if (!Number.isSafeInteger(timestampSeconds)) throw new TypeError("the time of an attempt must be whole seconds");
  const live = secrets.previous === undefined ? [secrets.primary] : [secrets.primary, secrets.previous];
  const signatures = live.map((secret) => {
    const mac = createHmac("sha256", decodeSecret(secret)).update(`${id}.${timestampSeconds}.`).update(body);
    return `v1,${mac.digest("base64")}`;
  });
  return {
    "x-service-signature": `sha256=${createHmac("sha256", secrets.primary).update(body).digest("hex")}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signatures.join(" "),
  };
}

function decodeSecret(secret: string): Buffer {
  const text = secret.slice(PREFIX.length);
  const key = Buffer.from(text, "base64");
  // Buffer.from skips what is not base64; a damaged secret must not sign with a shorter key.
  if (!secret.startsWith(PREFIX) || key.length < 24 || key.toString("base64") !== text) throw new TypeError("not a signing secret");
  return key;
}
