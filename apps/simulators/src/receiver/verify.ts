import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Verdict } from "./types.ts";

/** One secret in the two forms the two schemes take it. */
export interface SigningKeys {
  /** The text as shown, prefix included. */
  service: KeyObject;
  /** What the part after `whsec_` says in base64. */
  standard: KeyObject;
}

export function keysOf(secret: string): SigningKeys {
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

/** `X-Service-Signature: sha256=<hex>` over the raw body; several may stand there, separated by commas or blanks. */
export function checkService(keys: readonly SigningKeys[], headers: IncomingHttpHeaders, body: Buffer): Verdict {
  const header = one(headers["x-service-signature"]);
  if (header === undefined) return "missing";
  const given = header.split(/[,\s]+/);
  for (const { service } of keys) {
    const wanted = `sha256=${createHmac("sha256", service).update(body).digest("hex")}`;
    if (given.some((signature) => same(signature, wanted))) return "good";
  }
  return "bad";
}

/** The Standard Webhooks trio; `webhook-signature` may hold several, separated by blanks. */
export function checkStandard(keys: readonly SigningKeys[], headers: IncomingHttpHeaders, body: Buffer): Verdict {
  const id = one(headers["webhook-id"]);
  const timestamp = one(headers["webhook-timestamp"]);
  const signatures = one(headers["webhook-signature"]);
  if (id === undefined || timestamp === undefined || signatures === undefined) return "missing";
  const given = signatures.split(" ");
  for (const { standard } of keys) {
    const wanted = `v1,${createHmac("sha256", standard).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
    if (given.some((signature) => same(signature, wanted))) return "good";
  }
  return "bad";
}
