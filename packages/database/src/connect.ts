/** Opens single connections for administration, never for requests, which use pools elsewhere. */
import pg from "pg";
import { DatabaseError, errorCode, errorMessage } from "./errors.ts";
import { poll } from "./poll.ts";

/**
 * Runs `work` on a connection of its own and closes it. A broken connection also rejects the running query, so its
 * error event adds nothing.
 */
export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs `work` between BEGIN (with `mode`, for example `isolation level repeatable read read only`) and COMMIT. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>, mode = ""): Promise<T> {
  await client.query(`begin ${mode}`);
  try {
    const result = await work();
    // COMMIT of a failed transaction succeeds and reports ROLLBACK.
    const { command } = await client.query("commit");
    if (command !== "COMMIT") throw new Error("the transaction was rolled back");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** The server is not ready: connection refused, unknown name, still starting or recovering. */
const startingCodes = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ECONNRESET", "57P03"]);

/** Waits for a server that is starting at the same time as this process, as containers do. Throws server_unreachable. */
export async function waitForServer(config: pg.ClientConfig, timeoutMs: number): Promise<void> {
  let last: unknown;
  const reached = await poll(
    () =>
      withClient(config, async () => true).catch((error: unknown) => {
        const code = error instanceof AggregateError ? errorCode(error.errors[0]) : errorCode(error);
        last = error;
        if (startingCodes.has(code)) return null;
        throw unreachable(config, error);
      }),
    { timeoutMs, everyMs: 250 },
  );
  if (reached === null) throw unreachable(config, last);
}

function unreachable(config: pg.ClientConfig, cause: unknown): DatabaseError {
  const where = `database "${config.database}" at ${config.host}:${config.port} as "${config.user}"`;
  return new DatabaseError("server_unreachable", `Cannot connect to ${where}: ${errorMessage(cause)}. Check DATABASE_URL.`, cause);
}

/** What the driver parsed from a URL: everything but the password is a plain property. */
interface ConnectionParameters {
  host: string;
  port: number;
  user: string;
  password: string | null;
  database: string;
  ssl: pg.ClientConfig["ssl"] | undefined;
  sslnegotiation: pg.ClientConfig["sslnegotiation"] | undefined;
  options: string | undefined;
}

/**
 * The individual settings of a connection URL, parsed by the driver itself: `postgres://...`, Unix sockets
 * (`postgres:///db?host=/run/postgresql`), `sslmode`, certificates, and PG* variables for omitted parts. Unlike `{
 * connectionString }`, the result can be changed field by field.
 */
export function parseDatabaseUrl(url: string, name = "DATABASE_URL"): pg.ClientConfig {
  let parameters: ConnectionParameters;
  try {
    // Not in the types, but where the driver keeps its settings.
    parameters = (new pg.Client({ connectionString: url }) as unknown as { connectionParameters: ConnectionParameters })
      .connectionParameters;
  } catch (error) {
    throw new DatabaseError("server_unreachable", `${name} is not a connection URL: ${errorMessage(error)}`, error);
  }
  const { host, port, user, password, database, ssl, sslnegotiation, options } = parameters;
  return {
    host,
    port,
    user,
    database,
    ...(password ? { password } : {}),
    ...(ssl ? { ssl } : {}),
    ...(sslnegotiation ? { sslnegotiation } : {}),
    ...(options ? { options } : {}),
  };
}
