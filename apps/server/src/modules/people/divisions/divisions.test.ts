import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";

let app: TestApp;
let tenant: TestTenant;
before(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
});
after(() => app?.stop());

const base = "/api/v1/agents-management/divisions";
const put = (of: TestTenant, id: string, body: object) => of.api.request("PUT", `${base}/${id}`, { body: JSON.stringify(body) });
const make = async (of: TestTenant, name: string, parent: string | null = null) =>
  (await of.api.post("/api/v1/agents/divisions", { name, parent_division_id: parent })).body.id as string;

describe("divisions", () => {
  it("are created, listed, changed and deleted at both paths", async () => {
    const own = await app.tenant();
    const made = await own.api.post(
      base,
      { name: " Returns ", description: "What comes back", color: "#2563EB" },
      { "idempotency-key": "d" },
    );
    assert.equal(made.status, 200, made.text);
    const { id, createdAt: _c, updatedAt: _u, ...shown } = made.body;
    assert.deepEqual(shown, {
      name: "Returns",
      description: "What comes back",
      color: "#2563eb",
      parent_division_id: null,
      memberCount: 0,
    });
    assert.deepEqual(
      (await own.api.post(base, { name: " Returns ", description: "What comes back", color: "#2563EB" }, { "idempotency-key": "d" })).body,
      made.body,
    );
    for (const path of [base, "/api/v1/agents/divisions"]) {
      assert.deepEqual((await own.api.get(`${path}/${id}`)).body, made.body);
      for (const wire of [unknownId("div"), "x"]) assert.equal((await own.api.get(`${path}/${wire}`)).status, 404);
      assert.equal((await tenant.api.get(`${path}/${id}`)).status, 404, "another tenant's");
      assert.equal((await own.api.get(`${path}/${id}?appId=${unknownId("app")}`)).status, 404);
    }
    const others = app.api(await app.key(own.id, { scopes: ["agents:read"] }));
    assert.equal((await others.get(`${base}/${id}`)).status, 403);
    app.clock.advance(1_000);
    const below = await make(own, "Parcels", id);
    app.clock.advance(1_000);
    await make(own, "Sales");
    const first = await own.api.get("/api/v1/agents/divisions?limit=2");
    const rest = await own.api.get(`/api/v1/agents/divisions?limit=2&cursor=${first.body.pageInfo.nextCursor}`);
    assert.deepEqual(
      [...first.body.data, ...rest.body.data].map((d) => d.name),
      ["Sales", "Parcels", "Returns"],
    );
    const moved = await put(own, below, { parent_division_id: null, description: "", color: null });
    assert.deepEqual([moved.body.parent_division_id, moved.body.description, moved.body.name], [null, null, "Parcels"]);
    assert.deepEqual((await own.api.delete(`/api/v1/agents/divisions/${below}`)).body, { id: below, deleted: true });
    assert.equal((await own.api.delete(`${base}/${below}`)).status, 404);
    assert.equal((await own.api.get(`${base}?appId=app_1`)).status, 404);
    assert.equal((await put(tenant, id, { name: "Mine" })).status, 404, "another tenant's");
    assert.equal((await put(own, id, { parent_division_id: unknownId("div") })).status, 404);
    assert.deepEqual((await own.api.post(base, { name: " " })).body.error.details, [{ field: "name", issue: "too_short" }]);
    assert.equal((await own.api.post(base, { name: "X", color: "#12345" })).status, 400);
    const reader = app.api(await app.key(own.id, { scopes: ["divisions:read"] }));
    assert.equal((await reader.post(base, { name: "X" })).body.error.code, "insufficient_scope");
  });

  it("have unique names among siblings, even if two requests create one at the same time", async () => {
    const own = await app.tenant();
    const root = await make(own, "Élan");
    assert.equal((await own.api.post(base, { name: "elan" })).body.error.code, "already_exists");
    assert.equal((await own.api.post(base, { name: "elan", parent_division_id: root })).status, 200);
    const twins = await Promise.all([own.api.post(base, { name: "Twin" }), own.api.post(base, { name: "TWIN" })]);
    assert.deepEqual(twins.map(({ status }) => status).sort(), [200, 409]);
  });

  it("are never below themselves, even if two concurrent moves would close a cycle", async () => {
    const own = await app.tenant();
    const [a, b] = [await make(own, "A"), await make(own, "B")];
    const c = await make(own, "C", b);
    assert.equal((await put(own, b, { parent_division_id: b })).status, 409);
    assert.equal((await put(own, b, { parent_division_id: c })).status, 409);
    for (let round = 0; round < 8; round++) {
      const responses = await Promise.all([put(own, a, { parent_division_id: c }), put(own, b, { parent_division_id: a })]);
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409], responses.map(({ text }) => text).join("\n"));
      await put(own, a, { parent_division_id: null });
      await put(own, b, { parent_division_id: null });
    }
  });

  it("with members, children or conversations are deleted only if another division receives them", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    const agent = await app.person(own.id, { role: "agent" });
    const [old, next] = [await make(own, "Old"), await make(own, "Next")];
    const child = await make(own, "Child", old);
    await own.api.patch(`/api/v1/agents/${agent.agentId}`, { divisionIds: [old] });
    await app.simulator.customer("447700986001", "Somebody").sendText(channel.externalId, "Hello?");
    await app.drain();
    const [conversation] = (await own.api.get("/api/v1/conversations")).body.data;
    const path = `/api/v1/conversations/${conversation.id}`;
    assert.equal(conversation.divisionId, null);
    assert.equal((await own.api.patch(path, { divisionId: unknownId("div") })).status, 404);
    assert.equal((await own.api.patch(path, { divisionId: old })).body.divisionId, old);
    const found = async (division: string) => (await own.api.get(`/api/v1/conversations?divisionId=${division}`)).body.data.length;
    assert.deepEqual([await found(old), await found(next), await found("none")], [1, 0, 0]);
    assert.equal((await own.api.get(`/api/v1/agents/divisions`)).body.data.find((d: { id: string }) => d.id === old).memberCount, 1);

    const refused = await own.api.delete(`${base}/${old}`);
    assert.deepEqual([refused.status, refused.body.error.code], [409, "conflict"]);
    assert.equal((await own.api.delete(`${base}/${old}?moveTo=${child}`)).status, 422, "below itself");
    assert.equal((await own.api.delete(`${base}/${old}?moveTo=${unknownId("div")}`)).status, 404);
    assert.equal((await own.api.delete(`${base}/${old}?moveTo=${next}`)).status, 200);
    assert.deepEqual((await own.api.get(`/api/v1/agents/${agent.agentId}`)).body.divisionIds, [next]);
    assert.equal((await own.api.get(path)).body.divisionId, next);
    const left = (await own.api.get("/api/v1/agents/divisions")).body.data;
    assert.equal(left.find((d: { id: string }) => d.id === child).parent_division_id, next);
    const [activity] = (await own.api.get(`${path}/activity`)).body.data;
    assert.deepEqual(activity.changes, { divisionId: { from: old, to: next } });
  });
});
