import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { ok } from "../../../../test/responses.ts";
import { startInbox } from "../../../../test/inbox.ts";
import type { TestTenant } from "../../../../test/harness.ts";

const { t, tenant: otherTenant, incoming } = await startInbox("447713");
const minute = 60_000;
const hour = 60 * minute;
const settings = (own: TestTenant, csat: object) => ok(own.api.put("/api/v1/agent-settings", { csat }));
const rowsOf = (own: TestTenant) =>
  withClient(
    t.database.admin,
    async (admin) =>
      (await admin.query("select skipped_reason, rating, comment from csat_surveys where tenant_id = $1 order by created_at, id", [own.id]))
        .rows,
  );

async function asking(csat: object = {}) {
  const own = await t.tenant();
  const line = await t.channel(own);
  await settings(own, { enabled: true, delayMinutes: 10, ...csat });
  const responses = async (query = "") => (await ok(own.api.get(`/api/v1/csat/responses${query}`))).data;
  const summary = async (query = "") => ok(own.api.get(`/api/v1/csat/summary${query}`));
  /** A customer wrote, got help, and was asked. */
  async function helped(text = "Help") {
    const person = await incoming(text, own, line);
    const read = () => ok(own.api.get(person.url));
    const said = async () => (await ok(own.api.get(`${person.url}/messages`))).data.reverse().map((m: any) => [m.author.kind, m.text]);
    const write = async (words: string) => {
      await person.customer.sendText(line.externalId, words);
      await t.drain();
    };
    const resolve = () => ok(own.api.patch(person.url, { status: "resolved" }));
    const ask = async () => {
      await resolve();
      t.clock.advance(11 * minute);
      await t.drain();
    };
    return { ...person, read, said, write, resolve, ask };
  }
  return { own, line, responses, summary, helped };
}

describe("customer satisfaction", () => {
  it("asks once after the delay, and an answer is kept without reopening the conversation", async () => {
    const { own, responses, summary, helped } = await asking();
    const agent = await t.person(own.id, { role: "agent" });
    const who = await helped();
    await ok(own.api.patch(who.url, { assigneeId: agent.agentId }));
    const resolved = await who.resolve();
    t.clock.advance(9 * minute);
    await t.drain();
    assert.equal((await who.said()).length, 1, "not before its time");
    t.clock.advance(2 * minute);
    await Promise.all([t.drain(), t.drain()]);
    await t.drain();
    const said = await who.said();
    assert.deepEqual(
      said.map(([kind]: string[]) => kind),
      ["contact", "flow"],
    );
    assert.match(said[1][1], /1 .* 5/);
    const before = await who.read();
    assert.deepEqual(
      [before.status, before.resolvedAt, before.resolvedBy, before.firstRepliedAt],
      ["resolved", resolved.resolvedAt, resolved.resolvedBy, resolved.firstRepliedAt],
    );
    assert.equal((await ok(own.api.get("/api/v1/conversations"))).data.length, 1, "no other conversation begins");

    await who.write("4");
    const after = await who.read();
    assert.deepEqual(
      [after.status, after.resolvedAt, after.waitingSince, after.unreadCount],
      ["resolved", resolved.resolvedAt, null, before.unreadCount],
    );
    const [response, ...others] = await responses();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [
        response.conversationId,
        response.contactId,
        response.channelId,
        response.assigneeId,
        response.rating,
        response.comment,
        response.resolvedAt,
      ],
      [who.conversation.id, who.contactId, after.channelId, agent.agentId, 4, null, resolved.resolvedAt],
    );
    const events = await t.app.database.worker<{ data: any }>({
      text: "select data from event_log where tenant_id = $1 and type = 'conversation.updated' and data->'changes'->'status' is not null",
      values: [own.id],
    });
    assert.equal(events.length, 1, "of the status only the resolving is told");

    await who.write("Thanks, very friendly");
    assert.equal((await who.read()).status, "open", "words may want something");
    assert.deepEqual(
      (await responses()).map((r: any) => [r.rating, r.comment]),
      [[4, "Thanks, very friendly"]],
    );
    await who.write("5");
    assert.deepEqual(
      (await responses()).map((r: any) => r.rating),
      [4],
      "an answer is given once",
    );
    assert.deepEqual(await summary(), {
      asked: 1,
      answered: 1,
      responseRate: 1,
      averageRating: 4,
      csatScore: 1,
      ratings: { "1": 0, "2": 0, "3": 0, "4": 1, "5": 0 },
      since: null,
      until: null,
    });
    const file = await own.api.get("/api/v1/csat/summary.csv");
    assert.deepEqual(
      [
        file.status,
        file.text
          .replace(/^\ufeff/, "")
          .trim()
          .split(/\r?\n/),
      ],
      [200, ["rating,answers", "1,0", "2,0", "3,0", "4,1", "5,0"]],
    );
    const activity = (await ok(own.api.get(`${who.url}/activity`))).data.filter((item: any) => item.changes.csat !== undefined);
    assert.deepEqual(
      activity.map((item: any) => item.changes.csat.to),
      [
        { rating: 4, comment: "Thanks, very friendly" },
        { rating: 4, comment: null },
      ],
    );
    assert.deepEqual((await ok(otherTenant.api.get("/api/v1/csat/responses"))).data, []);
  });

  it("asks again after the next resolution, but not if the conversation was reopened before the delay passed", async () => {
    const { own, responses, helped } = await asking();
    const who = await helped();
    await who.resolve();
    t.clock.advance(5 * minute);
    await who.write("Wait");
    t.clock.advance(20 * minute);
    await t.drain();
    assert.deepEqual(await rowsOf(own), []);
    for (const rating of ["⭐⭐", "5"]) {
      await who.ask();
      await who.write(rating);
      await ok(own.api.patch(who.url, { status: "open" }));
    }
    assert.deepEqual(
      (await responses()).map((r: any) => r.rating),
      [5, 2],
    );
    const first = await ok(own.api.get("/api/v1/csat/responses?limit=1"));
    const next = await ok(own.api.get(`/api/v1/csat/responses?limit=1&cursor=${first.pageInfo.nextCursor}`));
    assert.deepEqual([first.data[0].rating, next.data[0].rating, next.pageInfo.hasNextPage], [5, 2, false]);
    assert.equal((await own.api.get("/api/v1/csat/responses?cursor=x")).body.error.code, "invalid_cursor");
  });

  it("counts an answer for the conversation asked about last, if two are unanswered", async () => {
    const { own, responses, helped } = await asking();
    await ok(own.api.put("/api/v1/agent-settings", { reopenWindowHours: 1 }));
    const who = await helped();
    await who.ask();
    t.clock.advance(2 * hour);
    await who.write("Something else");
    const [other] = (await ok(own.api.get(`/api/v1/conversations?contactId=${who.contactId}&status=open`))).data;
    assert.notEqual(other.id, who.conversation.id);
    await ok(own.api.patch(`/api/v1/conversations/${other.id}`, { status: "resolved" }));
    t.clock.advance(11 * minute);
    await t.drain();
    // The older conversation is asked about once more, so it is the last one asked about.
    await ok(own.api.patch(who.url, { status: "open" }));
    await who.ask();
    assert.deepEqual(
      (await rowsOf(own)).map((row: any) => row.skipped_reason),
      [null, null, null],
    );
    const answered = async () => (await responses()).map((r: any) => [r.conversationId, r.rating]);
    await who.write("5");
    assert.deepEqual(await answered(), [[who.conversation.id, 5]]);
    t.clock.advance(minute);
    await who.write("2");
    assert.deepEqual(await answered(), [
      [other.id, 2],
      [who.conversation.id, 5],
    ]);
  });

  it("treats any other text as an ordinary message that reopens the conversation", async () => {
    const { responses, helped } = await asking();
    const who = await helped();
    await who.ask();
    await who.write("It is broken again");
    assert.equal((await who.read()).status, "open");
    await who.write("5");
    assert.deepEqual([await responses(), (await who.read()).unreadCount > 0], [[], true], "a number is no answer any more");
    const late = await helped();
    await late.ask();
    t.clock.advance(25 * hour);
    await late.write("5");
    assert.deepEqual(await responses(), [], "nor is it after a day");
  });

  it("keeps a batch in the order in which it was written", async () => {
    const { line, responses, helped } = await asking();
    const who = await helped();
    await who.ask();
    await who.customer.sendText(line.externalId, "3");
    await who.customer.sendText(line.externalId, "and one more thing");
    await t.drain();
    assert.deepEqual(
      (await responses()).map((r: any) => [r.rating, r.comment]),
      [[3, "and one more thing"]],
    );
    assert.equal((await who.read()).status, "open");
  });

  it("keeps the beginning of a long comment, cut between characters", async () => {
    const { line, responses, helped } = await asking();
    const who = await helped();
    await who.ask();
    await who.write("4");
    await who.customer.sendText(line.externalId, `${"y".repeat(4_095)}😀`);
    await t.drain();
    assert.deepEqual(
      (await responses()).map((r: any) => [r.rating, r.comment]),
      [[4, "y".repeat(4_095)]],
    );
    assert.equal((await who.read()).status, "open");
  });

  it("does not ask outside the customer service window, contacts who opted out or are blocked, or about what was resolved before", async () => {
    const { own, helped, summary } = await asking({ delayMinutes: 60 });
    const [closed, out, blocked, fine] = [await helped(), await helped(), await helped(), await helped()];
    t.clock.advance(23 * hour + 30 * minute);
    await fine.write("Still there");
    for (const who of [closed, blocked, fine]) await who.resolve();
    await out.write("STOP");
    await out.resolve();
    await ok(own.api.post(`/api/v1/contacts/${blocked.contactId}/block`));
    t.clock.advance(61 * minute);
    await t.drain();
    assert.deepEqual(
      (await rowsOf(own)).map((row: any) => row.skipped_reason).sort(),
      ["recipient_opted_out", "window_closed", "blocked", null].sort(),
    );
    assert.equal((await summary()).asked, 1);
    const another = await asking({ enabled: false });
    const early = await another.helped();
    await early.resolve();
    t.clock.advance(minute);
    await settings(another.own, { enabled: true });
    t.clock.advance(hour);
    await t.drain();
    assert.deepEqual(await rowsOf(another.own), []);
  });

  it("asks in the contact's language with the tenant's text; invalid settings are refused", async () => {
    const { own, helped } = await asking({ questions: { de: "Wie war's? 1 bis 5" } });
    const who = await helped();
    await ok(own.api.patch(`/api/v1/contacts/${who.contactId}`, { language: "de" }));
    await who.ask();
    assert.deepEqual((await who.said()).at(-1), ["flow", "Wie war's? 1 bis 5"]);
    for (const csat of [{ delayMinutes: -1 }, { delayMinutes: 2_000 }, { questions: { German: "x" } }, { questions: { de: "" } }]) {
      const response = await own.api.put("/api/v1/agent-settings", { csat });
      assert.equal(response.status, 400, JSON.stringify(csat));
    }
    const { defaultQuestions, ...asked } = (await ok(own.api.get("/api/v1/agent-settings"))).csat;
    assert.deepEqual(asked, { enabled: true, delayMinutes: 10, questions: { de: "Wie war's? 1 bis 5" } });
    const spaniard = await helped();
    await ok(own.api.patch(`/api/v1/contacts/${spaniard.contactId}`, { language: "es" }));
    await spaniard.ask();
    assert.deepEqual((await spaniard.said()).at(-1), ["flow", defaultQuestions.es], "what the settings say is what is asked");
    const reader = t.api(await t.key(own.id, { scopes: ["conversations:read"] }));
    for (const path of ["responses", "summary"]) assert.equal((await reader.get(`/api/v1/csat/${path}`)).status, 403);
    assert.equal((await own.api.get("/api/v1/csat/responses?rating=6")).status, 400);
  });
});
