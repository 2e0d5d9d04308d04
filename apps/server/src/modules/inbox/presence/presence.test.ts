/** Who views conversations and types in them: emitted, limited to those who may know, and removed. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { emit, type Followed, follow, settled, t } from "../../../../test/stages/event-stage.ts";
import { createApi, startTestApp, type TestPerson, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { eventually } from "../../../../test/eventually.ts";

let tenant: TestTenant;
let other: TestTenant;
let agent: TestPerson;
let supervisor: TestPerson;
let viewer: TestPerson;
let conversation = "";
/** Hidden from the viewer while visibility is `assigned`; the agent may not see this one either. */
let foreign = "";

const put = (api: TestPerson["api"], id: string, body: object) =>
  api.request("PUT", `/api/v1/conversations/${id}/presence`, { body: JSON.stringify(body) });
const shown = async (api: TestPerson["api"], query = "") =>
  (await api.get(`/api/v1/conversations/presence${query}`)).body.data.map((each: any) => [each.agentId, each.state]);
const gone = async () => {
  t.clock.advance(46_000);
  assert.deepEqual(await shown(tenant.api), []);
};

/** The presence events that a stream received before an event that everybody sees, emitted now. */
async function presenceSoFar(stream: Followed) {
  const barrier = await emit(tenant);
  await stream.until(() => stream.events().some(({ id }) => id === barrier));
  return stream.events().filter(({ event }) => event === "presence");
}

before(async () => {
  [tenant, other] = [await t.tenant(), await t.tenant()];
  agent = await t.person(tenant.id, { role: "agent" });
  supervisor = await t.person(tenant.id, { role: "supervisor" });
  viewer = await t.person(tenant.id, { role: "viewer" });
  const channel = await t.channel(tenant);
  await t.simulator.customer("447700985001", "Mine").sendText(channel.externalId, "Hello");
  await t.drain();
  conversation = (await tenant.api.get("/api/v1/conversations?sort=createdAt")).body.data[0].id;
  t.clock.advance(1_000);
  await t.simulator.customer("447700985002", "Another").sendText(channel.externalId, "Hello");
  await t.drain();
  foreign = (await tenant.api.get("/api/v1/conversations?sort=createdAt")).body.data[0].id;
  await tenant.api.patch(`/api/v1/conversations/${conversation}`, { assigneeId: agent.agentId });
  // A stream that is opened before its event can be read would receive it.
  await settled(tenant);
});

describe("presence", () => {
  it("viewing and writing is shown to the team, expires without renewal, and ends on leaving", async () => {
    const said = await put(agent.api, conversation, { state: "viewing" });
    assert.equal(said.status, 200, said.text);
    assert.deepEqual(said.body.data[0], {
      conversationId: conversation,
      agentId: agent.agentId,
      state: "viewing",
      since: t.clock.now().toISOString(),
      expiresAt: new Date(t.clock.now().getTime() + 45_000).toISOString(),
    });
    assert.deepEqual(await shown(supervisor.api), [[agent.agentId, "viewing"]]);
    const { body } = await supervisor.api.get("/api/v1/conversations/presence");
    assert.deepEqual(body, { data: said.body.data, pageInfo: { hasNextPage: false, nextCursor: null } });
    await put(supervisor.api, conversation, { state: "writing" });
    assert.deepEqual(await shown(agent.api, `?conversationId=${conversation}`), [
      [agent.agentId, "viewing"],
      [supervisor.agentId, "writing"],
    ]);
    t.clock.advance(8_000);
    assert.deepEqual((await shown(agent.api))[1], [supervisor.agentId, "viewing"], "who types no more still looks");
    await put(supervisor.api, conversation, { state: "gone" });
    assert.deepEqual(await shown(agent.api), [[agent.agentId, "viewing"]]);
    await gone();
  });

  it("a stream that requests presence receives each change; other streams receive none", async () => {
    const [asking, silent] = [
      await follow(t.url, null, "?presence=true", { cookie: supervisor.cookie }),
      await follow(t.url, null, "", { cookie: supervisor.cookie }),
    ];
    for (const each of [asking, silent]) await each.ready();
    const received = () => asking.events().map(({ id, event, data }) => [id, event, data.agentId, data.state]);
    await put(agent.api, conversation, { state: "viewing" });
    await put(agent.api, conversation, { state: "viewing" });
    await put(agent.api, conversation, { state: "writing" });
    await put(agent.api, conversation, { state: "gone" });
    await asking.until(() => received().length >= 3);
    assert.deepEqual(
      received(),
      ["viewing", "writing", "gone"].map((state) => [undefined, "presence", agent.agentId, state]),
      "without an id: a client goes on from the event before",
    );
    assert.deepEqual(await presenceSoFar(silent), []);
    for (const each of [asking, silent]) each.close();
  });

  it("is only for those who may see the conversation", async () => {
    await tenant.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ visibility: "assigned" }) });
    const [seeing, blind] = [
      await follow(t.url, null, "?presence=true", { cookie: agent.cookie }),
      await follow(t.url, null, "?presence=true", { cookie: viewer.cookie }),
    ];
    for (const each of [seeing, blind]) await each.ready();
    await put(supervisor.api, foreign, { state: "viewing" });
    await put(supervisor.api, conversation, { state: "viewing" });
    await seeing.until(() => seeing.events().length >= 1);
    assert.deepEqual(
      (await presenceSoFar(seeing)).map(({ data }) => data.conversationId),
      [conversation],
    );
    assert.deepEqual(await presenceSoFar(blind), []);
    assert.deepEqual(await shown(agent.api), [[supervisor.agentId, "viewing"]]);
    assert.deepEqual(await shown(viewer.api), []);
    assert.equal((await put(viewer.api, conversation, { state: "viewing" })).status, 404);
    assert.equal((await put(agent.api, foreign, { state: "viewing" })).status, 404);
    assert.deepEqual(await shown(other.api), []);
    assert.equal((await put(other.api, conversation, { state: "viewing", memberId: agent.agentId })).status, 404);
    assert.deepEqual(await shown(tenant.api, `?conversationId=${unknownId("conv")}`), []);
    for (const each of [seeing, blind]) each.close();
    await tenant.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ visibility: "all" }) });
    await gone();
  });

  it("cannot be restricted by channel: a stream that requests both is refused", async () => {
    const refused = await tenant.api.get(`/api/v1/events/stream?presence=true&channelId=${unknownId("chn")}`);
    assert.deepEqual([refused.status, refused.body.error.details], [400, [{ field: "channelId", issue: "not_allowed" }]]);
  });

  it("a key names the member; members report only their own presence", async () => {
    const nobody = await put(tenant.api, conversation, { state: "viewing" });
    assert.deepEqual([nobody.status, nobody.body.error.details], [400, [{ field: "memberId", issue: "required" }]]);
    assert.equal((await put(tenant.api, conversation, { state: "viewing", memberId: agent.agentId })).status, 200);
    assert.deepEqual(await shown(tenant.api), [[agent.agentId, "viewing"]]);
    assert.equal((await put(supervisor.api, conversation, { state: "gone", memberId: agent.agentId })).status, 403);
    assert.equal((await put(tenant.api, conversation, { state: "viewing", memberId: unknownId("agt") })).status, 404);
    await gone();
  });

  it("a read-only key cannot report, and a key without read access receives nothing", async () => {
    const lacks = (field: string) => [403, "insufficient_scope", [{ field, issue: "missing_scope" }]];
    const refusal = ({ status, body }: { status: number; body: any }) => [status, body.error.code, body.error.details];
    const keyed = async (scopes: string[]) => createApi(t.url, await t.key(tenant.id, { scopes }));
    const reader = await keyed(["conversations:read"]);
    assert.deepEqual(refusal(await put(reader, conversation, { state: "viewing", memberId: agent.agentId })), lacks("conversations:write"));
    assert.deepEqual(await shown(reader), []);
    const hooks = await t.key(tenant.id, { scopes: ["webhooks:read"] });
    assert.deepEqual(refusal(await createApi(t.url, hooks).get("/api/v1/events/stream?presence=true")), lacks("conversations:read"));
    const both = await follow(t.url, await t.key(tenant.id, { scopes: ["webhooks:read", "conversations:read"] }), "?presence=true");
    await both.ready();
    await put(agent.api, conversation, { state: "viewing" });
    await both.until(() => both.events().length >= 1);
    assert.deepEqual(both.events()[0]?.data.agentId, agent.agentId);
    both.close();
    await gone();
  });

  it("stores nothing, wakes no loop, and leaves an installation at rest", async () => {
    const rows = async () => (await t.app.database.worker({ text: "select count(*)::int as n from event_log" }))[0]?.["n"];
    await eventually("it is quiet", () => t.app.wake.idleMs() > 100);
    const [before, quiet] = [await rows(), t.app.wake.idleMs()];
    assert.equal((await put(agent.api, conversation, { state: "writing" })).status, 200);
    assert.equal(await rows(), before);
    assert.ok(t.app.wake.idleMs() > quiet, "nothing stirred");
    await gone();
  });

  it("processes notify each other", async () => {
    const secondApp = await startTestApp({ sharing: t });
    after(() => secondApp.stop());
    const there = async () => {
      const response = await fetch(`${secondApp.url}/api/v1/conversations/presence`, {
        headers: { authorization: `Bearer ${tenant.key}` },
      });
      return ((await response.json()) as any).data.map((each: any) => [each.agentId, each.state]);
    };
    // Repeated until received, as clients do: the other process may not be listening yet.
    await eventually("the other process knows", async () => {
      t.clock.advance(3_000);
      await put(agent.api, conversation, { state: "writing" });
      return (await there()).length > 0;
    });
    assert.deepEqual(await there(), [[agent.agentId, "writing"]]);
    await put(agent.api, conversation, { state: "gone" });
    await eventually("that they left", async () => (await there()).length === 0);
  });
});
