import { createHmac, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";

/**
 * Signatures of outgoing webhooks; every delivery has two kinds. `x-service-signature` is the interface
 * specification's: it covers only the body, so it can be replayed. The three headers of Standard Webhooks 1.0.0
 * (standardwebhooks.com; read 2026-11-20) also cover id and time. The two derive different keys from one secret.
 *
 * The three headers use one of two schemes: `v1`, HMAC-SHA256 with the shared secret, or `v1a`, Ed25519, for which the
 * receiver has only the public key and so cannot forge one. Both cover `id.timestamp.body`. The first header is sent
 * with either.
 */
const PREFIX = "whsec_";
const PRIVATE_PREFIX = "whsk_";
const PUBLIC_PREFIX = "whpk_";
/** RFC 8410: an Ed25519 private key in PKCS #8 is this prefix and the 32 bytes of the seed. */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
/** A public key in SubjectPublicKeyInfo is a prefix of this length and its 32 bytes. */
const SPKI_ED25519_LENGTH = 12;

export interface SigningSecrets {
  /** The newest secret, as shown to the customer: `whsec_…`. */
  primary: string;
  /** During a rotation: the old secret, valid until it expires. */
  previous?: string | undefined;
}

/** Ed25519 keys, newest first; two during a rotation. */
export type SigningKeys = readonly KeyObject[];

export interface Delivery {
  secrets: SigningSecrets;
  /** If present, the three headers are signed with these (`v1a`) instead of the secrets (`v1`). */
  keys?: SigningKeys | undefined;
  /** The event's id, the same on every attempt: receivers detect duplicates by it. */
  id: string;
  /** Time of this attempt in whole seconds since 1970. */
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
 * A new Ed25519 key pair: `whsk_` and the 32 bytes of the private key in base64, `whpk_` and those of the public key.
 */
export function mintSigningKeyPair(random: (size: number) => Buffer = randomBytes): { privateKey: string; publicKey: string } {
  const privateKey = PRIVATE_PREFIX + random(32).toString("base64");
  const spki = createPublicKey(readSigningKey(privateKey)).export({ format: "der", type: "spki" });
  return { privateKey, publicKey: PUBLIC_PREFIX + spki.subarray(SPKI_ED25519_LENGTH).toString("base64") };
}

/** @throws TypeError for a key not in the format of `mintSigningKeyPair` */
export function readSigningKey(privateKey: string): KeyObject {
  const text = privateKey.slice(PRIVATE_PREFIX.length);
  const seed = Buffer.from(text, "base64");
  if (!privateKey.startsWith(PRIVATE_PREFIX) || seed.length !== 32 || seed.toString("base64") !== text)
    throw new TypeError("not a signing key");
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
}

/**
 * The signature headers of one attempt. `x-service-signature` uses the primary secret, keyed by the UTF-8 bytes of the
 * secret as shown; `webhook-signature` lists one signature per secret, keyed by the decoded part after `whsec_`, or one
 * per key.
 *
 * @throws TypeError for a secret not in the format of `mintSigningSecret`, an id with a dot, or a fractional time
 */
export function signDelivery(delivery: Delivery): SignatureHeaders {
  const { secrets, keys, id, timestampSeconds, body } = delivery;
  // A dot in the id would let two different (id, time, body) triples have the same signature.
  if (id === "" || id.includes(".")) throw new TypeError("an event id must not be empty nor hold a dot");
  if (!Number.isSafeInteger(timestampSeconds)) throw new TypeError("the time of an attempt must be whole seconds");
  const head = `${id}.${timestampSeconds}.`;
  let signatures: string[];
  if (keys === undefined) {
    const live = secrets.previous === undefined ? [secrets.primary] : [secrets.primary, secrets.previous];
    signatures = live.map((secret) => `v1,${createHmac("sha256", decodeSecret(secret)).update(head).update(body).digest("base64")}`);
  } else {
    if (keys.length === 0) throw new TypeError("no key to sign with");
    const signed = Buffer.concat([Buffer.from(head), Buffer.from(body)]);
    signatures = keys.map((key) => `v1a,${sign(null, signed, key).toString("base64")}`);
  }
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
  // Buffer.from skips invalid base64; a damaged secret must not sign with a shorter key.
  if (!secret.startsWith(PREFIX) || key.length < 24 || key.toString("base64") !== text) throw new TypeError("not a signing secret");
  return key;
}
