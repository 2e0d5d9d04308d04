/**
 * What the platform, or an agency for its client, has switched off stays off whatever the organization's own credentials try: apps and
 * subscriptions, every state, every way to change one, by everybody who may try.
 */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { subscriptionStatuses } from "../../src/modules/money/subscriptions/subscription-state.ts";
import { parseWireId } from "../../src/platform/ids/ids.ts";
import { startBilling } from "../billing.ts";
import type { Api } from "../harness.ts";

const { t, platform } = await startBilling({ gatewayOn: false });
const day = 86_400_000;
const later = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();

type Who = "organization" | "agency" | "platform";
const rank: Record<Who, number> = { organization: 0, agency: 1, platform: 2 };

interface Client {
  uuid: string;
  wire: string;
  /** Everybody who may try, by their standing; for each standing every kind of credential. */
  by: Record<Who, Api[]>;
  app: string;
  subscription: string;
}

let agency: Awaited<ReturnType<typeof t.tenant>>;
let administrator: Api;
before(async () => {
  agency = await t.tenant({ kind: "agency" });
  const home = await t.tenant();
  administrator = (await t.person(home.id, { role: "viewer", platformAdmin: true })).api;
});

let made = 0;
async function client(): Promise<Client> {
  const wanted = { name: `Client ${++made}`, ownerEmail: `owner${made}@client.test`, grant: { scopes: ["admin:read", "admin:write"] } };
  const response = await agency.api.post("/api/v1/agencies/current/clients", wanted);
  assert.equal(response.status, 200, response.text);
  const wire = response.body.id as string;
  const uuid = parseWireId("org", wire) as string;
  const token = await agency.api.post(`/api/v1/agencies/current/clients/${wire}/access-tokens`, { scopes: ["admin:read", "admin:write"] });
  assert.equal(token.status, 200, token.text);
  const own = t.api(await t.key(uuid));
  const [app] = (await own.get("/api/v1/admin/apps")).body.data;
  const [subscription] = (await own.get("/api/v1/admin/subscriptions")).body.data;
  return {
    uuid,
    wire,
    by: { organization: [own], agency: [agency.api, t.api(token.body.token)], platform: [platform.api, administrator] },
    app: `/api/v1/admin/apps/${app.id}`,
    subscription: `/api/v1/admin/subscriptions/${subscription.id}`,
  };
}

/** Every pair of standing and credential. */
const credentials: [Who, number][] = [
  ["organization", 0],
  ["agency", 0],
  ["agency", 1],
  ["platform", 0],
  ["platform", 1],
];
const apiOf = (c: Client, [who, n]: [Who, number]) => c.by[who][n] as Api;

describe("an app that is switched off", () => {
  for (const off of credentials) {
    it(`by ${off.join(" ")} cannot be switched on by anybody below`, async () => {
      const c = await client();
      for (const on of credentials) {
        const switched = await apiOf(c, off).patch(`${c.app}/status`, { isActive: false });
        assert.deepEqual([switched.status, switched.body.heldBy], [200, off[0] === "organization" ? null : off[0]], switched.text);
        // Already off: what lower levels do does not weaken the hold of higher ones.
        for (const api of c.by.organization)
          assert.equal((await api.patch(`${c.app}/status`, { isActive: false })).body.heldBy, switched.body.heldBy);
        const response = await apiOf(c, on).patch(`${c.app}/status`, { isActive: true });
        const may = rank[on[0]] >= rank[off[0]];
        assert.deepEqual(
          [response.status, response.body.error?.code],
          may ? [200, undefined] : [403, "forbidden"],
          `${on}: ${response.text}`,
        );
        const now = (await platform.api.get(c.app)).body;
        assert.deepEqual([now.isActive, now.heldBy], [may, may ? null : off[0]]);
        if (!may) assert.equal((await platform.api.patch(`${c.app}/status`, { isActive: true })).body.isActive, true);
      }
    });
  }

  it("by the organization itself is held by any higher level that switches it off too", async () => {
    const c = await client();
    const own = c.by.organization[0] as Api;
    const say = async (api: Api) => (await api.patch(`${c.app}/status`, { isActive: false })).body.heldBy;
    assert.equal(await say(own), null);
    assert.equal(await say(agency.api), "agency");
    assert.equal(await say(platform.api), "platform");
    assert.equal(await say(agency.api), "platform", "an agency takes nothing from the platform");
    assert.equal((await agency.api.patch(`${c.app}/status`, { isActive: true })).status, 403);
  });

  it("by an agency becomes the organization's own once it is no longer a client; by the platform it stays the platform's", async () => {
    for (const [who, may] of [
      ["agency", true],
      ["platform", false],
    ] as const) {
      const c = await client();
      const above = c.by[who][0] as Api;
      const own = c.by.organization[0] as Api;
      await t.person(c.uuid, { role: "owner" });
      assert.equal((await above.patch(`${c.app}/status`, { isActive: false })).status, 200);
      assert.equal((await above.patch(c.subscription, { status: "cancelled" })).body.heldBy, who);
      const ended = await agency.api.patch(`/api/v1/agencies/current/clients/${c.wire}`, { status: "ended" });
      assert.equal(ended.status, 200, ended.text);
      const switched = await own.patch(`${c.app}/status`, { isActive: true });
      const resumed = await own.patch(c.subscription, { status: "active" });
      assert.deepEqual([switched.status, resumed.status], may ? [200, 200] : [403, 403], `${switched.text} ${resumed.text}`);
    }
  });
});

/** States in which nothing is billed. */
const off = ["paused", "cancelled", "expired"];
const terms = [
  { subscriptionType: "yearly" },
  { itemName: "Gold" },
  { billingAmount: 0 },
  { cycles: 99 },
  { cycles: null },
  { startDate: "2026-01-01" },
  { nextBilling: "2035-01-01" },
  { nextBilling: null },
  { endDate: "2035-01-01" },
  { endDate: null },
];
/** Every possible change of a subscription: each status, each term, and a term along with a status. */
const changes: Record<string, unknown>[] = [
  ...subscriptionStatuses.map((status) => ({ status })),
  ...terms,
  ...terms.map((term) => ({ ...term, status: "active" })),
  ...terms.map((term) => ({ ...term, status: "cancelled" })),
];
const termsOf = ({ subscriptionType, itemName, billingAmount, cycles, startDate, nextBilling, endDate }: any) => ({
  subscriptionType,
  itemName,
  billingAmount,
  cycles,
  startDate,
  nextBilling,
  endDate,
});

/** Set by the platform, whatever it was before. */
async function put(c: Client, status: string): Promise<any> {
  const present = (await platform.api.get(c.subscription)).body;
  const now = present.status;
  if (now === status && present.billingAmount === 10 && present.heldBy === (off.includes(status) ? "platform" : null)) return present;
  const set = async (body: object) => {
    const response = await platform.api.patch(c.subscription, body);
    assert.equal(response.status, 200, response.text);
    return response.body;
  };
  const clean = { billingAmount: 10, cycles: null, endDate: null, nextBilling: later(30 * day) };
  if (now !== "cancelled") {
    if (now === "expired") await set({ ...clean, status: "active" });
    await set({ status: "cancelled" });
  }
  if (status === "cancelled") return set({ status });
  if (status === "trialing") return set({ ...clean, status });
  await set({ ...clean, status: "active" });
  return set({ status });
}

describe("a subscription that the platform has put into a state", () => {
  for (const from of subscriptionStatuses) {
    it(`${from}: no two steps by lower levels leave it, and none changes its terms`, async () => {
      const c = await client();
      // What could undo something: a term's immediate effect shows after it.
      const second = [{ status: "active" }, { status: "trialing" }, { status: "cancelled" }, { status: "active" }];
      for (const [who, n] of credentials.filter(([standing]) => standing !== "platform")) {
        const api = apiOf(c, [who, n]);
        for (const first of n === 0 ? changes : changes.slice(0, subscriptionStatuses.length)) {
          const start = await put(c, from);
          assert.deepEqual([start.status, start.heldBy], [from, off.includes(from) ? "platform" : null]);
          await api.patch(c.subscription, first);
          for (const next of first["status"] === undefined ? [] : second) {
            await api.patch(c.subscription, next);
            const now = (await platform.api.get(c.subscription)).body;
            const description = `${who} ${n}: ${JSON.stringify([first, next])} gave ${now.status}`;
            assert.deepEqual(termsOf(now), termsOf(start), description);
            if (off.includes(from)) assert.ok(off.includes(now.status) && now.heldBy === "platform", description);
            if (from === "past_due") assert.ok(["past_due", "cancelled"].includes(now.status), description);
            if (from === "trialing") assert.notEqual(now.status, "past_due", description);
          }
          const now = (await platform.api.get(c.subscription)).body;
          assert.deepEqual(termsOf(now), termsOf(start), JSON.stringify(first));
          if (off.includes(from)) assert.ok(off.includes(now.status), `${JSON.stringify(first)} gave ${now.status}`);
        }
      }
    });
  }

  it("is refused, with what the caller may not change", async () => {
    const c = await client();
    const own = c.by.organization[0] as Api;
    await put(c, "cancelled");
    const refused = await own.patch(c.subscription, { status: "active" });
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.details],
      [403, "forbidden", [{ field: "status", issue: "not_allowed" }]],
    );
    assert.equal((await platform.api.patch(c.subscription, { status: "active" })).body.heldBy, null);
    assert.equal((await own.patch(c.subscription, { status: "cancelled" })).body.heldBy, null);
    assert.equal((await own.patch(c.subscription, { status: "active" })).body.status, "active", "its own cancelling is its own to undo");
    assert.equal((await agency.api.patch(c.subscription, { status: "cancelled" })).body.heldBy, "agency");
    assert.equal((await own.patch(c.subscription, { status: "active" })).status, 403);
    assert.equal((await agency.api.patch(c.subscription, { status: "active" })).body.status, "active");
    await own.patch(c.subscription, { status: "cancelled" });
    assert.equal((await platform.api.patch(c.subscription, { status: "cancelled" })).body.heldBy, "platform", "said again by who is above");
    assert.equal((await own.patch(c.subscription, { status: "active" })).status, 403);
  });

  it("past_due ends only by paying: cancelled and resumed, it owes the same bill", async () => {
    const c = await client();
    const own = c.by.organization[0] as Api;
    await platform.api.patch(c.subscription, { status: "active", billingAmount: 30, itemName: "Team", nextBilling: later(day) });
    t.clock.advance(day);
    await t.drain();
    const due = (await own.get(c.subscription)).body;
    assert.equal(due.status, "past_due");
    assert.equal((await own.patch(c.subscription, { status: "cancelled" })).body.status, "cancelled");
    const resumed = await own.patch(c.subscription, { status: "active" });
    assert.deepEqual([resumed.status, resumed.body.status, resumed.body.nextBilling], [200, "past_due", due.nextBilling]);
    await t.drain();
    assert.equal((await own.get(c.subscription)).body.status, "past_due");
    await platform.api.post(`/api/v1/admin/billing/organizations/${c.wire}/credits`, { amount: 30, reason: "paid" });
    await t.drain();
    assert.equal((await own.get(c.subscription)).body.status, "active");
    assert.equal((await own.get("/api/v1/billing/balance")).body.balance, 0);
  });

  it("stays with the highest of those who switched it off, in any order of their changes", async () => {
    const c = await client();
    const step = fc.record({ by: fc.constantFrom(...credentials), change: fc.constantFrom(...changes) });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...subscriptionStatuses), fc.array(step, { minLength: 1, maxLength: 12 }), async (from, steps) => {
        await put(c, from);
        let before = (await platform.api.get(c.subscription)).body;
        for (const { by, change } of steps) {
          const response = await apiOf(c, by).patch(c.subscription, change);
          const now = (await platform.api.get(c.subscription)).body;
          if (response.status !== 200) assert.deepEqual(now, before);
          const heldRank = before.heldBy === null ? -1 : rank[before.heldBy as Who];
          if (rank[by[0]] < heldRank) assert.ok(off.includes(now.status) && now.heldBy === before.heldBy, JSON.stringify({ by, change }));
          if (by[0] !== "platform") assert.deepEqual(termsOf(now), termsOf(before));
          assert.ok(now.heldBy === null || off.includes(now.status));
          before = now;
        }
      }),
      { numRuns: 40 },
    );
  });
});
