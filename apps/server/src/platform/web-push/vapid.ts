import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";

/** Identifies us to push services: the key pair that browsers subscribe to (RFC 8292). */
export interface VapidKey {
  /** The `applicationServerKey` of a subscription: base64url. */
  publicKey: string;
  /** The Authorization header for one push service. */
  authorization(endpoint: string, now: Date): string;
}

/** RFC 8292 allows a day; less here, because clocks differ. */
const lifeMs = 12 * 3_600_000;

/** Push services want an https: or mailto: address (RFC 8292, section 2.1). Without a public URL the server runs on a private machine. */
const localSubject = "mailto:postmaster@localhost";

/**
 * The key pair derived from a secret. The same secret gives the same pair, so nothing needs to be stored beyond the
 * root key.
 *
 * @param derive 32 bytes for each name, as the keyring does
 * @param publicUrl whom a push service may contact about the sender, if it is an https: address
 */
export function deriveVapidKey(derive: (name: string) => Buffer, publicUrl: () => string): VapidKey {
  const ecdh = createECDH("prime256v1");
  const secret = setPrivateKey(ecdh, derive);
  const point = ecdh.getPublicKey();
  const publicKey = point.toString("base64url");
  const key: KeyObject = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: secret.toString("base64url"),
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return {
    publicKey,
    authorization(endpoint, now) {
      const url = publicUrl();
      const sub = url.startsWith("https:") ? url : localSubject;
      const claims = { aud: new URL(endpoint).origin, exp: Math.floor((now.getTime() + lifeMs) / 1_000), sub };
      const text = `${encode({ typ: "JWT", alg: "ES256" })}.${encode(claims)}`;
      const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
      return `vapid t=${text}.${signature}, k=${publicKey}`;
    },
  };
}

/** Nearly every 32 bytes are a valid private key: one in four thousand million is not. */
function setPrivateKey(ecdh: ReturnType<typeof createECDH>, derive: (name: string) => Buffer): Buffer {
  for (let attempt = 0; ; attempt++) {
    const secret = derive(attempt === 0 ? "web push" : `web push ${attempt}`);
    try {
      ecdh.setPrivateKey(secret);
      return secret;
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}
