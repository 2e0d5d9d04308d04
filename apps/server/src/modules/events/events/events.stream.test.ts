import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { appendEvents } from "#platform/events/log.ts";
import { wireId } from "#platform/ids/ids.ts";
import { emit, fakeSink, type Followed, follow, openStream, settled, startStreams, t } from "../../../../test/stages/event-stage.ts";
import { eventually } from "../../../../test/eventually.ts";
import { startTestApp, type TestPerson, unknownId } from "../../../../test/harness.ts";

describe("the event log as a stream", () => {
  it("delivers events in their envelope, to their own tenant", async () => {
    const [tenant, other] = [await t.tenant(), await t.tenant()];
    const past = await emit(tenant);
    await settled(tenant);
    const client = await follow(t.url, tenant.key);
    assert.equal(client.response.status, 200);
    assert.match(client.response.headers.get("content-type") ?? "", /^text\/event-stream/);
    await client.ready();
    assert.equal(client.lastId, past, "a client knows from where to resume before it has seen an event");
    await emit(other);
    const id = await emit(tenant, "contact.updated", { name: "line one\nline two" });
    await client.until(() => client.events().length >= 1);
    await sleep(30);
    assert.deepEqual(
      client.events().map((m) => [m.id, m.event]),
      [[id, "contact.updated"]],
    );
    assert.deepEqual(client.events()[0]?.data, {
      id,
      type: "contact.updated",
      createdAt: t.clock.now().toISOString(),
      data: { name: "line one\nline two" },
    });
    client.close();
  });

  it("resumes after Last-Event-ID or `after`: first the missed events, then live", async () => {
    const tenant = await t.tenant();
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push(await emit(tenant));
    await settled(tenant);
    const [byHeader, byQuery] = [
      await follow(t.url, tenant.key, "", { "last-event-id": ids[1] as string }),
      await follow(t.url, tenant.key, `?after=${ids[1]}`),
    ];
    await byHeader.ready();
    await byQuery.ready();
    ids.push(await emit(tenant));
    for (const client of [byHeader, byQuery]) {
      await client.until(() => client.events().length >= 3);
      assert.deepEqual(
        client.events().map((m) => m.id),
        ids.slice(2),
      );
      client.close();
    }
  });

  it("loses nothing if the connection breaks before a tenant's very first event", async () => {
    const tenant = await t.tenant();
    const first = await follow(t.url, tenant.key);
    await first.ready();
    first.close();
    const ids = [await emit(tenant), await emit(tenant)];
    await settled(tenant);
    const again = await follow(t.url, tenant.key, "", { "last-event-id": first.lastId as string });
    await again.until(() => again.events().length >= 2);
    assert.deepEqual(
      again.events().map((m) => m.id),
      ids,
    );
    again.close();
  });

  it("is filtered like the list, also while resuming", async () => {
    const tenant = await t.tenant();
    const start = await emit(tenant);
    await emit(tenant, "contact.updated");
    const missed = await emit(tenant, "message.received");
    await settled(tenant);
    const client = await follow(t.url, tenant.key, `?after=${start}&type=message.received,message.status`);
    await client.ready();
    await emit(tenant, "contact.updated");
    const live = await emit(tenant, "message.status");
    await client.until(() => client.events().length >= 2);
    assert.deepEqual(
      client.events().map((m) => m.id),
      [missed, live],
    );
    client.close();
    assert.equal((await tenant.api.get("/api/v1/events/stream?type=contact.eaten")).status, 400);
  });

  it("tells a client whose position is gone to reload, then goes live", async () => {
    const [tenant, other] = [await t.tenant(), await t.tenant()];
    // This stream has seen an event, so every later stream starts behind it.
    const before = await follow(t.url, tenant.key);
    await before.ready();
    await emit(tenant);
    await before.until(() => before.events().length >= 1);
    for (const id of ["nonsense", unknownId("evt"), await emit(other)]) {
      const client = await follow(t.url, tenant.key, "", { "last-event-id": id });
      await client.ready();
      assert.deepEqual(
        client.events().map((m) => [m.event, m.data]),
        [["reset", { reason: "unknown_event" }]],
      );
      const live = await emit(tenant);
      await client.until(() => client.events().length >= 2);
      assert.equal(client.events()[1]?.id, live);
      client.close();
    }
    before.close();
  });

  it("catches up over many pages while more is written", async () => {
    const tenant = await t.tenant();
    const start = await emit(tenant);
    const ids = Array.from({ length: 1_500 }, () => t.app.ids.uuid());
    for (let i = 0; i < ids.length; i += 500) {
      await t.app.database.withTenant(tenant.id, (tx) =>
        appendEvents(
          tx,
          t.clock.now(),
          ids.slice(i, i + 500).map((id) => ({ id, type: "contact.created", data: { filler: "x".repeat(500) } })),
        ),
      );
    }
    await settled(tenant);
    const client = await follow(t.url, tenant.key, `?after=${start}`);
    const live: string[] = [];
    for (let i = 0; i < 20; i++) live.push(await emit(tenant));
    await client.until(() => client.events().length >= 1_520);
    assert.deepEqual(
      client.events().map((m) => m.id),
      [...ids.map((id) => `evt_${id.replaceAll("-", "")}`), ...live],
    );
    client.close();
  });

  it("a burst beyond the buffer reaches a reading client completely and in order; one that does not read gets a reset and is disconnected", async () => {
    const tenant = await t.tenant();
    const streams = startStreams({ stallMsMax: 200 });
    const [reading, stuck] = [fakeSink(true), fakeSink(false)];
    for (const { sink } of [reading, stuck]) await openStream(streams, tenant, sink);
    while (!(reading.text() + stuck.text()).match(/: ready[\s\S]*: ready/)) await sleep(5);
    const ids: string[] = [];
    for (let i = 0; i < 60; i++) ids.push(await emit(tenant, "contact.created", { filler: "x".repeat(60_000) }));
    await eventually("one has ended and the other has all", () => stuck.ended() && reading.text().includes(ids.at(-1) as string));
    const shown = (text: string) => [...text.matchAll(/^id: (evt_\w+)\nevent/gm)].map((m) => m[1]);
    assert.deepEqual(shown(reading.text()), ids);
    assert.equal(reading.ended(), false);
    assert.ok(stuck.ended());
    assert.ok(stuck.text().endsWith('event: reset\ndata: {"reason":"too_slow"}\n\n'));
    assert.ok(stuck.text().length < 1_048_576 + 200_000, "what waits in memory is bounded");
    assert.equal(streams.size(), 1);
    await streams.close();
    assert.ok(reading.ended());
  });

  it("ends when its key is revoked, and when the server stops", async () => {
    const tenant = await t.tenant();
    const secondApp = await startTestApp({ sharing: t });
    const made = await tenant.api.post("/api/v1/api-keys", { name: "stream", scopes: ["webhooks:read"] });
    const key = made.status === 200 ? made.body.key : await t.key(tenant.id, { scopes: ["webhooks:read"] });
    const [mine, withKey] = [await follow(secondApp.url, tenant.key), await follow(secondApp.url, key)];
    await mine.ready();
    await withKey.ready();
    await t.app.database.worker({
      text: "update api_keys set revoked_at = $2 where tenant_id = $1 and scopes = array['webhooks:read']",
      values: [tenant.id, t.clock.now()],
    });
    secondApp.app.wake.hint("keys");
    await withKey.until(() => withKey.ended);
    assert.equal(mine.ended, false);
    await secondApp.stop();
    await mine.until(() => mine.ended);
  });

  it("ends when the organization is suspended, or the agency that reads under a grant", async () => {
    const [platform, agency, tenant] = [await t.tenant({ kind: "platform" }), await t.tenant({ kind: "agency" }), await t.tenant()];
    const made = await agency.api.post("/api/v1/agencies/current/clients", {
      name: "Bakery",
      ownerEmail: `owner-${t.app.ids.uuid()}@bakery.test`,
      grant: { scopes: ["webhooks:read"] },
    });
    const token = await agency.api.post(`/api/v1/agencies/current/clients/${made.body.id}/access-tokens`, { scopes: ["webhooks:read"] });
    assert.equal(token.status, 200, token.text);
    const secondApp = await startTestApp({ sharing: t });
    after(() => secondApp.stop());
    const person = await t.person(tenant.id, { role: "agent" });
    const streams = [
      await follow(secondApp.url, token.body.token),
      await follow(secondApp.url, tenant.key),
      await follow(secondApp.url, null, "", { cookie: person.cookie }),
      await follow(secondApp.url, platform.key),
    ] as [Followed, Followed, Followed, Followed];
    for (const stream of streams) await stream.ready();
    for (const { id } of [agency, tenant])
      assert.equal((await platform.api.patch(`/api/v1/admin/organizations/${wireId("org", id)}`, { status: "suspended" })).status, 200);
    for (const stream of streams.slice(0, 3)) await stream.until(() => stream.ended);
    assert.equal(streams[3].ended, false);
    streams[3].close();
  });

  it("serves every role, and ends with the session: signed out, suspended, switched to another tenant", async () => {
    const [tenant, second] = [await t.tenant(), await t.tenant()];
    const secondApp = await startTestApp({ sharing: t });
    after(() => secondApp.stop());
    const people = await Promise.all(["viewer", "agent", "agent", "owner"].map((role) => t.person(tenant.id, { role: role as "agent" })));
    const [stays, leaves, suspended, moves] = people as [TestPerson, TestPerson, TestPerson, TestPerson];
    await t.app.tenants.createUser({ email: moves.email, password: moves.password, tenantId: second.id, role: "agent" });
    const streams = await Promise.all(people.map(({ cookie }) => follow(secondApp.url, null, "", { cookie })));
    for (const stream of streams) await stream.ready();
    const [stayed, left, out, moved] = streams as [Followed, Followed, Followed, Followed];
    assert.equal((await leaves.api.post("/api/v1/auth/sign-out")).status, 200);
    await left.until(() => left.ended);
    assert.equal((await tenant.api.patch(`/api/v1/members/${suspended.agentId}`, { status: "suspended" })).status, 200);
    await out.until(() => out.ended);
    const there = (await second.api.get("/api/v1/me")).body.tenant.id;
    assert.equal((await moves.api.post("/api/v1/auth/session/tenant", { tenantId: there })).status, 200);
    await moved.until(() => moved.ended);
    const id = await emit(tenant);
    await stayed.until(() => stayed.events().some((m) => m.id === id));
    assert.equal(stayed.ended, false);
    assert.ok([left, out, moved].every((stream) => stream.events().every((m) => m.id !== id)));
    assert.equal((await stays.api.get("/api/v1/events")).status, 200);
    stayed.close();
  });
});
