/**
 * What a person sees of the log: events of types that their role may read, and only of conversations that they may see or of
 * tickets that are assigned to them; in the list, while catching up and live.
 */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { emit, type Followed, follow, t } from "../../../../test/stages/event-stage.ts";
import { ok } from "../../../../test/responses.ts";
import type { TestPerson, TestTenant } from "../../../../test/harness.ts";
import { parseWireId } from "../../../platform/ids/ids.ts";
import { eventTypeNames, readableEventTypes, scopeOfEventType } from "./event-catalog.ts";

let tenant: TestTenant;
let agent: TestPerson;
let supervisor: TestPerson;
let owner: TestPerson;
/**
 * Conversations by their relation to the agent: assigned to them, in their division, below it, in another one, in none.
 */
const of: Record<string, string> = {};
const kinds = ["mine", "division", "below", "other", "none"];

const set = async (visibility: string) => {
  const response = await tenant.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ visibility }) });
  assert.equal(response.status, 200, response.text);
};
const in_ = (kind: string) => ({ conversationId: parseWireId("conv", of[kind] as string) as string });
const kindsIn = (events: any[]) => kinds.filter((kind) => events.some((e) => e.data.conversationId === of[kind] || e.data.kind === kind));

before(async () => {
  tenant = await t.tenant();
  agent = await t.person(tenant.id, { role: "agent" });
  supervisor = await t.person(tenant.id, { role: "supervisor" });
  owner = await t.person(tenant.id, { role: "owner" });
  const division = async (name: string, parent: string | null = null) =>
    (await tenant.api.post("/api/v1/agents/divisions", { name, parent_division_id: parent })).body.id;
  const own = await division("Own");
  const [below, other] = [await division("Below", own), await division("Other")];
  await tenant.api.patch(`/api/v1/agents/${agent.agentId}`, { divisionIds: [own] });
  const channel = await t.channel(tenant);
  const fields: Record<string, object> = {
    mine: { divisionId: other, assigneeId: agent.agentId },
    division: { divisionId: own },
    below: { divisionId: below, assigneeId: supervisor.agentId },
    other: { divisionId: other },
    none: {},
  };
  for (const [i, kind] of kinds.entries()) {
    t.clock.advance(1_000);
    await t.simulator.customer(`44770098410${i}`, `Person ${kind}`).sendText(channel.externalId, `secret of ${kind}`);
    await t.drain();
    of[kind] = (await tenant.api.get("/api/v1/conversations?sort=createdAt")).body.data[0].id;
    assert.equal((await tenant.api.patch(`/api/v1/conversations/${of[kind]}`, { ...fields[kind], labels: ["zoo"] })).status, 200);
  }
});

async function whole(api: TestPerson["api"], query: string): Promise<any[]> {
  const found: any[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: any = await api.get(`/api/v1/events?limit=2${query}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    assert.equal(page.status, 200, page.text);
    found.push(...page.body.data);
    cursor = page.body.pageInfo.nextCursor;
  }
  return found;
}

describe("the visibility of events to people", () => {
  const words: [string, string[]][] = [
    ["all", kinds],
    ["division", ["mine", "division", "below", "none"]],
    ["assigned", ["mine"]],
  ];
  for (const [word, seen] of words) {
    it(`${word}: an agent gets events of visible conversations, in the list, missed and live; supervisors and keys get all`, async () => {
      await set(word);
      for (const query of ["", "&after=", "&after=&type=message.received"]) {
        assert.deepEqual(kindsIn(await whole(agent.api, query)), seen, `list ${query}`);
        assert.deepEqual(kindsIn(await whole(supervisor.api, query)), kinds);
        assert.deepEqual(kindsIn(await whole(tenant.api, query)), kinds);
      }
      assert.ok(
        (await whole(agent.api, "")).some((e) => e.type === "contact.created"),
        "contacts are not narrowed, as in their list",
      );
      const text = JSON.stringify(await whole(agent.api, ""));
      for (const kind of kinds) assert.equal(text.includes(`secret of ${kind}`), seen.includes(kind), kind);

      const missed = await follow(t.url, null, "?after=evt_00000000000000000000000000000000", { cookie: agent.cookie });
      await missed.ready();
      assert.deepEqual(kindsIn(missed.events().map((m) => m.data)), seen, "catching up");
      const live = await follow(t.url, null, "", { cookie: agent.cookie });
      const above = await follow(t.url, null, "", { cookie: supervisor.cookie });
      await live.ready();
      await above.ready();
      const shown = new Map<string, string>();
      for (const kind of kinds) shown.set(kind, await emit(tenant, "message.received", { kind }, in_(kind)));
      const last = await emit(tenant, "contact.updated");
      for (const stream of [live, above, missed]) await stream.until(() => stream.events().some((m) => m.id === last));
      const got = (stream: Followed) => kinds.filter((kind) => stream.events().some((m) => m.id === shown.get(kind)));
      assert.deepEqual(got(live), seen, "live");
      assert.deepEqual(got(missed), seen, "live after catching up");
      assert.deepEqual(got(above), kinds);
      for (const stream of [live, above, missed]) stream.close();
    });
  }

  it("an open stream follows the setting, the assignment and the role", async () => {
    await set("all");
    const stream = await follow(t.url, null, "", { cookie: agent.cookie });
    await stream.ready();
    const both = async () => {
      const [one, end] = [await emit(tenant, "message.received", {}, in_("other")), await emit(tenant, "contact.updated")];
      await stream.until(() => stream.events().some((m) => m.id === end));
      return stream.events().some((m) => m.id === one);
    };
    assert.equal(await both(), true);
    await set("assigned");
    assert.equal(await both(), false);
    await tenant.api.patch(`/api/v1/conversations/${of["other"]}`, { assigneeId: agent.agentId });
    assert.equal(await both(), true);
    await tenant.api.patch(`/api/v1/conversations/${of["other"]}`, { assigneeId: null });
    assert.equal((await tenant.api.patch(`/api/v1/members/${agent.agentId}`, { role: "supervisor" })).status, 200);
    await stream.until(() => stream.ended);
    assert.equal((await tenant.api.patch(`/api/v1/members/${agent.agentId}`, { role: "agent" })).status, 200);
  });

  it("people get types whose resource their role may read; a key gets all", async () => {
    await set("all");
    const live = await follow(t.url, null, "", { cookie: agent.cookie });
    const mine = await follow(t.url, null, "", { cookie: owner.cookie });
    await live.ready();
    await mine.ready();
    const hidden = [await emit(tenant, "balance.low"), await emit(tenant, "payment_request.updated"), await emit(tenant, "call.ended")];
    const last = await emit(tenant, "ticket.updated");
    for (const stream of [live, mine]) await stream.until(() => stream.events().some((m) => m.id === last));
    const among = (ids: string[]) => hidden.filter((id) => ids.includes(id));
    assert.deepEqual(among(live.events().map((m) => m.id as string)), []);
    assert.deepEqual(among(mine.events().map((m) => m.id as string)), hidden);
    for (const [api, expected] of [
      [agent.api, []],
      [owner.api, hidden],
      [tenant.api, hidden],
    ] as const) {
      const ids = async (query: string) => among((await whole(api, query)).map((e) => e.id));
      assert.deepEqual(await ids("&after="), expected);
      assert.deepEqual(await ids("&after=&type=balance.low,payment_request.updated,call.ended"), expected);
    }
    live.close();
    mine.close();
  });

  it("the assignee of a ticket gets its events, whatever its conversation", async () => {
    await set("assigned");
    const live = await follow(t.url, null, "", { cookie: agent.cookie });
    await live.ready();
    const ticketOf = (assigneeId: string | undefined) =>
      ok(tenant.api.post(`/api/v1/conversations/${of["other"]}/tickets`, { assigneeId, subject: "A ticket" }));
    const [theirs, anothers] = [await ticketOf(agent.agentId), await ticketOf(supervisor.agentId)];
    for (const { id } of [theirs, anothers]) await ok(tenant.api.patch(`/api/v1/tickets/${id}`, { priority: "high" }));
    await ok(tenant.api.patch(`/api/v1/tickets/${theirs.id}`, { assigneeId: supervisor.agentId }));
    // Only a ticket's events follow the ticket's assignee: others may name an assignee too.
    await emit(tenant, "conversation.updated", { ticketId: theirs.id, assigneeId: agent.agentId }, in_("other"));
    const last = await emit(tenant, "contact.updated");
    const missed = await follow(t.url, null, "?after=evt_00000000000000000000000000000000", { cookie: agent.cookie });
    for (const stream of [live, missed]) await stream.until(() => stream.events().some((m) => m.id === last));
    const about = (events: any[]) =>
      events.filter((e) => [theirs.id, anothers.id].includes(e.data.ticketId)).map((e) => [e.type, e.data.ticketId]);
    const expected = ["ticket.created", "ticket.updated"].map((type) => [type, theirs.id]);
    assert.deepEqual(about(await whole(agent.api, "&after=")), expected, "list");
    assert.deepEqual(about(missed.events().map((m) => m.data)), expected, "catching up");
    assert.deepEqual(about(live.events().map((m) => m.data)), expected, "live");
    assert.equal(about(await whole(supervisor.api, "&after=")).length, 6);
    for (const stream of [live, missed]) stream.close();
  });

  it("every type has a scope that includes it", () => {
    const spec = eventTypeNames(t.app.eventTypes);
    for (const type of spec) assert.notEqual(scopeOfEventType(type), undefined, type);
    assert.deepEqual([...readableEventTypes(["message.sent", "never.heard.of"], new Set(["messages:read"]))], ["message.sent"]);
  });
});
