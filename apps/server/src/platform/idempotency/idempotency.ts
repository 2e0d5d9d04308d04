import { type Database, sqlState, type Tx } from "../db/database.ts";
import type { TenantSecrets } from "../crypto/tenant-secrets.ts";
import { AppError } from "../errors/app-error.ts";
import type { IdempotencyRequest } from "../http/route.ts";

/**
 * Idempotent writes. The claim row is inserted first, in the transaction of the effect, so a crash leaves neither or
 * both. A duplicate of a running request waits on the row's unique key for at most 2 s (lock_timeout), then gets the
 * stored response or 409 idempotency_in_progress. Responses that rolled back (4xx, 5xx) are not stored.
 */
export interface Idempotency {
  run(
    tenantId: string,
    request: IdempotencyRequest | null,
    now: Date,
    effect: (tx: Tx) => Promise<string>,
    options?: RunOptions,
  ): Promise<{ body: string; replayed: boolean }>;
  /** The response stored under a key; null if the key is unused. Throws idempotency_conflict for another request. */
  stored(tenantId: string, request: IdempotencyRequest): Promise<string | null>;
  /** The response stored under a key, after claiming it failed. Throws idempotency_conflict for another request. */
  replay(tenantId: string, request: IdempotencyRequest): Promise<string>;
}

export interface RunOptions {
  /** The response shows a secret that exists nowhere else in plain text: it is stored sealed. */
  secret?: boolean;
  /**
   * Runs as the cross-tenant worker: for a user's own account, which belongs to no tenant (PersonRoute). The key's row
   * still belongs to the tenant they work in.
   */
  acrossTenants?: boolean;
}

/** 1 to 255 printable ASCII characters; a quoted structured-field string is unquoted. Null if absent. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = Array.isArray(header) ? header.join(",") : header;
  const key = /^".*"$/.test(text) ? text.slice(1, -1) : text;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new AppError("validation_error", {
      message: "The idempotency-key header must have 1 to 255 printable ASCII characters.",
      details: [{ field: "idempotency-key", issue: key.length > 255 ? "too_long" : "invalid_format" }],
    });
  }
  return key;
}

/** Distinguishes a sealed response from a plain one, which starts with a brace. */
const sealedPrefix = "sealed:";

export function createIdempotency(database: Database, secrets: TenantSecrets): Idempotency {
  const secretLocation = (key: string) => ({ table: "idempotency_keys", column: "body", rowId: key });
  const inProgress = () => new AppError("idempotency_in_progress", { retryAfterSeconds: 1 });

  async function stored(tenantId: string, request: IdempotencyRequest): Promise<string | null> {
    const [row] = await database.withTenant(tenantId, (tx) =>
      tx.query<{ fingerprint: Buffer; body: string | null }>({
        name: "idempotency_read",
        text: "select fingerprint, body from idempotency_keys where tenant_id = $1 and key = $2",
        values: [tenantId, request.key],
      }),
    );
    if (row === undefined || row.body === null) return null;
    if (!row.fingerprint.equals(request.fingerprint)) throw new AppError("idempotency_conflict");
    const { body } = row;
    if (!body.startsWith(sealedPrefix)) return body;
    return database.withTenant(tenantId, (tx) =>
      secrets.open(tx, secretLocation(request.key), Buffer.from(body.slice(sealedPrefix.length), "base64")),
    );
  }

  async function replay(tenantId: string, request: IdempotencyRequest): Promise<string> {
    const body = await stored(tenantId, request);
    // The first run rolled back between our claim and this read; the caller may simply retry.
    if (body === null) throw inProgress();
    return body;
  }

  return {
    stored,
    replay,
    async run(tenantId, request, now, effect, options = {}) {
      const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
        options.acrossTenants === true
          ? database.workerTransaction((query) => work({ tenantId, query }))
          : database.withTenant(tenantId, work);
      if (request === null) return { body: await transaction(effect), replayed: false };
      const taken = Symbol("taken");
      try {
        const body = await transaction(async (tx) => {
          const claimed = await tx
            .query({
              name: "idempotency_claim",
              text: `insert into idempotency_keys (tenant_id, key, fingerprint, created_at) values ($1, $2, $3, $4)
                   on conflict do nothing returning 1`,
              values: [tenantId, request.key, request.fingerprint, now],
            })
            .catch((error: unknown) => {
              if (sqlState(error) === "55P03") throw inProgress();
              throw error;
            });
          if (claimed.length === 0) throw taken;
          const answer = await effect(tx);
          const stored =
            options.secret === true
              ? sealedPrefix + (await secrets.seal(tx, secretLocation(request.key), answer)).toString("base64")
              : answer;
          await tx.query({
            name: "idempotency_store",
            text: "update idempotency_keys set status = 200, body = $3 where tenant_id = $1 and key = $2",
            values: [tenantId, request.key, stored],
          });
          return answer;
        });
        return { body, replayed: false };
      } catch (error) {
        if (error !== taken) throw error;
        return { body: await replay(tenantId, request), replayed: true };
      }
    },
  };
}
