import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startInbox, wholeList } from "../../../../test/inbox.ts";
import { ok } from "../../../../test/responses.ts";
import type { Api } from "../../../../test/harness.ts";

const { t, incoming } = await startInbox("447715");
const at = "/api/v1/tickets";
const ids = async (api: Api, query = "") => (await wholeList(api, `${at}${query}`)).map(({ id }) => id);

async function office(visibility: "assigned" | "division") {
  const own = await t.tenant();
  const line = await t.channel(own);
  const [first, second, supervisor] = [
    await t.person(own.id, { role: "agent" }),
    await t.person(own.id, { role: "agent" }),
    await t.person(own.id, { role: "supervisor" }),
  ];
  await ok(own.api.put("/api/v1/agent-settings", { visibility }));
  const { url } = await incoming("My secret order", own, line);
  return { own, first, second, supervisor, url };
}

describe("an agent who sees only their own conversations", () => {
  it("neither sees nor changes the tickets of others' conversations", async () => {
    const { own, first, second, supervisor, url } = await office("assigned");
    await ok(own.api.patch(url, { assigneeId: second.agentId }));
    const ticket = await ok(own.api.post(`${url}/tickets`, { labels: ["vip"] }));
    const free = await ok(own.api.post(at, { subject: "Water the plants", labels: ["vip"] }));
    const one = `${at}/${ticket.id}`;
    for (const answer of [
      await first.api.get(one),
      await first.api.get(`${one}/activity`),
      await first.api.patch(one, { priority: "high" }),
      await first.api.post(`${one}/comments`, { text: "Hm" }),
      await first.api.post(`${one}/follow-up`, {}),
      await first.api.delete(one),
    ])
      assert.deepEqual([answer.status, answer.body.error?.code], [404, "not_found"], answer.text);
    const known = (await ok(own.api.get(`${at}/${ticket.id}`))).priority;
    assert.equal(known, "medium");
    assert.deepEqual(await ids(first.api), [free.id]);
    assert.deepEqual(await ids(first.api, "?label=vip"), [free.id]);
    for (const query of ["?q=secret", "?status=open&q=order", `?conversationId=${ticket.conversationId}`])
      assert.deepEqual(await ids(first.api, query), [], query);
    for (const api of [second.api, supervisor.api, own.api]) {
      assert.deepEqual(await ids(api), [free.id, ticket.id]);
      assert.deepEqual(await ids(api, "?q=secret"), [ticket.id]);
      assert.equal((await ok(api.get(one))).subject, "My secret order");
    }
    await ok(own.api.patch(one, { assigneeId: first.agentId }));
    assert.deepEqual([await ids(first.api), await ids(first.api, "?q=secret")], [[free.id, ticket.id], [ticket.id]]);
    assert.equal((await ok(first.api.patch(one, { priority: "high" }))).priority, "high");
  });

  it("sees those of their divisions where that is the setting", async () => {
    const { own, first, url } = await office("division");
    const division = async (name: string) => (await ok(own.api.post("/api/v1/agents/divisions", { name }))).id;
    const [mine, other] = [await division("Mine"), await division("Other")];
    await ok(own.api.patch(`/api/v1/agents/${first.agentId}`, { divisionIds: [mine] }));
    const ticket = await ok(own.api.post(`${url}/tickets`, {}));
    for (const [divisionId, expected] of [
      [null, [ticket.id]],
      [other, []],
      [mine, [ticket.id]],
    ] as const) {
      await ok(own.api.patch(url, { divisionId }));
      assert.deepEqual([await ids(first.api), await ids(first.api, "?q=secret")], [expected, expected]);
      assert.equal((await first.api.get(`${at}/${ticket.id}`)).status, expected.length === 0 ? 404 : 200);
    }
  });
});
