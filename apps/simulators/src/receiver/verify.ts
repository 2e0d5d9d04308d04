import { createHmac, createPublicKey, createSecretKey, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Verdict } from "./types.ts";

/** One secret in the forms of both schemes, or a public key of Ed25519. */
export type SigningKeys =
  | {
      /** The text as shown, including its prefix. */
      service: KeyObject;
      /** The base64 content of the part after `whsec_`. */
      standard: KeyObject;
    }
  | { public: KeyObject };

/** RFC 8410: the bytes before the 32 bytes of an Ed25519 public key in SubjectPublicKeyInfo. */
const SPKI_ED25519 = Buffer.from("302a300506032b6570032100", "hex");

export function keysOf(secret: string): SigningKeys {
  if (secret.startsWith("whpk_")) {
    const key = Buffer.concat([SPKI_ED25519, Buffer.from(secret.slice("whpk_".length), "base64")]);
    return { public: createPublicKey({ key, format: "der", type: "spki" }) };
  }
  const encoded = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : secret;
  return {
    service: createSecretKey(Buffer.from(secret, "utf8")),
    standard: createSecretKey(Buffer.from(encoded, "base64")),
  };
}

function same(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** `X-Service-Signature: sha256=<hex>` over the raw body; it may contain several, separated by commas or spaces. */
export function checkService(keys: readonly SigningKeys[], headers: IncomingHttpHeaders, body: Buffer): Verdict {
  const header = one(headers["x-service-signature"]);
  if (header === undefined) return "missing";
  const given = header.split(/[,\s]+/);
  for (const key of keys) {
    if (!("service" in key)) continue;
    const expected = `sha256=${createHmac("sha256", key.service).update(body).digest("hex")}`;
    if (given.some((signature) => same(signature, expected))) return "good";
  }
  return "bad";
}

/**
 * The three headers of Standard Webhooks; `webhook-signature` may contain several, separated by spaces: `v1,` with a
 * secret, `v1a,` with a public key.
 */
export function checkStandard(keys: readonly SigningKeys[], headers: IncomingHttpHeaders, body: Buffer): Verdict {
  const id = one(headers["webhook-id"]);
  const timestamp = one(headers["webhook-timestamp"]);
  const signatures = one(headers["webhook-signature"]);
  if (id === undefined || timestamp === undefined || signatures === undefined) return "missing";
  const given = signatures.split(" ");
  const head = `${id}.${timestamp}.`;
  for (const key of keys) {
    if ("public" in key) {
      const signed = Buffer.concat([Buffer.from(head), body]);
      const made = given.filter((signature) => signature.startsWith("v1a,")).map((signature) => Buffer.from(signature.slice(4), "base64"));
      if (made.some((signature) => verify(null, signed, key.public, signature))) return "good";
      continue;
    }
    const expected = `v1,${createHmac("sha256", key.standard).update(head).update(body).digest("base64")}`;
    if (given.some((signature) => same(signature, expected))) return "good";
  }
  return "bad";
}
