import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";

/** As the browser provided them: base64url. */
export interface SubscriptionKeys {
  /** The browser's public key, an uncompressed P-256 point: 65 bytes. */
  p256dh: string;
  /** 16 random bytes known only to the browser and us. */
  auth: string;
}

/** A single record of this size; push services accept at most 4,096 bytes of body (RFC 8030, section 7.2). */
const recordBytes = 4_096;
/** Precedes the record: salt, record size, key length and key. */
const headerBytes = 16 + 4 + 1 + 65;
/** The delimiter and the authentication tag. */
const overheadBytes = 1 + 16;
export const plaintextBytesMax = recordBytes - headerBytes - overheadBytes;

/** For the test with the values of RFC 8291, appendix A; otherwise both are generated per message. */
interface Fixed {
  salt: Buffer;
  sender: ECDH;
}

/**
 * Encrypts a message so that only the subscription's browser can read it, not the push service: RFC 8291 with aes128gcm (RFC 8188).
 * @returns the request body, whose Content-Encoding is `aes128gcm`
 * @throws if the keys are invalid, or the message is longer than `plaintextBytesMax`
 */
export function encryptForSubscription(plaintext: Buffer, keys: SubscriptionKeys, fixed?: Fixed): Buffer {
  if (plaintext.length > plaintextBytesMax) throw new RangeError(`a push message has at most ${plaintextBytesMax} bytes`);
  const receiver = Buffer.from(keys.p256dh, "base64url");
  const auth = Buffer.from(keys.auth, "base64url");
  const salt = fixed?.salt ?? randomBytes(16);
  const sender = fixed?.sender ?? createECDH("prime256v1");
  if (fixed === undefined) sender.generateKeys();
  const own = sender.getPublicKey();
  // Throws for a point that is not on the curve.
  const shared = sender.computeSecret(receiver);
  const derive = (secret: Buffer, withSalt: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, withSalt, info, bytes));
  const material = derive(shared, auth, Buffer.concat([Buffer.from("WebPush: info\0"), receiver, own]), 32);
  const key = derive(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const header = Buffer.alloc(headerBytes);
  salt.copy(header);
  header.writeUInt32BE(recordBytes, 16);
  header.writeUInt8(own.length, 20);
  own.copy(header, 21);
  // 2 marks the last record.
  return Buffer.concat([header, cipher.update(plaintext), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]);
}
