/** A server on its own data folder, and the command line beside it, in this process and as people run it. For cli*.test.ts. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after } from "node:test";
import { withClient } from "@parley/database";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { openForCli } from "../../src/cli/open.ts";
import type { Stdin } from "../../src/cli/usage.ts";
import { readConfig } from "../../src/config.ts";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { killAll, repository, runCommand, startCommand } from "../process.ts";

export const bin = join(repository, "node_modules/.bin/parley");

/** The server as people start it; resolves once it is ready. */
export async function startServer(env: Record<string, string>, port: number) {
  const server = startCommand(process.execPath, [join(repository, "apps/server/src/main.ts")], { ...env, PORT: String(port) });
  // Its own output, not a response at that port, which another program may give.
  await eventually("the server is ready", async () => {
    if (server.child.exitCode !== null || server.child.signalCode !== null)
      throw new Error(`the server ended:\n${(await server.ended).stderr}`);
    return server.stdout().includes("Parley is ready at");
  });
  return server;
}

export const folder = await mkdtemp(join(tmpdir(), "parley-cli-"));
const port = await freePort();
export const url = `http://127.0.0.1:${port}`;
// No platform is asked about the made-up credentials below.
export const env: Record<string, string> = {
  DATA_DIR: join(folder, "data"),
  PORT: String(port),
  DEMO: "false",
  LOG_LEVEL: "warn",
  CHAT_APP_API_URL: "http://127.0.0.1:9",
};
const server = await startServer(env, port);
after(async () => {
  server.child.kill("SIGTERM");
  await server.ended;
  killAll();
  await rm(folder, { recursive: true, force: true });
});

export const spawned = (...args: string[]) => runCommand(bin, args, env);
/** Runs the command line in this process: loading the whole app takes longer than most commands. */
export const parley = (...args: string[]) => parleyWith(Readable.from([]), ...args);
export const parleyWith = (stdin: Stdin, ...args: string[]) => run(env, stdin, args);
/** With other settings than the server beside it. */
export const parleyIn = (other: Record<string, string>, ...args: string[]) => run(other, Readable.from([]), args);
async function run(settings: Record<string, string>, stdin: Stdin, args: string[]) {
  const done = { code: 0, stdout: "", stderr: "" };
  const out = (text: string) => void (done.stdout += text);
  const err = (text: string) => void (done.stderr += text);
  done.code = await runCommandLine(args, { env: settings, stdin, out, err });
  return done;
}
const jsonBy =
  (run: (...args: string[]) => Promise<{ code: number | null; stdout: string; stderr: string }>) =>
  async <T>(...args: string[]): Promise<T> => {
    const done = await run(...args, "--json");
    assert.equal(done.code, 0, done.stderr);
    assert.equal(done.stdout.trim().split("\n").length, 1, "one line of JSON on standard output and nothing else");
    return JSON.parse(done.stdout) as T;
  };
export const json = jsonBy(parley);
/** The real command, as people run it. */
export const real = jsonBy(spawned);
export const me = (key: string) => fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });

/** A tenant with this many failed events on its channel, newest first, and another tenant without any. */
export async function createFailedEvents(count: number) {
  const tenant = await json<{ id: string }>("tenant", "create", "--name", "Unlucky");
  const other = await json<{ id: string }>("tenant", "create", "--name", "Other");
  const named = ["--kind", "chat_app", "--name", "Support", "--external-id", "77001"];
  const config = JSON.stringify({ businessAccountId: "77002", accessToken: "t", appSecret: "s", verifyToken: "v" });
  const channel = await json<{ id: string }>("channel", "create", "--tenant", tenant.id, ...named, "--config", config);
  const uuid = (id: string) => id.slice(id.indexOf("_") + 1);
  const opened = await openForCli(readConfig(env), false);
  try {
    await withClient(opened.admin, (client) =>
      client.query(
        `insert into inbound_events (tenant_id, channel_id, provider_event_id, seq, rank, payload, state, attempts, run_at, last_error, received_at)
         select $1, $2, 'event-' || n, gen_random_uuid(), 0, $3, 'failed', 8, now(), 'processing failed; see the log', now() - n * interval '1 s'
           from generate_series(1, $4) as n`,
        [uuid(tenant.id), uuid(channel.id), JSON.stringify({ part: "unknown", field: "", element: null, key: "k" }), count],
      ),
    );
  } finally {
    await opened.close();
  }
  return { tenant, other, channel };
}
