import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startChatAppSimulator, type ChatAppSimulator } from "@parley/simulators/chat-app";
import { eventually } from "../eventually.ts";
import { type Api, appSecret, createApi, verifyToken } from "../harness.ts";
import { accountOf } from "./chat-app-bodies.ts";
import { backlog, checkLedger, endLeasesTakenBefore, type Query, workedOff } from "./ledger.ts";
import { everybodyWrites, type Load, startLoad } from "./load.ts";
import { freePort, makeDataDir, postmasterPid, provision, queryEmbedded, type ServerProcess, startServer } from "./server-process.ts";

const phoneNumberId = "100000000000002";
const people = Array.from({ length: 60 }, (_, i) => `4477008${String(i).padStart(5, "0")}`);

describe("kill -9 of the database under load", () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  let port: number;
  let simulator: ChatAppSimulator;
  let server: ServerProcess;
  let api: Api;
  let key: string;
  let channelId: string;
  let query: Query;
  let load: Load | undefined;

  before(async () => {
    dataDir = await makeDataDir();
    port = await freePort();
    query = (text, values) => queryEmbedded(dataDir.path, text, values);
    simulator = await startChatAppSimulator({
      appSecret,
      verifyToken,
      callbackUrl: `http://127.0.0.1:${port}/callbacks/chat-app`,
      statusDelaysMs: { sent: 5, delivered: 20, read: 40 },
      enforceLimits: false,
      magicRecipients: false,
      retryGapsMs: Array.from({ length: 200 }, () => 200),
    });
    server = await startServer({ port, env: { DATA_DIR: dataDir.path, CHAT_APP_API_URL: simulator.url } });
    ({ key } = await provision(dataDir.path));
    api = createApi(server.url, key);
    simulator.registerNumber({
      phoneNumberId,
      businessAccountId: accountOf(phoneNumberId),
      accessToken: "token",
      displayPhoneNumber: "15550100100",
    });
    const channel = await api.post("/api/v1/channels", {
      kind: "chat_app",
      name: "Support",
      config: {
        phoneNumberId,
        businessAccountId: accountOf(phoneNumberId),
        accessToken: "token",
        appSecret,
        verifyToken,
        messagesPerSecond: 1000,
      },
    });
    assert.equal(channel.status, 200, channel.text);
    channelId = channel.body.id;
  });
  after(async () => {
    await load?.abort();
    await server?.kill();
    await simulator.close();
    await dataDir.remove();
  });

  it("the server stays up, answers 503 meanwhile, is back by itself, and loses and repeats nothing", async (t) => {
    const firstMessages = await everybodyWrites(server.url, phoneNumberId, people);
    await eventually(
      "everybody has a conversation",
      async () => (await query("select from conversations where window_expires_at is not null")).length === people.length,
    );

    const ledger = startLoad({ url: server.url, apiKey: key, channelId, phoneNumberId, people, senders: 6, writers: 4, gapMs: 15 });
    load = ledger;
    let lastKillAt = new Date();
    for (let kill = 1; kill <= 2; kill++) {
      const goal = ledger.acknowledged() + 60 + Math.floor(Math.random() * 120);
      await eventually(`${goal} acknowledged before kill ${kill}`, () => ledger.acknowledged() >= goal);
      const before = await postmasterPid(dataDir.path);
      const killedAt = performance.now();
      process.kill(before, "SIGKILL");
      lastKillAt = new Date();
      // Acknowledged by commits after the kill only: what was acknowledged on the way is let through first.
      await eventually("another database serves", async () => {
        const pid = await postmasterPid(dataDir.path).catch(() => before);
        return pid !== before && (await fetch(`${server.url}/health/ready`)).status === 200;
      }).catch((error: unknown) => {
        process.stderr.write(server.output().slice(-4_000));
        throw error;
      });
      const acknowledged = ledger.acknowledged();
      await eventually("the load goes on", () => ledger.acknowledged() > acknowledged + 10);
      const awayMs = Math.round(performance.now() - killedAt);
      t.diagnostic(`kill ${kill}: serving again after ${awayMs} ms`);
      assert.ok(server.running(), "the server process is the same one");
    }
    assert.ok((ledger.answers.get("send 503") ?? 0) > 0, `API calls got 503 meanwhile: ${JSON.stringify([...ledger.answers])}`);
    assert.ok((ledger.answers.get("callback 503") ?? 0) > 0, `callbacks got 503 meanwhile: ${JSON.stringify([...ledger.answers])}`);
    assert.equal((ledger.answers.get("send cut") ?? 0) + (ledger.answers.get("callback cut") ?? 0), 0, "and no connection of ours was cut");
    await ledger.stop();
    const stoppedAt = performance.now();
    await eventually("the backlog is drained", async () => {
      const left = await backlog(query);
      return left.inbound + left.outbound === 0 ? true : Promise.reject(new TypeError(JSON.stringify(left)));
    });
    t.diagnostic(`backlog drained ${Math.round(performance.now() - stoppedAt)} ms after the load`);
    // A claim whose answer died with the database waits for its lease, and then counts as unknown.
    await endLeasesTakenBefore(query, lastKillAt);
    await workedOff(query, simulator);

    const statuses = await checkLedger(query, ledger, simulator, firstMessages);
    t.diagnostic(
      `sends ${ledger.sends.length} ${JSON.stringify(statuses)}; callbacks ${ledger.inbound.length}; answers ${JSON.stringify(Object.fromEntries(ledger.answers))}`,
    );
  });
});
