import { createHmac, timingSafeEqual } from "node:crypto";

const HEADER = "x-hub-signature-256";

/**
 * HMAC-SHA256 with the app secret over the raw bytes as received: the platform escapes non-ASCII characters and signs
 * the escaped text, so a parsed and re-serialised body has another signature (channel-protocols.md 1.2).
 */
export function verifySignature(input: {
  headers: Record<string, string | string[] | undefined>;
  rawBody: Buffer;
  secret: string;
}): boolean {
  // Anybody can compute an HMAC with an empty key.
  if (input.secret === "") return false;
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(header(input.headers) ?? "")?.[1];
  if (hex === undefined) return false;
  const expected = createHmac("sha256", input.secret).update(input.rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(hex, "hex"));
}

function header(headers: Record<string, string | string[] | undefined>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() !== HEADER) continue;
    if (typeof value === "string") return value.trim();
    return value?.length === 1 ? value[0]?.trim() : undefined;
  }
  return undefined;
}
