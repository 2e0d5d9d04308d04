/**
 * Turns are counted by day. A summary equals a fresh count of the existing turns, whatever happened to them: taken late, counted while
 * being taken, erased with their person, merged or not, before or after their day was counted.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import fc from "fast-check";
import { parseWireId } from "#platform/ids/ids.ts";
import { startChatbotStage } from "../../../../../../test/stages/chatbot-stage.ts";
import { decisions } from "../turn.types.ts";
import { insertTurn } from "../turns.queries.ts";

const { t, tenant, chatbot, person } = await startChatbotStage("4477043");
const dayMs = 86_400_000;
const job = t.app.jobs.find(({ name }) => name === "chatbot-turn-days");
assert.ok(job);
const bots = [await chatbot(), await chatbot()];

/** A new person who wrote, for turns to be about. */
async function newcomer(): Promise<{ contactId: string; conversationId: string }> {
  const [bot] = bots;
  assert.ok(bot);
  const anna = person(bot.channel);
  await anna.writes("Hello");
  const { id, contact } = await anna.conversation();
  return { contactId: contact.id, conversationId: parseWireId("conv", id) as string };
}

function take(bot: number, decision: number, conversationId: string, at: Date): Promise<void> {
  return t.app.database.withTenant(tenant.id, (tx) =>
    insertTurn(tx, {
      id: crypto.randomUUID(),
      chatbot_id: parseWireId("bot", bots[bot]?.id ?? "") as string,
      chatbot_version: 1,
      conversation_id: conversationId,
      epoch: 1,
      decision: decisions[decision] ?? "answered",
      reason: null,
      inbound_ids: [],
      reply_message_id: null,
      reply: null,
      trace: { steps: [], passages: [], question: null, language: null },
      provider: null,
      model: null,
      input_tokens: null,
      output_tokens: null,
      cost: null,
      began_at: at,
      created_at: at,
    }),
  );
}

async function summary(since: Date, until: Date): Promise<string[]> {
  const { body, status } = await tenant.api.get(`/api/v1/chatbot-turns/summary?since=${since.toISOString()}&until=${until.toISOString()}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.chatbots
    .flatMap(({ chatbotId, byDecision }: { chatbotId: string; byDecision: Record<string, number> }) =>
      Object.entries(byDecision).flatMap(([decision, turns]) =>
        turns === 0 ? [] : [`${parseWireId("bot", chatbotId)} ${decision} ${turns}`],
      ),
    )
    .sort();
}

async function fresh(since: Date, until: Date): Promise<string[]> {
  const { rows } = await withClient(t.database.admin, (admin) =>
    admin.query<{ line: string }>(
      `select chatbot_id || ' ' || decision || ' ' || count(*) as line from chatbot_turns
        where tenant_id = $1 and created_at >= $2 and created_at < $3 group by chatbot_id, decision`,
      [tenant.id, since, until],
    ),
  );
  return rows.map(({ line }) => line).sort();
}

async function rowsOf(where: string): Promise<number> {
  const { rows } = await withClient(t.database.admin, (admin) =>
    admin.query<{ n: number }>(`select count(*)::integer as n from chatbot_turn_days where tenant_id = $1 and ${where}`, [tenant.id]),
  );
  return rows[0]?.n ?? 0;
}

describe("turn counts by day", () => {
  it("a summary equals a count of the turns after any history", async () => {
    const people = await Promise.all(Array.from({ length: 3 }, newcomer));
    await t.settle();
    /** How long ago, preferring the edges of days. */
    const ago = fc.oneof(
      fc.integer({ min: 0, max: 40 * dayMs }),
      fc.nat({ max: 40 }).map((days) => days * dayMs),
      fc.nat({ max: 3_600_000 }),
    );
    const happening = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          what: fc.constant("turn" as const),
          bot: fc.nat({ max: 1 }),
          decision: fc.nat({ max: 5 }),
          who: fc.nat(),
          ago,
        }),
      },
      { weight: 2, arbitrary: fc.record({ what: fc.constant("count" as const) }) },
      { weight: 2, arbitrary: fc.record({ what: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 30 * 3_600_000 }) }) },
      { weight: 1, arbitrary: fc.record({ what: fc.constantFrom("erase" as const, "merge" as const), who: fc.nat() }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 4, maxLength: 16 }),
        fc.array(fc.tuple(ago, ago), { minLength: 4, maxLength: 4 }),
        async (history, periods) => {
          const running: Promise<unknown>[] = [];
          for (const each of history) {
            const now = t.clock.now().getTime();
            // Whole days count back from the edge of a UTC day.
            const instant = (before: number) => new Date(before % dayMs === 0 ? Math.floor(now / dayMs) * dayMs - before : now - before);
            const who = "who" in each ? each.who % people.length : 0;
            if (each.what === "turn") running.push(take(each.bot, each.decision, people[who]?.conversationId ?? "", instant(each.ago)));
            else if (each.what === "count") running.push(job.run(), job.run());
            else if (each.what === "wait") t.clock.advance(each.ms);
            else if (each.what === "merge") {
              const [into, from] = [people[who], people[(who + 1) % people.length]];
              if (into === undefined || from === undefined || into.contactId === from.contactId) continue;
              const merged = await tenant.api.post(`/api/v1/contacts/${into.contactId}/merge`, { contactId: from.contactId });
              assert.equal(merged.status, 200, merged.text);
              const gone = from.contactId;
              for (const one of people) if (one.contactId === gone) one.contactId = into.contactId;
            } else {
              // A turn cannot join a conversation that is being erased; counting continues meanwhile.
              await Promise.all(running.splice(0));
              const contactId = people[who]?.contactId;
              const erased = await tenant.api.post(`/api/v1/contacts/${contactId}/erase`, { confirm: "erase" });
              assert.equal(erased.status, 200, erased.text);
              await Promise.all([t.settle(), job.run()]);
              for (const [at, one] of people.entries()) if (one.contactId === contactId) people[at] = await newcomer();
            }
          }
          await Promise.all(running);
          const now = t.clock.now().getTime();
          for (const [one, other] of [...periods, [41 * dayMs, -1] as const]) {
            const at = (before: number) => new Date(before % dayMs === 0 ? Math.floor(now / dayMs) * dayMs - before : now - before);
            const [since, until] = [at(Math.max(one, other)), at(Math.min(one, other))];
            if (since < until)
              assert.deepEqual(await summary(since, until), await fresh(since, until), `${since.toISOString()} to ${until.toISOString()}`);
          }
        },
      ),
      // Runs share their past, so a shortened history would not fail by itself.
      { numRuns: 12, endOnFailure: true },
    );
  });

  it("counted days have one row for each decision, and are read instead of the turns", async () => {
    const { conversationId } = await newcomer();
    const day = Math.floor(t.clock.now().getTime() / dayMs) * dayMs - 3 * dayMs;
    for (let i = 0; i < 5; i++) await take(0, i % 2, conversationId, new Date(day + i));
    await job.run();
    const at = new Date(day).toISOString().slice(0, 10);
    assert.equal(await rowsOf(`day = '${at}' and turns > 0`), await rowsOf(`day = '${at}'`));
    const period = [new Date(day), new Date(day + dayMs)] as const;
    assert.deepEqual(await summary(...period), await fresh(...period));
    // The response is what the day's row says.
    await withClient(t.database.admin, (admin) =>
      admin.query("update chatbot_turn_days set turns = turns + 100 where tenant_id = $1 and day = $2 and decision = 'answered'", [
        tenant.id,
        at,
      ]),
    );
    assert.notDeepEqual(await summary(...period), await fresh(...period));
    // The next count repairs it.
    await job.run();
    assert.deepEqual(await summary(...period), await fresh(...period));
  });
});
