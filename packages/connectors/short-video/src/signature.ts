import { createHmac, timingSafeEqual } from "node:crypto";
import type { ChannelConnector } from "@parley/connector-kit";

const HEADER = "tiktok-signature";

/**
 * HMAC-SHA256 with the client secret over the signed time, a dot and the raw bytes (channel-protocols.md 1.2).
 * `toleranceMs` is how far the signed time may differ from ours: five seconds, as in the platform's sample, would lose
 * delayed messages (channel-protocols.md 6 point 26). Replays within the tolerance are recognised by the ids of the
 * items.
 */
export function createSignatureCheck(toleranceMs: number): ChannelConnector["verifySignature"] {
  return ({ headers, rawBody, secret, now }) => {
    // Anybody can compute an HMAC with an empty key.
    if (secret === "") return false;
    const given = header(headers);
    // The platform may test a URL with an empty POST, which says nothing and so needs no signature.
    if (given === undefined) return rawBody.length === 0 && !named(headers);
    const parts = partsOf(given);
    const time = parts?.get("t") ?? "";
    const hex = parts?.get("s") ?? "";
    if (!/^\d{1,12}$/.test(time) || !/^[0-9a-f]{64}$/i.test(hex)) return false;
    if (Math.abs(now - Number(time) * 1_000) > toleranceMs) return false;
    const expected = createHmac("sha256", secret).update(`${time}.`).update(rawBody).digest();
    return timingSafeEqual(expected, Buffer.from(hex, "hex"));
  };
}

/** `t=…,s=…` by name, in any order and spacing; undefined when a name appears twice. */
function partsOf(value: string): Map<string, string> | undefined {
  const parts = new Map<string, string>();
  for (const part of value.split(",")) {
    const mark = part.indexOf("=");
    const name = part.slice(0, Math.max(0, mark)).trim();
    if (parts.has(name)) return undefined;
    parts.set(name, part.slice(mark + 1).trim());
  }
  return parts;
}

function named(headers: Record<string, string | string[] | undefined>): boolean {
  return Object.entries(headers).some(([name, value]) => name.toLowerCase() === HEADER && value !== undefined);
}

function header(headers: Record<string, string | string[] | undefined>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() !== HEADER) continue;
    if (typeof value === "string") return value;
    return value?.length === 1 ? value[0] : undefined;
  }
  return undefined;
}
