/**
 * Test stage for faults: a real server process on its own data folder, the simulated platform that calls it back, a tenant with a connected
 * number, and what a load needs to drive it. The address survives restarts of the server.
 */
import assert from "node:assert/strict";
import { type ChatAppSimulator, startChatAppSimulator } from "@parley/simulators/chat-app";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { type Api, appSecret, createApi, verifyToken } from "../harness.ts";
import { accountOf } from "./chat-app-bodies.ts";
import type { Query } from "./ledger.ts";
import { everyCustomerWrites, type Load, type LoadOptions, startLoad } from "./load.ts";
import { makeDataDir, postmasterPid, provision, queryEmbedded, type ServerProcess, startServer } from "./server-process.ts";

export interface Stage {
  readonly url: string;
  readonly port: number;
  readonly key: string;
  readonly api: Api;
  readonly channelId: string;
  readonly simulator: ChatAppSimulator;
  readonly query: Query;
  /** The current process; `restart` replaces it. */
  server(): ServerProcess;
  /** Restarts the server on the same data, with settings in addition to the stage's own. */
  restart(env?: Record<string, string>): Promise<ServerProcess>;
  /** Process id of the current database server. */
  databasePid(): Promise<number>;
  /** Opens every person's window; returns what was written, for the ledger. */
  openWindows(): Promise<string[]>;
  load(options: Pick<LoadOptions, "senders" | "writers"> & { people?: string[] }): Load;
  /** Ends everything, whatever state a failed test left it in. */
  clear(): Promise<void>;
}

export async function setStage(phoneNumberId: string, people: string[]): Promise<Stage> {
  const dataDir = await makeDataDir();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const query: Query = (text, values) => queryEmbedded(dataDir.path, text, values);
  const simulator = await startChatAppSimulator({
    appSecret,
    verifyToken,
    callbackUrl: `${url}/callbacks/chat-app`,
    statusDelaysMs: { sent: 5, delivered: 20, read: 40 },
    enforceLimits: false,
    magicRecipients: false,
    // However long the server is down, the platform retries.
    retryGapsMs: Array.from({ length: 1_000 }, () => 200),
  });
  const env = { DATA_DIR: dataDir.path, CHAT_APP_API_URL: simulator.url };
  let server: ServerProcess | undefined;
  let load: Load | undefined;

  async function clear(): Promise<void> {
    await load?.abort();
    await server?.kill();
    await simulator.close();
    await dataDir.remove();
  }

  try {
    server = await startServer({ port, env });
    const { key } = await provision(dataDir.path);
    const api = createApi(url, key);
    const account = { phoneNumberId, businessAccountId: accountOf(phoneNumberId), accessToken: "token" };
    simulator.registerNumber({ ...account, displayPhoneNumber: "15550100100" });
    const channel = await api.post("/api/v1/channels", {
      kind: "chat_app",
      name: "Support",
      config: { ...account, appSecret, verifyToken, messagesPerSecond: 1000 },
    });
    assert.equal(channel.status, 200, channel.text);
    const channelId = channel.body.id as string;

    return {
      url,
      port,
      key,
      api,
      channelId,
      simulator,
      query,
      server: () => server as ServerProcess,
      async restart(more = {}) {
        server = await startServer({ port, env: { ...env, ...more } });
        return server;
      },
      databasePid: () => postmasterPid(dataDir.path),
      async openWindows() {
        const written = await everyCustomerWrites(url, phoneNumberId, people);
        await eventually(
          "everybody has a conversation",
          async () => (await query("select from conversations where window_expires_at is not null")).length === people.length,
        );
        return written;
      },
      load(options) {
        load = startLoad({ url, apiKey: key, channelId, phoneNumberId, people, gapMs: 15, ...options });
        return load;
      },
      clear,
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
