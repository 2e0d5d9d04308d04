import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startChatAppSimulator, type ChatAppSimulator } from "@parley/simulators/chat-app";
import { startReceiver, type Receiver } from "@parley/simulators/receiver";
import { wireId } from "../../src/platform/ids/ids.ts";
import { eventually } from "../eventually.ts";
import { type Api, appSecret, createApi, verifyToken } from "../harness.ts";
import { accountOf } from "./chat-app-bodies.ts";
import { checkLedger, endLeasesTakenBefore, type Query, workedOff } from "./ledger.ts";
import { everybodyWrites, type Load, startLoad } from "./load.ts";
import { freePort, makeDataDir, provision, queryEmbedded, type ServerProcess, startServer } from "./server-process.ts";

const phoneNumberId = "100000000000001";
const people = Array.from({ length: 60 }, (_, i) => `4477009${String(i).padStart(5, "0")}`);

describe("kill -9 of the server under load", () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  let port: number;
  let simulator: ChatAppSimulator;
  let receiver: Receiver;
  let server: ServerProcess | undefined;
  let api: Api;
  let key: string;
  let channelId: string;
  let query: Query;
  let load: Load | undefined;
  let secret: string;
  let env: Record<string, string>;

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
    receiver = await startReceiver();
    receiver.answerFor("/hang", { kind: "hang" });
    env = { DATA_DIR: dataDir.path, CHAT_APP_API_URL: simulator.url };
    server = await startServer({ port, env });
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
    for (const path of ["/hang", "/events"]) {
      const made = await api.post("/api/v1/webhooks", { url: `${receiver.url}${path}`, events: ["message.received", "message.status"] });
      assert.equal(made.status, 200, made.text);
      secret = made.body.secret;
    }
    receiver.setSecret(secret);
  });
  after(async () => {
    await load?.abort();
    await server?.kill();
    await simulator.close();
    await receiver.close();
    await dataDir.remove();
  });

  it("loses nothing it acknowledged, sends nothing twice, tells every webhook, and starts again, three times", async (t) => {
    const firstMessages = await everybodyWrites(`http://127.0.0.1:${port}`, phoneNumberId, people);
    await eventually(
      "everybody has a conversation",
      async () => (await query("select from conversations where window_expires_at is not null")).length === people.length,
    );

    const ledger = startLoad({
      url: `http://127.0.0.1:${port}`,
      apiKey: key,
      channelId,
      phoneNumberId,
      people,
      senders: 6,
      writers: 4,
      gapMs: 15,
    });
    load = ledger;
    let killedAt = new Date();
    for (let kill = 1; kill <= 3; kill++) {
      const goal = ledger.acknowledged() + 40 + Math.floor(Math.random() * 120);
      await eventually(`${goal} acknowledged before kill ${kill}`, () => ledger.acknowledged() >= goal);
      await (server as ServerProcess).kill();
      killedAt = new Date();
      server = await startServer({ port, env });
      t.diagnostic(`kill ${kill} at ${ledger.acknowledged()} acknowledged; ready again after ${server.readyMs} ms`);
    }
    const goal = ledger.acknowledged() + 60;
    await eventually(`${goal} acknowledged after the last kill`, () => ledger.acknowledged() >= goal);
    await ledger.stop();
    await endLeasesTakenBefore(query, killedAt);
    await workedOff(query, simulator);

    const statuses = await checkLedger(query, ledger, simulator, firstMessages);
    t.diagnostic(
      `sends ${ledger.sends.length} ${JSON.stringify(statuses)}; callbacks ${ledger.inbound.length}; answers ${JSON.stringify(Object.fromEntries(ledger.answers))}`,
    );

    const events = await query<{ id: string; type: string }>(
      "select id, type from event_log where type in ('message.received', 'message.status')",
    );
    const arrived = () => receiver.deliveries.filter((d) => d.path === "/events");
    await eventually("each event reached the endpoint, although its neighbour hangs", () => {
      const ids = new Set(arrived().map((d) => d.webhookId));
      const missing = events.filter((event) => !ids.has(wireId("evt", event.id))).length;
      return missing === 0 ? true : Promise.reject(new TypeError(`${missing} events are missing`));
    });
    const delivered = arrived();
    assert.ok(
      delivered.every((d) => d.serviceSignature === "good" && d.standardSignature === "good"),
      "every delivery is signed",
    );
    const got = new Set(delivered.map((d) => (d.json() as { id: string }).id));
    for (const d of delivered) assert.equal((d.json() as { id: string }).id, d.webhookId, "the id of the event is the id of the delivery");
    assert.equal(got.size, events.length, "and nothing else did");
    assert.ok(
      receiver.deliveries.some((d) => d.path === "/hang"),
      "the neighbour did hang",
    );
  });
});
