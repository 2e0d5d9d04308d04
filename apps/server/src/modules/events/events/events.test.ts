import assert from "node:assert/strict";
import { describe, it } from "node:test";
import pg from "pg";
import { emit, settled, t } from "../../../../test/stages/event-stage.ts";
import { startTestApp, unknownId } from "../../../../test/harness.ts";

describe("the event log as a list", () => {
  it("is newest first, or oldest first after an event", async () => {
    const tenant = await t.tenant();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push(await emit(tenant, "contact.created", { i }));
    const forward = await settled(tenant);
    assert.deepEqual(
      forward.map((e) => e.id),
      ids,
    );
    assert.deepEqual(forward[2], { id: ids[2], type: "contact.created", createdAt: t.clock.now().toISOString(), data: { i: 2 } });
    assert.deepEqual(
      (await tenant.api.get("/api/v1/events")).body.data.map((e: any) => e.id),
      ids.toReversed(),
    );
    assert.deepEqual(
      (await tenant.api.get(`/api/v1/events?after=${ids[2]}`)).body.data.map((e: any) => e.id),
      ids.slice(3),
    );
    assert.deepEqual((await tenant.api.get(`/api/v1/events?after=${ids[4]}`)).body, {
      data: [],
      pageInfo: { hasNextPage: false, nextCursor: null },
    });
  });

  it("pages in both directions to the end", async () => {
    const tenant = await t.tenant();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push(await emit(tenant));
    await settled(tenant);
    for (const [query, expected] of [
      ["limit=3", ids.toReversed()],
      ["after=&limit=3", ids],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: any = await tenant.api.get(`/api/v1/events?${query}${cursor === "" ? "" : `&cursor=${cursor}`}`);
        assert.equal(page.status, 200, page.text);
        assert.ok(page.body.data.length <= 3);
        seen.push(...page.body.data.map((e: any) => e.id));
        cursor = page.body.pageInfo.nextCursor;
      }
      assert.deepEqual(seen, expected);
    }
  });

  it("is filtered by type, channel and conversation", async () => {
    const tenant = await t.tenant();
    const [channelId, conversationId] = [t.app.ids.uuid(), t.app.ids.uuid()];
    const wire = (prefix: string, id: string) => `${prefix}_${id.replaceAll("-", "")}`;
    await emit(tenant, "contact.created");
    const received = await emit(tenant, "message.received", {}, { channelId, conversationId });
    const updated = await emit(tenant, "conversation.updated", {}, { conversationId });
    await settled(tenant);
    const list = async (query: string) => (await tenant.api.get(`/api/v1/events?after=&${query}`)).body.data.map((e: any) => e.id);
    assert.deepEqual(await list("type=message.received,conversation.updated"), [received, updated]);
    assert.deepEqual(await list(`channelId=${wire("chn", channelId)}`), [received]);
    assert.deepEqual(await list(`conversationId=${wire("conv", conversationId)}&type=conversation.updated`), [updated]);
    assert.deepEqual(await list("channelId=nonsense"), []);
    assert.deepEqual(await list(`channelId=${unknownId("chn")}`), []);
  });

  it("refuses unknown values", async () => {
    const [tenant, other] = [await t.tenant(), await t.tenant()];
    const foreign = await emit(other);
    for (const after of ["evt_zzz", unknownId("evt"), foreign, "x"]) {
      const response = await tenant.api.get(`/api/v1/events?after=${after}`);
      assert.equal(response.status, 400, response.text);
      assert.equal(response.body.error.code, "invalid_cursor");
      assert.deepEqual(response.body.error.details, [{ field: "after", issue: "unknown" }]);
    }
    for (const query of ["type=contact.eaten", "type=", "limit=0", "limit=101", "limit=x"]) {
      assert.equal((await tenant.api.get(`/api/v1/events?${query}`)).body.error.code, "validation_error", query);
    }
    assert.equal((await tenant.api.get("/api/v1/events?cursor=abc")).body.error.code, "invalid_cursor");
    assert.equal((await t.api(await t.key(tenant.id, { scopes: ["messages:read"] })).get("/api/v1/events")).status, 403);
    assert.deepEqual((await tenant.api.get("/api/v1/events?after=")).body.data, [], "another tenant's events are not ours");
  });

  it("never shows an event before which another could still appear", async () => {
    const tenant = await t.tenant();
    const impatient = await startTestApp({ sharing: t, eventsSettleMsMax: 50 });
    const api = impatient.api(tenant.key);
    const slow = new pg.Client(t.database.app);
    await slow.connect();
    try {
      const early = t.app.ids.uuid();
      await slow.query(`begin; set local app.tenant_id = '${tenant.id}'`);
      await slow.query("insert into event_log (tenant_id, id, type, data, created_at) values ($1, $2, 'contact.created', '{}', now())", [
        tenant.id,
        early,
      ]);
      const late = await emit(tenant);
      assert.deepEqual((await api.get("/api/v1/events?after=")).body.data, []);
      assert.deepEqual((await api.get("/api/v1/events")).body.data, []);
      await slow.query("commit");
      const both = await settled(tenant);
      assert.deepEqual(
        both.map((e) => e.id),
        [`evt_${early.replaceAll("-", "")}`, late],
      );
    } finally {
      await slow.end();
      await impatient.stop();
    }
  });
});
