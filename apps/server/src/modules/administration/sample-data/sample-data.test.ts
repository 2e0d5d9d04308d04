/**
 * The sample data set: it is the same each time, names nobody real, and stays away from real customers; sample-data.full.test.ts adds it.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";
import { parseWireId, wireId } from "../../../platform/ids/ids.ts";
import { seededRandom } from "./shop/random.ts";
import { makeShop } from "./shop/shop.ts";
import { team } from "./shop/shop-data.ts";
import type { World } from "./shop/world.ts";

let t: TestApp;
before(async () => {
  t = await startTestApp();
});
after(() => t?.stop());

/** A world with made-up ids. */
function world(seed: string, endsAt: number): World {
  const ids = seededRandom("ids");
  const id = () => ids.id(0);
  const any = { get: id } as unknown as ReadonlyMap<string, string>;
  const channel = (kind: "chat_app" | "photo_social" | "short_video") => ({ id: id(), kind, externalId: kind });
  return {
    random: seededRandom(seed),
    endsAt,
    channels: { chat_app: channel("chat_app"), photo_social: channel("photo_social"), short_video: channel("short_video") },
    team: team.map(({ name, division, speed }) => ({ userId: id(), name, division, speed })),
    labels: new Map([["Returns", id()]]),
    divisions: any,
    stages: any,
    faqs: any,
    flows: any,
    chatbot: { id: id(), version: 1 },
  };
}

test("the same seed and instant produce the same shop, and another seed a different one", () => {
  const endsAt = Date.parse("2026-05-04T15:00:00Z");
  const texts = (seed: string) => {
    const { rows, tasks } = makeShop(world(seed, endsAt), "agt", 300);
    return JSON.stringify([rows.byTable.get("messages"), rows.byTable.get("contacts"), tasks]);
  };
  assert.equal(texts("a"), texts("a"));
  assert.notEqual(texts("a"), texts("b"));
});

test("nothing in it is later than its end, no placeholder is left in a text, and every number is unassigned", () => {
  const endsAt = Date.parse("2026-05-04T15:00:00Z");
  const { rows, tasks } = makeShop(world("a", endsAt), "agt", 300);
  const end = new Date(endsAt).toISOString();
  for (const row of rows.byTable.get("messages") ?? []) {
    assert.ok(String(row["occurred_at"]) < end, String(row["occurred_at"]));
    assert.doesNotMatch(String(row["text"]), /\{|\bundefined\b/);
  }
  for (const { phone } of rows.byTable.get("contacts") as { phone: string | null }[])
    if (phone !== null) assert.match(phone, /^\+(447700900\d{3}|1\d{3}55501\d\d|3363998\d{4})$/);
  assert.ok(tasks.every(({ at }) => at < endsAt));
});

test("an organization with its own contacts is left alone unless forced", async () => {
  const tenant = await t.tenant();
  assert.equal((await tenant.api.post("/api/v1/contacts", { name: "A real one", phone: "+447700900123" })).status, 200);
  await assert.rejects(t.app.sampleData.add(tenant.id, { force: false }), /contacts of its own/);
  const { body } = await tenant.api.get("/api/v1/contacts");
  assert.equal(body.data.length, 1);
});

test("an organization with an active webhook is refused, one with a paused webhook is not", async () => {
  const tenant = await t.tenant();
  const made = await tenant.api.post("/api/v1/webhooks", { url: "https://example.com/hook", events: ["*"] });
  await assert.rejects(t.app.sampleData.add(tenant.id, { force: false, demo: true }), /has an active webhook/);
  const offered = async () => (await tenant.api.get("/api/v1/organization/sample-data")).body;
  assert.deepEqual(await offered(), { command: null, refusal: "has_webhooks" });
  assert.equal((await tenant.api.patch(`/api/v1/webhooks/${made.body.id}`, { status: "paused" })).status, 200);
  assert.equal((await offered()).refusal, null);
});

test("an organization with a connected channel or with money is left alone, even if forced", async () => {
  const connected = await t.tenant();
  await t.channel(connected);
  await assert.rejects(t.app.sampleData.add(connected.id, { force: true }), /has a channel that is not disconnected/);
  assert.deepEqual((await connected.api.get("/api/v1/flows")).body.data, []);
  const paid = await t.tenant();
  await t.app.database.withTenant(paid.id, (tx) =>
    t.app.ledger.credit(
      { tx, now: t.clock.now(), actor: { kind: "system", id: "test" } },
      { amount: 1, reference: "its own", adminId: null },
    ),
  );
  await assert.rejects(t.app.sampleData.add(paid.id, { force: true }), /has transactions of its own/);
  assert.equal((await paid.api.get("/api/v1/billing/transactions")).body.data.length, 1);
});

test("it is offered where it would be added, but not to people who know the product by an agency's name", async () => {
  const offer = async ({ api }: Pick<TestTenant, "api">) => (await api.get("/api/v1/organization/sample-data")).body;
  const tenant = await t.tenant();
  const command = `npx parley sample create --tenant ${wireId("org", tenant.id)}`;
  assert.deepEqual(await offer(tenant), { command, refusal: null });
  assert.equal((await tenant.api.post("/api/v1/contacts", { name: "A real one", phone: "+447700900123" })).status, 200);
  assert.deepEqual(await offer(tenant), { command: null, refusal: "has_contacts" });
  await t.channel(tenant);
  assert.deepEqual(await offer(tenant), { command: null, refusal: "channel_connected" });

  const agency = await t.tenant({ kind: "agency" });
  assert.deepEqual(await offer(agency), { command: null, refusal: null });
  const made = await agency.api.post("/api/v1/agencies/current/clients", { name: "Client", ownerEmail: "owner@client.example" });
  assert.equal(made.status, 200, made.text);
  const client = await t.key(parseWireId("org", made.body.id) as string);
  assert.deepEqual(await offer({ api: t.api(client) }), { command: null, refusal: null });
});
