import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Addresses that give access to one content for a while: for platforms that fetch what they forward. The token is tenant (16 bytes), media
 * (16), expiry in seconds (4) and 16 bytes of HMAC-SHA256 over them, in base64url.
 */
export interface PublicLinks {
  tokenFor(tenantId: string, mediaId: string, now: Date): string;
  /** null: forged, damaged or expired. */
  read(token: string, now: Date): { tenantId: string; mediaId: string } | null;
}

const lifeSeconds = 30 * 60;
const bodyBytes = 36;
const macBytes = 16;

export function createPublicLinks(key: Buffer): PublicLinks {
  const mac = (body: Buffer) => createHmac("sha256", key).update(body).digest().subarray(0, macBytes);
  return {
    tokenFor(tenantId, mediaId, now) {
      const body = Buffer.alloc(bodyBytes);
      body.write(tenantId.replaceAll("-", ""), 0, "hex");
      body.write(mediaId.replaceAll("-", ""), 16, "hex");
      body.writeUInt32BE(Math.floor(now.getTime() / 1000) + lifeSeconds, 32);
      return Buffer.concat([body, mac(body)]).toString("base64url");
    },
    read(token, now) {
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== bodyBytes + macBytes || bytes.toString("base64url") !== token) return null;
      const body = bytes.subarray(0, bodyBytes);
      if (!timingSafeEqual(mac(body), bytes.subarray(bodyBytes))) return null;
      if (body.readUInt32BE(32) * 1000 <= now.getTime()) return null;
      return { tenantId: uuid(body.subarray(0, 16)), mediaId: uuid(body.subarray(16, 32)) };
    },
  };
}

function uuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
