import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import { Pool, type ClientConfig, type PoolClient, types } from "pg";
import type { Log } from "../log/log.ts";
import { patientConnect, preferOldest } from "./connections.ts";
import { discardPlansRegularly, plannerSettings } from "./plans.ts";

// bigint counts fit a double here; xid8 (20) stays text because only the database compares it.
types.setTypeParser(types.builtins.INT8, (value) => Number(value));

export interface Row {
  [column: string]: unknown;
}

/** A named statement is prepared once per connection (measured: 1.25 x the rate of an unnamed one). */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

/** PostgreSQL compares names up to this length and ignores the rest. */
const nameLengthMax = 63;

/** A list with many filters has a long name; truncated, one name would stand for several texts. */
function withBoundedName(statement: Statement): Statement {
  const { name } = statement;
  if (name === undefined || name.length <= nameLengthMax) return statement;
  return { ...statement, name: `${name.slice(0, 30)}_${createHash("sha256").update(name).digest("hex").slice(0, 32)}` };
}

/** Statements in one transaction with its tenant set. Statements may be sent without waiting for one another. */
export interface Tx {
  readonly tenantId: string;
  query<T extends object = Row>(statement: Statement): Promise<T[]>;
}

export interface Database {
  /**
   * Runs `fn` in one transaction of the application role with the tenant set for exactly that transaction. The first
   * statement is sent together with BEGIN and the setting. Commits when `fn` resolves, else rolls back. Rejects if
   * PostgreSQL turned the commit into a rollback.
   */
  withTenant<T>(tenantId: string, fn: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs several tenants' work in one transaction, one after the other: one commit for all. */
  withTenants<T>(pieces: { tenantId: string; run(tx: Tx): Promise<T> }[]): Promise<T[]>;
  /**
   * One statement of the cross-tenant worker role, outside any tenant. Only for queue mechanics, callback routing, key
   * lookups and retention; each use says why.
   */
  worker<T extends object = Row>(statement: Statement): Promise<T[]>;
  workerTransaction<T>(fn: (query: <R extends object = Row>(statement: Statement) => Promise<R[]>) => Promise<T>): Promise<T>;
  /** How many callers are waiting for a connection. */
  waiting(): number;
  close(): Promise<void>;
}

const sessionLimits = "set statement_timeout = 20000; set lock_timeout = 2000; set idle_in_transaction_session_timeout = 10000;";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function setTenant(tenantId: string): string {
  // A SET LOCAL statement and not set_config(): Citus forwards only the former to its workers.
  if (!uuidPattern.test(tenantId)) throw new Error("tenant id is not a uuid");
  return `set local app.tenant_id = '${tenantId}'`;
}

/**
 * Runs `fn` as another tenant inside an open transaction, under that tenant's row-level security and no other: it
 * commits or fails with the rest. The reach of the credential decides who may do this (platform/auth/reach.ts). Must
 * not run concurrently with other statements of the same transaction.
 */
export async function asTenant<T>(tx: Tx, tenantId: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
  if (tenantId === tx.tenantId) return fn(tx);
  await tx.query({ text: setTenant(tenantId) });
  let result: T;
  try {
    result = await fn({ tenantId, query: (statement) => tx.query(statement) });
  } catch (error) {
    // A failed statement has aborted the transaction, so that nothing more can be set in it; an error of ours has not.
    await tx.query({ text: setTenant(tx.tenantId) }).catch(() => undefined);
    throw error;
  }
  await tx.query({ text: setTenant(tx.tenantId) });
  return result;
}

export function createDatabase(options: {
  app: ClientConfig;
  worker: ClientConfig;
  connections: number;
  workerConnections?: number;
  log: Log;
}): Database {
  const limits = {
    connectionTimeoutMillis: 5_000,
    pipeline: true,
    application_name: "parley",
  };
  const pool = (config: ClientConfig, max: number, idleTimeoutMillis: number) =>
    new Pool({
      ...limits,
      ...config,
      max,
      idleTimeoutMillis,
      // Before the connection is handed out. Sent as statements, because poolers drop or refuse most startup parameters
      // of a connection.
      onConnect: (client) => client.query(`${sessionLimits} ${plannerSettings(config.options)}`),
    });
  // People and API clients send bursts of requests, seconds apart.
  const app = pool(options.app, options.connections, 10_000);
  // The worker's loops do not, and each of its connections soon holds the plans of all of them.
  const worker = pool(options.worker, options.workerConnections ?? 8, 3_000);
  const connectApp = () => app.connect();
  const connectWorker = patientConnect(worker);
  let closing = false;
  for (const pool of [app, worker]) {
    // The pool replaces a connection that dies (database restarted); without a handler the event would end the process.
    // The pool reports idle ones; on one in use the statement fails, and the additional event needs a listener. While
    // closing it is expected: a pool drops its connections before the database has received their termination, and a
    // database that stops at that moment reports it to them.
    pool.on("error", (error) => options.log[closing ? "debug" : "warn"]({ err: error }, "an idle database connection was lost"));
    pool.on("connect", (client) => client.on("error", (error) => options.log.debug({ err: error }, "a database connection was lost")));
    discardPlansRegularly(pool);
    preferOldest(pool);
  }

  async function transaction<T>(connect: () => Promise<PoolClient>, begin: string, fn: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connect();
    let broken: Error | undefined;
    try {
      // Not awaited: BEGIN, the tenant and the first statement of `fn` are sent together.
      corkForThisTurn(client);
      const transactionStart = client.query(begin);
      transactionStart.catch(() => undefined);
      let result: T;
      try {
        result = await fn(client);
        await transactionStart;
      } catch (error) {
        await client.query("rollback").catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      }
      const commit = await client.query("commit");
      if (commit.command !== "COMMIT") throw new Error("the transaction was rolled back: a statement in it had failed");
      return result;
    } catch (error) {
      if (isConnectionFailure(error) || isOutdatedStatement(error)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  function txOf(client: PoolClient, tenantId: string): Tx {
    return {
      tenantId,
      async query<T extends object>(statement: Statement) {
        return (await client.query(withBoundedName(statement))).rows as T[];
      },
    };
  }

  return {
    withTenant: (tenantId, fn) => transaction(connectApp, `begin; ${setTenant(tenantId)}`, (client) => fn(txOf(client, tenantId))),
    withTenants([first, ...others]) {
      if (first === undefined) return Promise.resolve([]);
      return transaction(connectApp, `begin; ${setTenant(first.tenantId)}`, async (client) => {
        const results = [await first.run(txOf(client, first.tenantId))];
        for (const piece of others) {
          corkForThisTurn(client);
          const set = client.query(setTenant(piece.tenantId));
          set.catch(() => undefined);
          results.push(await piece.run(txOf(client, piece.tenantId)));
          await set;
        }
        return results;
      });
    },
    async worker<T extends object>(statement: Statement) {
      const client = await connectWorker();
      let broken: Error | undefined;
      try {
        return (await client.query(withBoundedName(statement))).rows as T[];
      } catch (error) {
        if (isConnectionFailure(error) || isOutdatedStatement(error)) broken = error as Error;
        throw error;
      } finally {
        client.release(broken);
      }
    },
    workerTransaction: (fn) =>
      transaction(connectWorker, "begin", (client) => fn(async (statement) => (await client.query(withBoundedName(statement))).rows)),
    waiting: () => app.waitingCount + worker.waitingCount,
    async close() {
      closing = true;
      await Promise.all([app.end(), worker.end()]);
    },
  };
}

/**
 * Sends everything for this connection in the current turn of the event loop as one packet. Each packet is a system
 * call here and a wake-up of the backend there: a quarter of the server's main thread at 1,000 messages a second (bench
 * dispatch).
 */
function corkForThisTurn(client: PoolClient): void {
  // Not in the driver's types; a driver without it only sends more packets.
  const stream = (client as unknown as { connection?: { stream?: Writable } }).connection?.stream;
  if (stream === undefined) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** True if the database is unreachable or restarting, so that a later retry can help. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string") {
    // 08 connection, 57P admin shutdown / crash / cannot connect now, 53 insufficient resources
    return /^(08|57P|53)/.test(code) || ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT"].includes(code);
  }
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/i.test(
    error.message,
  );
}

/** A migration has changed what a named statement returns: from now on it fails on this connection, but not on new ones. */
function isOutdatedStatement(error: unknown): boolean {
  return sqlState(error) === "0A000" && (error as Error).message.includes("cached plan must not change result type");
}

export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
