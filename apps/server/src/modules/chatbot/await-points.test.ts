/**
 * The turn as it runs, on PostgreSQL: before each of its statements, one after the other, somebody takes the conversation. turn.test.ts walks ten
 * thousand random orders through a model of the commit; here the commit is the real one, and every place is visited.
 */
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { after, describe, it } from "node:test";
import pg from "pg";
import { startChatbotStage } from "../../../test/chatbot-stage.ts";
import { saying } from "../../../test/scripted-model.ts";

const { t, tenant, model, faq, chatbot, person } = await startChatbotStage("4477019");
await faq("When do you open?", "We open at 9:00 on weekdays.");
model.says(() => saying("We open at 9:00."));

/** Called before each statement that the background work sends, and awaited. */
type Hook = (statement: string) => Promise<void>;
const hooked = new AsyncLocalStorage<Hook | null>();
const send = pg.Client.prototype.query as (...args: any[]) => any;
const last = new WeakMap<object, Promise<unknown>>();
pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
  const hook = hooked.getStore();
  if (hook == null) return send.apply(this, args);
  const text = typeof args[0] === "string" ? args[0] : (args[0]?.name ?? args[0]?.text ?? "");
  // Statements of one connection are sent without waiting for one another: their order is kept.
  const turn = (last.get(this) ?? Promise.resolve()).then(() => hook(text));
  last.set(
    this,
    turn.catch(() => undefined),
  );
  return turn.then(() => send.apply(this, args));
} as typeof pg.Client.prototype.query;
const watcher = new pg.Client(t.database.admin);
await watcher.connect();
after(async () => {
  pg.Client.prototype.query = send as typeof pg.Client.prototype.query;
  await watcher.end();
});

const bot = await chatbot({ reply: { debounceSeconds: 1 } });
const ada = await t.person(tenant.id, { role: "agent", name: "Ada" });

/** True: it is done. False: it waits for a lock that the turn holds. */
async function doneOrWaiting(work: Promise<unknown>): Promise<boolean> {
  let done = false;
  const ended = work.then(
    () => void (done = true),
    () => void (done = true),
  );
  for (;;) {
    await Promise.race([ended, new Promise((resolve) => setImmediate(resolve))]);
    if (done) return true;
    const { rows } = await watcher.query(
      "select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as yes",
    );
    if (rows[0].yes) return false;
  }
}

/** A turn before whose `at`-th statement something happens. Gives the statements it saw. */
async function walk(at: number, happens: (one: ReturnType<typeof person>) => Promise<unknown>) {
  const one = person(bot.channel);
  await one.writes("When do you open?");
  await one.conversation();
  t.clock.advance(1_000);
  const seen: string[] = [];
  let under = false;
  let happening: Promise<unknown> = Promise.resolve();
  let first = false;
  await hooked.run(
    async (statement) => {
      if (statement === "chatbot_session") under = true;
      if (!under) return;
      seen.push(statement);
      if (seen.length - 1 !== at) return;
      happening = hooked.run(null, () => happens(one));
      // Before the commit asks, or after everything is written.
      first = (await doneOrWaiting(happening)) && !seen.includes("chatbot_session_lock");
    },
    () => t.drain(),
  );
  await happening;
  await t.settle();
  return { one, seen, first };
}

const reply = async (one: ReturnType<typeof person>) => {
  const { channelId } = await one.conversation();
  const sent = await ada.api.post("/api/v1/messages", { channelId, to: one.waId, type: "text", text: "It is me, Ada" });
  assert.equal(sent.status, 200, sent.text);
};
/** What happens, and before every how-manieth statement: the first of them before all. */
const ways: Record<string, { every: number; happens(one: ReturnType<typeof person>): Promise<unknown> }> = {
  "a person replies": { every: 1, happens: reply },
  "a person takes it": {
    every: 3,
    async happens(one) {
      const { id } = await one.conversation();
      const taken = await tenant.api.patch(`/api/v1/conversations/${id}`, { assigneeId: ada.agentId });
      assert.equal(taken.status, 200, taken.text);
    },
  },
  "a person replies and gives it back": {
    every: 3,
    async happens(one) {
      await reply(one);
      const { id } = await one.conversation();
      const given = await tenant.api.post(`/api/v1/conversations/${id}/chatbot/resume`);
      assert.equal(given.status, 200, given.text);
    },
  },
};

const { seen: statements } = await walk(-1, () => Promise.resolve());
const end = statements.lastIndexOf("chatbot_session_finish");

describe("before every statement of a turn", () => {
  it("there are enough of them, from the loading to the end of the commit", () => {
    assert.ok(end > 15, JSON.stringify(statements));
    for (const name of ["chatbot_turn_facts", "chatbot_said", "chatbot_session_lock", "chatbot_turn_insert"])
      assert.ok(statements.includes(name), name);
  });

  for (const [way, { every, happens }] of Object.entries(ways)) {
    it(`${way}: nothing of the chatbot's follows but what was committed before`, async () => {
      let won = 0;
      let lost = 0;
      // A little beyond the end, where the message waits for its channel.
      for (let at = 0; at < end + 6; at += every) {
        const { one, first } = await walk(at, happens);
        const messages = (await one.messages()).filter((m) => !m.isNote && m.direction === "outbound");
        const taken = messages.findIndex((m) => m.author.kind !== "chatbot");
        const bots = messages.map((m, i) => ({ m, i })).filter(({ m }) => m.author.kind === "chatbot" && m.status !== "cancelled");
        const place = `before ${statements[at]} (${at})`;
        const givenBack = way.includes("gives it back");
        // What is given back is answered, once, after the person's words.
        if (taken >= 0 && !givenBack)
          assert.ok(
            bots.every(({ i }) => i < taken),
            place,
          );
        assert.ok(bots.length <= (givenBack ? 2 : 1), place);
        const turns = await one.turns();
        assert.ok(turns.filter((turn: any) => turn.replyMessageId !== null).length >= bots.length, place);
        if (first && !givenBack) assert.deepEqual(bots, [], place);
        if (!givenBack) assert.notEqual((await one.conversation()).handledBy, "bot", place);
        if (turns.some((turn: any) => turn.decision === "superseded")) lost += 1;
        else won += 1;
      }
      assert.ok(lost > 3, `the turn lost ${lost} times and won ${won} times`);
    });
  }
});
