import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import { Pool, type ClientConfig, type PoolClient, types } from "pg";
import type { Log } from "../log/log.ts";
import { keepPlansFresh, plannerSettings } from "./plans.ts";

// bigint counts fit a double here; xid8 (20) stays text because it is only ever compared by the database.
types.setTypeParser(types.builtins.INT8, (value) => Number(value));

export interface Row {
  [column: string]: unknown;
}

/** A statement with a name is prepared once per connection (measured: 1.25 x the rate of an unnamed one). */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

/** What PostgreSQL tells statements apart by; the rest of a name it forgets. */
const nameLengthMax = 63;

/** A list with many filters has a long name: one that is cut would stand for several texts. */
function named(statement: Statement): Statement {
  const { name } = statement;
  if (name === undefined || name.length <= nameLengthMax) return statement;
  return { ...statement, name: `${name.slice(0, 30)}_${createHash("sha256").update(name).digest("hex").slice(0, 32)}` };
}

/** Statements inside one transaction whose tenant is set. Statements may be sent without waiting for one another. */
export interface Tx {
  readonly tenantId: string;
  query<T extends object = Row>(statement: Statement): Promise<T[]>;
}

export interface Database {
  /**
   * Runs `fn` in one transaction of the application role with the tenant set for exactly that transaction. The first
   * statement travels together with BEGIN and the setting. Commits when `fn` resolves, else rolls back.
   * A commit that PostgreSQL turned into a rollback rejects.
   */
  withTenant<T>(tenantId: string, fn: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs several tenants' pieces in one transaction, one after the other: one commit for all. */
  withTenants<T>(pieces: { tenantId: string; run(tx: Tx): Promise<T> }[]): Promise<T[]>;
  /**
   * One statement of the cross-tenant worker role, outside any tenant. For queue mechanics, callback routing, key
   * look-ups and retention only; each use says why.
   */
  worker<T extends object = Row>(statement: Statement): Promise<T[]>;
  workerTransaction<T>(fn: (query: <R extends object = Row>(statement: Statement) => Promise<R[]>) => Promise<T>): Promise<T>;
  /** Requests that wait for a connection now. */
  waiting(): number;
  close(): Promise<void>;
}

const sessionLimits = "set statement_timeout = 20000; set lock_timeout = 2000; set idle_in_transaction_session_timeout = 10000;";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function setTenant(tenantId: string): string {
  // A SET LOCAL statement and not set_config(): Citus carries only the former to its workers.
  if (!uuidPattern.test(tenantId)) throw new Error("tenant id is not a uuid");
  return `set local app.tenant_id = '${tenantId}'`;
}

/**
 * Runs `fn` as another tenant inside a transaction that is open, under that tenant's row-level security and no other: what is done there
 * commits or fails with the rest. Who may do this is decided by the reach of the credential (platform/auth/reach.ts). Not to be run beside
 * other statements of the same transaction.
 */
export async function asTenant<T>(tx: Tx, tenantId: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
  if (tenantId === tx.tenantId) return fn(tx);
  await tx.query({ text: setTenant(tenantId) });
  let result: T;
  try {
    result = await fn({ tenantId, query: (statement) => tx.query(statement) });
  } catch (error) {
    // A statement that failed has ended the transaction, and nothing more can be set in it; a refusal of ours has not.
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
    // Each of them is a process of PostgreSQL that keeps what it has read of the catalogue: some 10 MB.
    idleTimeoutMillis: 10_000,
    pipeline: true,
    application_name: "parley",
  };
  const pool = (config: ClientConfig, max: number) =>
    new Pool({
      ...limits,
      ...config,
      max,
      // Before anybody has the connection. As statements: poolers drop, or refuse, most of what a connection may ask for when it opens.
      onConnect: (client) => client.query(`${sessionLimits} ${plannerSettings(config.options)}`),
    });
  const app = pool(options.app, options.connections);
  const worker = pool(options.worker, options.workerConnections ?? 8);
  let closing = false;
  for (const pool of [app, worker]) {
    // A connection that dies (database restarted) is replaced by the pool; without a handler it would end the process. The
    // pool hears of idle ones; of one in use its statement tells, and the event that comes besides must find a listener.
    // Once it is closed that is no news: a pool lets go of its connections before their goodbye has reached the database, and one that
    // stops as well at that moment tells them so.
    pool.on("error", (error) => options.log[closing ? "debug" : "warn"]({ err: error }, "an idle database connection was lost"));
    pool.on("connect", (client) => client.on("error", (error) => options.log.debug({ err: error }, "a database connection was lost")));
    keepPlansFresh(pool);
    preferOldest(pool);
  }

  async function transaction<T>(pool: Pool, begin: string, fn: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      // Not awaited: BEGIN, the tenant and the first statement of `fn` travel together.
      inOnePacket(client);
      const begun = client.query(begin);
      begun.catch(() => undefined);
      let result: T;
      try {
        result = await fn(client);
        await begun;
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
      if (isConnectionFailure(error)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  function txOf(client: PoolClient, tenantId: string): Tx {
    return {
      tenantId,
      async query<T extends object>(statement: Statement) {
        return (await client.query(named(statement))).rows as T[];
      },
    };
  }

  return {
    withTenant: (tenantId, fn) => transaction(app, `begin; ${setTenant(tenantId)}`, (client) => fn(txOf(client, tenantId))),
    withTenants([first, ...others]) {
      if (first === undefined) return Promise.resolve([]);
      return transaction(app, `begin; ${setTenant(first.tenantId)}`, async (client) => {
        const results = [await first.run(txOf(client, first.tenantId))];
        for (const piece of others) {
          inOnePacket(client);
          const set = client.query(setTenant(piece.tenantId));
          set.catch(() => undefined);
          results.push(await piece.run(txOf(client, piece.tenantId)));
          await set;
        }
        return results;
      });
    },
    async worker<T extends object>(statement: Statement) {
      return (await worker.query(named(statement))).rows as T[];
    },
    workerTransaction: (fn) =>
      transaction(worker, "begin", (client) => fn(async (statement) => (await client.query(named(statement))).rows)),
    waiting: () => app.waitingCount + worker.waitingCount,
    async close() {
      closing = true;
      await Promise.all([app.end(), worker.end()]);
    },
  };
}

/**
 * What is sent to this connection in the present turn of the event loop leaves in one packet. Each packet is a system call
 * here and a wake-up of the backend there: a quarter of the server's main thread at 1,000 messages a second (bench dispatch).
 */
function inOnePacket(client: PoolClient): void {
  // Not in the driver's types; a driver without it only sends more packets.
  const stream = (client as unknown as { connection?: { stream?: Writable } }).connection?.stream;
  if (stream === undefined) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Whoever needs a connection gets the one that has been open for longest: it has its plans and has read the catalogue. The pool gives the one that was released
 * last, so on a server that is at rest each pair of statements at one moment made a new connection the one in use, and the old one was closed with all
 * that it knew: a fifth of a second of CPU a minute.
 */
function preferOldest(pool: Pool): void {
  // Not in the pool's types; without it connections are taken in the pool's own order.
  const { _idle: idle } = pool as unknown as { _idle?: { client: PoolClient }[] };
  if (!Array.isArray(idle)) return;
  const numbers = new WeakMap<PoolClient, number>();
  let last = 0;
  pool.on("connect", (client) => numbers.set(client, ++last));
  const numberOf = ({ client }: { client: PoolClient }) => numbers.get(client) ?? 0;
  const sort = () => idle.sort((a, b) => numberOf(b) - numberOf(a));
  // The pool tells before it puts the connection back, and takes from the end.
  pool.on("release", () => process.nextTick(sort));
}

/** True when the database is away or restarting, so that retrying later can help. */
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

export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
