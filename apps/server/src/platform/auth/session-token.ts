import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * The secret in a browser's cookie, and those in mails: 256 random bits as base64url, then the CRC-32 of that text, so
 * that a foreign token is rejected without a query. Only the SHA-256 is stored.
 */
const FORM = /^[A-Za-z0-9_-]{43}[0-9a-f]{8}$/;

export function mintToken(random: (size: number) => Buffer = randomBytes): { token: string; hash: Buffer } {
  const body = random(32).toString("base64url");
  const token = body + checksum(body);
  return { token, hash: hashToken(token) };
}

export function isToken(text: string): boolean {
  return FORM.test(text) && text.slice(43) === checksum(text.slice(0, 43));
}

/** SHA-256 of the whole token: 32 bytes, used for the lookup. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, "0");
}

const plainName = "svc_session";

/**
 * The cookie's name. Where browsers use https it starts with `__Host-`: they then accept it only from this host, over
 * https, for all paths, and neither a sibling host nor an unencrypted page can plant one. Over plain http (a loopback
 * address) browsers refuse that prefix, as they refuse Secure.
 */
export function sessionCookieName(publicUrl: string | undefined): string {
  return isHttps(publicUrl) ? `__Host-${plainName}` : plainName;
}

const isHttps = (publicUrl: string | undefined) => publicUrl?.startsWith("https:") === true;

/** The session token in a Cookie header; null if there is none, or two different ones. */
export function readSessionCookie(header: string | undefined, publicUrl: string | undefined): string | null {
  const name = sessionCookieName(publicUrl);
  const found = new Set<string>();
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) found.add(part.slice(at + 1).trim());
  }
  const [token] = found;
  return found.size === 1 && token !== undefined && token !== "" ? token : null;
}

/** The Set-Cookie header that starts or ends a session. */
export function sessionCookieOf(session: { token: string; expiresAt: Date } | null, now: Date, publicUrl: string | undefined): string {
  const secure = isHttps(publicUrl) ? "; Secure" : "";
  const seconds = session === null ? 0 : Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000);
  return `${sessionCookieName(publicUrl)}=${session?.token ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
