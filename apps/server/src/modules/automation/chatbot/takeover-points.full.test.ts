import assert from "node:assert/strict";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { describe, it } from "node:test";
import { startChatbotStage } from "../../../../test/stages/chatbot-stage.ts";
import { saying } from "../../../../test/fakes/scripted-model.ts";
import type { Database, Statement, Tx } from "../../../platform/db/database.ts";

/**
 * A person takes the conversation at every point at which a turn waits for something: before each of its statements, before each commit,
 * during the model call, and after its end. It uses PostgreSQL's real locking: a takeover that meets the turn's locks waits for them.
 * TAKEOVER_RUNS=10000 runs that many (ten minutes); otherwise each kind of takeover runs once at each point.
 */
const points = { armedAt: -1, seen: 0, interject: async (): Promise<void> => undefined };

async function point(): Promise<void> {
  if (points.armedAt < 0) return;
  if (points.seen++ === points.armedAt) {
    points.armedAt = -1;
    await points.interject();
  }
}

/** Statements of a transaction run one after the other here, because the turn awaits each. */
function around(database: Database): Database {
  const watched = <T>(tenantId: string, fn: (tx: Tx) => Promise<T>) =>
    database.withTenant(tenantId, async (tx) => {
      let before: Promise<unknown> = Promise.resolve();
      const result = await fn({
        tenantId: tx.tenantId,
        query<R extends object>(statement: Statement): Promise<R[]> {
          const answer = before.then(point).then(() => tx.query<R>(statement));
          before = answer.catch(() => undefined);
          return answer;
        },
      });
      await point();
      return result;
    });
  return { ...database, withTenant: (tenantId, fn) => (points.armedAt < 0 ? database.withTenant(tenantId, fn) : watched(tenantId, fn)) };
}

const { t, tenant, model, faq, chatbot, person } = await startChatbotStage("4477013", { app: { wrapDatabase: around } });
await faq("When do you open?", "We open at 9:00 on weekdays.");
const inbound = ["inbound"];
const turns = ["chatbot turns"];
const dispatch = ["outbound dispatch"];

type Place = { id: string; channelId: string; waId: string };
const bot = await chatbot({ reply: { debounceSeconds: 1 } });
const ada = await t.person(tenant.id, { role: "agent", name: "Ada" });
const ways: Record<string, (place: Place) => Promise<{ status: number; text: string }>> = {
  "a reply in the dashboard": ({ channelId, waId }) =>
    ada.api.post("/api/v1/messages", { channelId, to: waId, type: "text", text: "It is me, Ada" }),
  "a reply through the API in a person's name": ({ channelId, waId }) =>
    tenant.api.post("/api/v1/messages", { channelId, to: waId, type: "text", text: "It is me, Ada", humanAgent: true }),
  "an assignment": ({ id }) => tenant.api.patch(`/api/v1/conversations/${id}`, { assigneeId: ada.agentId }),
  "opening the conversation": ({ id }) => tenant.api.patch(`/api/v1/conversations/${id}`, { status: "open" }),
  "taking it from the chatbot": ({ id }) => tenant.api.post(`/api/v1/conversations/${id}/chatbot/hand-over`),
};
const names = Object.keys(ways);

/**
 * Whether a session in this test's database waits for a lock. A wait for a row lock is a wait for its holder's
 * transaction, which belongs to no database.
 */
async function isBlocked(): Promise<boolean> {
  const rows = await t.app.database.worker({
    name: "test_blocked",
    text: `select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
            where not l.granted and a.datname = current_database() limit 1`,
  });
  return rows.length > 0;
}

/**
 * One customer, one turn, one takeover at the given point. Returns what the turn recorded, and what the customer got
 * from the chatbot.
 */
async function run(at: number, way: (place: Place) => Promise<{ status: number; text: string }>) {
  const anna = person(bot.channel);
  await anna.customer.sendText(bot.channel.externalId, "When do you open?");
  await t.drain(inbound);
  t.clock.advance(1_000);
  const { id, channelId } = await anna.conversation();
  let taking: Promise<{ status: number; text: string }> | undefined;
  let blocked = false;
  const take = () => {
    taking ??= way({ id, channelId, waId: anna.waId });
    return taking;
  };
  points.seen = 0;
  points.armedAt = at;
  points.interject = async () => {
    let done = false;
    const end = () => {
      done = true;
    };
    take().then(end, end);
    // Or it waits, without a lock, for a read of the channel that the turn has started and both share.
    const patienceEnds = performance.now() + 500;
    while (!done && !blocked && performance.now() < patienceEnds) {
      await turnOfTheLoop();
      blocked = await isBlocked();
    }
  };
  model.says(async () => {
    await point();
    return saying("We open at 9:00.");
  });
  await t.drain(turns);
  points.armedAt = -1;
  const taken = await take();
  assert.equal(taken.status, 200, taken.text);
  await t.drain(dispatch);
  const got = t.simulator.calls.filter((call) => call.waId === anna.waId && call.messageId !== undefined);
  const [turn] = await anna.turns();
  return { blocked, seen: points.seen, decision: turn?.decision as string | undefined, got };
}

describe("a person who takes over the conversation at any point of a turn", () => {
  it("is never interrupted", { timeout: 3_600_000 }, async (test) => {
    // Counts the points: this one is never reached.
    const { seen, decision } = await run(1_000_000, ways[names[0] as string] as never);
    assert.equal(decision, "answered", "without a takeover during it the turn answers");
    assert.ok(seen > 10, `${seen} points`);
    const each = (seen + 1) * names.length;
    const runs = Number(process.env["TAKEOVER_RUNS"] ?? each);
    const ends: Record<string, number> = {};
    let waited = 0;
    for (let n = 0; n < runs; n++) {
      const at = n % (seen + 1);
      const name = names[Math.floor(n / (seen + 1)) % names.length] as string;
      const result = await run(at, ways[name] as never);
      const said = result.got.filter((call) => JSON.stringify(call.body).includes("9:00"));
      assert.deepEqual(said, [], `${name} at point ${at}`);
      ends[result.decision ?? "none"] = (ends[result.decision ?? "none"] ?? 0) + 1;
      if (result.blocked) waited += 1;
    }
    test.diagnostic(`${runs} runs, ${seen} points: ${JSON.stringify(ends)}; ${waited} takeovers waited for the turn's locks`);
    assert.ok((ends["superseded"] ?? 0) > 0 && (ends["answered"] ?? 0) > 0 && waited > 0, "takeovers came before, in and after the commit");
  });
});
