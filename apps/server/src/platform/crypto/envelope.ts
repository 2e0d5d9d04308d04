import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/**
 * Secrets at rest, in three layers: the root key (stored outside the database) wraps one key per tenant, the tenant key
 * wraps a fresh key per secret, and that key encrypts the secret. All AES-256-GCM. A fresh key per secret keeps random
 * nonces far from the 2^32 uses allowed per key (NIST SP 800-38D, section 8.3). Destroying a tenant's wrapped key
 * shreds all its secrets, also in backups.
 *
 *   sealed secret:       0x01 | tenant key version u32 | nonce 12 | wrapped key 32 | tag 16 | nonce 12 | text | tag 16
 *   wrapped tenant key:  0x11 | tenant key version u32 | root key id 8 | nonce 12 | wrapped key 32 | tag 16
 *
 * Both layers of a sealed secret authenticate where it belongs (tenant, table, column, row, key version), each part
 * preceded by its length, so a blob copied to another place does not open.
 */
export class EnvelopeError extends Error {
  override readonly name = "EnvelopeError";
  readonly code: EnvelopeErrorCode;

  constructor(code: EnvelopeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type EnvelopeErrorCode =
  /** A root key's text is not 32 bytes in base64 or hex. */
  | "bad_root_key"
  /** The tenant key was wrapped by a root key that is not loaded. */
  | "unknown_root_key"
  /** The blob was sealed with another version of the tenant's key. */
  | "wrong_key_version"
  /** Too short, or an unknown layout. */
  | "malformed"
  /** Altered, moved from another row, column or tenant, or the wrong key. */
  | "not_authentic";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ROOT_KEY_ID_BYTES = 8;
const SEALED_LAYOUT = 0x01;
const WRAPPED_LAYOUT = 0x11;
const BOXED_KEY_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;
const SEALED_HEAD_BYTES = 5;
const WRAPPED_HEAD_BYTES = 5 + ROOT_KEY_ID_BYTES;

/** The tenant of the key, and its version (1, 2, …; u32). */
export interface TenantKeyId {
  tenantId: string;
  keyVersion: number;
}

/** Where a secret is stored; all of it is authenticated. `rowId` is the row's id within the tenant. */
export interface SecretLocation extends TenantKeyId {
  tenantKey: Buffer;
  table: string;
  column: string;
  rowId: string;
}

export interface Keyring {
  /** A fresh tenant key and its wrapped form for the database. */
  createTenantKey(id: TenantKeyId): { tenantKey: Buffer; wrapped: Buffer };
  wrapTenantKey(tenantKey: Buffer, id: TenantKeyId): Buffer;
  /** @throws EnvelopeError unknown_root_key, wrong_key_version, malformed, not_authentic */
  unwrapTenantKey(wrapped: Buffer, id: TenantKeyId): Buffer;
  /** Whether the current root key wrapped it. False: `rewrapTenantKey` and store before dropping the older root key. */
  isCurrent(wrapped: Buffer): boolean;
  /** The same tenant key under the current root key. Sealed secrets stay as they are. */
  rewrapTenantKey(wrapped: Buffer, id: TenantKeyId): Buffer;
  /** 32 bytes for another purpose (cursor MACs, …), from the current root key by HKDF-SHA256; changes with it. */
  deriveKey(purpose: string): Buffer;
  /**
   * The same from every loaded root key, the current one first: for values that must remain readable after a root key
   * rotation.
   */
  deriveKeys(purpose: string): Buffer[];
}

/**
 * The root keys in the format of `ENCRYPTION_KEY`: 32 bytes as 64 hex digits or base64 (either alphabet), the current
 * one first, older ones after commas. Errors name the position, never the value.
 *
 * @throws EnvelopeError bad_root_key
 */
export function parseRootKeys(text: string): Buffer[] {
  return text.split(",").map((part, index) => {
    const trimmed = part.trim();
    const isHex = /^[0-9a-fA-F]{64}$/.test(trimmed);
    const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed);
    const key = isHex ? Buffer.from(trimmed, "hex") : isBase64 ? Buffer.from(trimmed, "base64") : null;
    if (key?.length !== KEY_BYTES) {
      throw new EnvelopeError("bad_root_key", `root key ${index + 1} must be 32 bytes as 64 hex digits or as base64`);
    }
    return key;
  });
}

/**
 * @param rootKeys 32 bytes each, the current one first; the others only unwrap
 *
 * @throws EnvelopeError bad_root_key
 */
export function createKeyring(rootKeys: readonly Buffer[]): Keyring {
  const current = rootKeys[0];
  if (current === undefined) throw new EnvelopeError("bad_root_key", "at least one root key is needed");
  if (rootKeys.some((key) => key.length !== KEY_BYTES)) throw new EnvelopeError("bad_root_key", "a root key must have 32 bytes");
  const byId = new Map(rootKeys.map((key) => [rootKeyId(key).toString("hex"), key]));
  const currentId = rootKeyId(current);

  function wrapTenantKey(tenantKey: Buffer, keyId: TenantKeyId): Buffer {
    const head = Buffer.alloc(5);
    head[0] = WRAPPED_LAYOUT;
    head.writeUInt32BE(keyId.keyVersion, 1);
    return Buffer.concat([head, currentId, box(current as Buffer, checkedKey(tenantKey), wrapContext(keyId, currentId))]);
  }

  function unwrapTenantKey(wrapped: Buffer, keyId: TenantKeyId): Buffer {
    checkLayout(wrapped, WRAPPED_LAYOUT, "wrapped tenant key");
    if (wrapped.length !== WRAPPED_HEAD_BYTES + BOXED_KEY_BYTES)
      throw new EnvelopeError("malformed", "the wrapped tenant key has a wrong length");
    checkVersion(wrapped, keyId.keyVersion);
    const id = wrapped.subarray(5, WRAPPED_HEAD_BYTES);
    const rootKey = byId.get(id.toString("hex"));
    if (rootKey === undefined) {
      throw new EnvelopeError("unknown_root_key", "the tenant key was wrapped by a root key that is not loaded: ENCRYPTION_KEY lacks it");
    }
    return unbox(rootKey, wrapped.subarray(WRAPPED_HEAD_BYTES), wrapContext(keyId, id));
  }

  return {
    wrapTenantKey,
    unwrapTenantKey,
    createTenantKey(keyId) {
      const tenantKey = randomBytes(KEY_BYTES);
      return { tenantKey, wrapped: wrapTenantKey(tenantKey, keyId) };
    },
    isCurrent: (wrapped) => wrapped.subarray(5, WRAPPED_HEAD_BYTES).equals(currentId),
    rewrapTenantKey: (wrapped, keyId) => wrapTenantKey(unwrapTenantKey(wrapped, keyId), keyId),
    deriveKey: (purpose) => derive(current, purpose),
    deriveKeys: (purpose) => rootKeys.map((key) => derive(key, purpose)),
  };
}

/** The sealed form of a secret, bound to its place: 93 bytes longer than the text. */
export function seal(location: SecretLocation, plaintext: Buffer | string): Buffer {
  const head = Buffer.alloc(SEALED_HEAD_BYTES);
  head[0] = SEALED_LAYOUT;
  head.writeUInt32BE(location.keyVersion, 1);
  const secretKey = randomBytes(KEY_BYTES);
  const context = sealContext(location);
  const wrappedKey = box(checkedKey(location.tenantKey), secretKey, context);
  const body = box(secretKey, typeof plaintext === "string" ? Buffer.from(plaintext, "utf8") : plaintext, context);
  secretKey.fill(0);
  return Buffer.concat([head, wrappedKey, body]);
}

/** The secret in a sealed blob. @throws EnvelopeError wrong_key_version, malformed, not_authentic */
export function open(location: SecretLocation, sealed: Buffer): Buffer {
  checkLayout(sealed, SEALED_LAYOUT, "sealed secret");
  if (sealed.length < SEALED_HEAD_BYTES + BOXED_KEY_BYTES + NONCE_BYTES + TAG_BYTES)
    throw new EnvelopeError("malformed", "the sealed secret is too short");
  checkVersion(sealed, location.keyVersion);
  const context = sealContext(location);
  const bodyAt = SEALED_HEAD_BYTES + BOXED_KEY_BYTES;
  const secretKey = unbox(checkedKey(location.tenantKey), sealed.subarray(SEALED_HEAD_BYTES, bodyAt), context);
  try {
    return unbox(secretKey, sealed.subarray(bodyAt), context);
  } finally {
    secretKey.fill(0);
  }
}

/** Which version of the tenant's key opens this blob; read it before loading the key. @throws EnvelopeError malformed */
export function sealedKeyVersion(sealed: Buffer): number {
  checkLayout(sealed, SEALED_LAYOUT, "sealed secret");
  return sealed.readUInt32BE(1);
}

/**
 * Moves a secret to a new version of the tenant's key. The key version is authenticated in both layers, so the text
 * passes through memory.
 */
export function reseal(from: SecretLocation, to: SecretLocation, sealed: Buffer): Buffer {
  const plaintext = open(from, sealed);
  try {
    return seal(to, plaintext);
  } finally {
    plaintext.fill(0);
  }
}

/** nonce 12 | ciphertext | tag 16 */
function box(key: Buffer, plaintext: Buffer, context: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(context);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function unbox(key: Buffer, boxed: Buffer, context: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, boxed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES }).setAAD(context);
  decipher.setAuthTag(boxed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(boxed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    // OpenSSL's message carries no information, and no detail may help whoever altered the blob.
    throw new EnvelopeError("not_authentic", "the secret does not open: altered, moved from another place, or a wrong key");
  }
}

function sealContext(location: SecretLocation): Buffer {
  return context("v1", location.tenantId, location.table, location.column, location.rowId, String(location.keyVersion));
}

function wrapContext(keyId: TenantKeyId, id: Buffer): Buffer {
  return context("v1 tenant key", keyId.tenantId, String(keyId.keyVersion), id.toString("hex"));
}

/** Each part is preceded by its length in bytes (u32), so ("ab", "c") and ("a", "bc") differ. */
function context(...parts: string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part, "utf8");
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

function derive(rootKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", rootKey, "parley", purpose, KEY_BYTES));
}

/** Identifies a root key without revealing it: the first 8 bytes of a labelled SHA-256. */
function rootKeyId(key: Buffer): Buffer {
  return createHash("sha256").update("parley root key id\0").update(key).digest().subarray(0, ROOT_KEY_ID_BYTES);
}

function checkedKey(key: Buffer): Buffer {
  if (key.length !== KEY_BYTES) throw new EnvelopeError("malformed", "a tenant key must have 32 bytes");
  return key;
}

function checkLayout(blob: Buffer, layout: number, what: string): void {
  if (blob.length < SEALED_HEAD_BYTES || blob[0] !== layout) throw new EnvelopeError("malformed", `not a ${what} of a known layout`);
}

function checkVersion(blob: Buffer, expected: number): void {
  const version = blob.readUInt32BE(1);
  if (version !== expected)
    throw new EnvelopeError("wrong_key_version", `made with version ${version} of the tenant's key, opened with ${expected}`);
}
