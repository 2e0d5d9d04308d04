import { createHash, randomBytes } from "node:crypto";

/** How long a stream may take to connect. */
export const tokenMs = 60_000;

const tokenPattern = /^([0-9a-f]{32})\.([0-9a-f]{32})\.([A-Za-z0-9_-]{32})$/;
const hex = (uuid: string) => uuid.replaceAll("-", "");
const uuid = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** A token for one stream. It names tenant and call, but only its hash in the call's row proves anything. */
export function newToken(tenantId: string, callId: string): { token: string; hash: Buffer } {
  const token = `${hex(tenantId)}.${hex(callId)}.${randomBytes(24).toString("base64url")}`;
  return { token, hash: hashOf(token) };
}

/** null: not one of our tokens. */
export function readToken(token: string): { tenantId: string; callId: string; hash: Buffer } | null {
  const parts = tokenPattern.exec(token);
  if (parts === null) return null;
  return { tenantId: uuid(parts[1] as string), callId: uuid(parts[2] as string), hash: hashOf(token) };
}
