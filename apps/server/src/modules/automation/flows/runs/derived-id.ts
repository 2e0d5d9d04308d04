import { hash } from "node:crypto";

/** The same for the same parts, so that a repetition finds what was done. A version 8 UUID. No part may contain a NUL. */
export function derivedUuid(...parts: string[]): string {
  const bytes = hash("sha256", parts.join("\0"), "buffer").subarray(0, 16);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
