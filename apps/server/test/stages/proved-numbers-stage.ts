/**
 * Whatever tenants do with one number, and whatever the platform responds, in any order: a message at the shared
 * address reaches the tenant with the valid proof, and nobody else. The expected proof is computed here by the rules in
 * docs/subsystems/channels/channels.md, Whose account, not read from the server. For proved-numbers*.test.ts.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after } from "node:test";
import { signCallback, startTestApp, type TestTenant } from "../harness.ts";

const t = await startTestApp();
after(() => t.stop());

interface Claim {
  id: string;
  token: string;
  status: "Connected" | "Pending" | "NeedsReauth" | "Disconnected";
  /** Whether the platform is asked again in the background, for the request made then. */
  asks: boolean;
  claimedAt: number;
}

/** One number, three tenants, and the expected state. */
class World {
  readonly number = `4${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, "0")}1`;
  readonly account = `${this.number}9`;
  readonly token = `token-${this.number}`;
  tokenLives = true;
  holder: { tenant: number; by: "token" | "sign-in" | "operator"; claimedAt: number } | null = null;
  readonly claims: (Claim | null)[] = [null, null, null];
  readonly tenants: TestTenant[];
  readonly story: string[] = [];
  sent = 0;

  constructor(tenants: TestTenant[]) {
    this.tenants = tenants;
    this.restore();
  }

  restore(): void {
    t.simulator.registerNumber({
      phoneNumberId: this.number,
      businessAccountId: this.account,
      accessToken: this.token,
      displayPhoneNumber: "15550100100",
      callbackUrl: `${t.url}/callbacks/chat-app`,
    });
    this.tokenLives = true;
  }

  config(token: string) {
    return {
      phoneNumberId: this.number,
      businessAccountId: this.account,
      accessToken: token,
      appSecret: `own-${this.number}`,
      verifyToken: "v",
    };
  }

  opens = (token: string) => this.tokenLives && token === this.token;

  /** Applies the platform's response about a claim made at `claimedAt`. */
  judge(n: number, claim: Claim, reached: boolean): void {
    if (!reached) {
      Object.assign(claim, { status: "Pending", asks: true });
    } else if (!this.opens(claim.token)) {
      Object.assign(claim, { status: "Pending", asks: true });
      if (this.holder?.tenant === n && this.holder.by !== "operator") this.holder = null;
    } else if (this.holder !== null && this.holder.tenant !== n && this.holder.claimedAt > claim.claimedAt) {
      Object.assign(claim, { status: "Pending", asks: false });
    } else {
      Object.assign(claim, { status: "Connected", asks: false });
      this.holder = { tenant: n, by: "token", claimedAt: claim.claimedAt };
    }
  }

  async deliver(): Promise<void> {
    const text = `message ${++this.sent}`;
    const message = { id: `wamid.${this.number}.${this.sent}`, from: "447700900777", type: "text", text: { body: text } };
    const timestamp = String(Math.floor(t.clock.now().getTime() / 1000));
    const metadata = { display_phone_number: "15550100100", phone_number_id: this.number };
    const value = { messaging_product: "whatsapp", metadata, messages: [{ ...message, timestamp }] };
    const body = { object: "whatsapp_business_account", entry: [{ id: this.account, changes: [{ field: "messages", value }] }] };
    const raw = JSON.stringify(body);
    const response = await fetch(`${t.url}/callbacks/chat-app`, { method: "POST", body: raw, headers: signCallback(raw) });
    assert.equal(response.status, 200);
    await t.drain(["inbound"]);
    const got: number[] = [];
    for (const [n, { api }] of this.tenants.entries()) {
      const messages = (await api.get("/api/v1/messages?direction=inbound&limit=1")).body.data;
      if (messages[0]?.text === text && messages[0].from === "447700900777") got.push(n);
    }
    assert.deepEqual(got, this.holder === null ? [] : [this.holder.tenant], this.story.join("\n"));
  }
}

type Step = (world: World, n: number) => Promise<string | null>;

const connect =
  (good: boolean, reached: boolean): Step =>
  async (world, n) => {
    if (world.claims[n] !== null) return null;
    const token = good ? world.token : "worthless";
    if (!reached) t.simulator.faults.nextManagement({ kind: "html" });
    // A worthless token is refused before the platform's fault takes effect.
    const made = await world.tenants[n]?.api.post("/api/v1/channels", { kind: "chat_app", name: "By hand", config: world.config(token) });
    t.simulator.faults.clear();
    const claim: Claim = { id: made?.body.id, token, status: "Pending", asks: false, claimedAt: t.clock.now().getTime() };
    world.claims[n] = claim;
    world.judge(n, claim, reached || !world.opens(token));
    return `connects with ${token}${reached ? "" : ", unreached"}: ${made?.body.status}`;
  };
const change =
  (good: boolean): Step =>
  async (world, n) => {
    const claim = world.claims[n];
    if (claim === null || claim === undefined || claim.status === "Disconnected") return null;
    claim.token = good ? world.token : "worthless";
    const response = await world.tenants[n]?.api.patch(`/api/v1/channels/${claim.id}`, { config: { accessToken: claim.token } });
    const vouched = world.holder?.tenant === n && world.holder.by === "operator";
    if (vouched) claim.status = "Connected";
    else {
      claim.claimedAt = t.clock.now().getTime();
      world.judge(n, claim, true);
    }
    return `changes its token to ${claim.token}: ${response?.body.status}`;
  };

export const steps: Record<string, Step> = {
  connects: connect(true, true),
  squats: connect(false, true),
  "connects while the platform is away": connect(true, false),
  "is connected by the operator": async (world, n) => {
    if (world.claims[n] !== null) return null;
    const tenant = world.tenants[n] as TestTenant;
    const { id } = await t.vouchedChannel(tenant, { kind: "chat_app", externalId: world.number, config: world.config("worthless") });
    world.claims[n] = { id, token: "worthless", status: "Connected", asks: false, claimedAt: t.clock.now().getTime() };
    world.holder = { tenant: n, by: "operator", claimedAt: t.clock.now().getTime() };
    return "is vouched for";
  },
  "signs in": async (world, n) => {
    if (!world.tokenLives) return null;
    const api = world.tenants[n]?.api;
    const started = await api?.post("/api/v1/channels/authorizations", { kind: "chat_app" });
    const code = t.simulator.signUp([world.account]);
    const done = await api?.post(`/api/v1/channels/authorizations/${started?.body.id}/code`, { code });
    assert.equal(done?.body.status, "completed", done?.text);
    // The rest of the set-up at the platform, which has no number of this kind to set up.
    await t.drain(["channel upkeep"]);
    const claimedAt = t.clock.now().getTime();
    world.claims[n] = { id: done?.body.channelIds[0], token: "of the sign-in", status: "Connected", asks: false, claimedAt };
    world.holder = { tenant: n, by: "sign-in", claimedAt };
    return "signs in";
  },
  "changes to the right token": change(true),
  "changes to a wrong token": change(false),
  "asks again": async (world, n) => {
    const claim = world.claims[n];
    if (claim === null || claim === undefined || claim.token === "of the sign-in") return null;
    const response = await world.tenants[n]?.api.patch(`/api/v1/channels/${claim.id}`, { status: "Connected" });
    const stands = world.holder?.tenant === n;
    if (stands && (claim.status === "Connected" || claim.status === "Disconnected" || world.holder?.by === "operator")) {
      claim.status = "Connected";
    } else {
      claim.claimedAt = t.clock.now().getTime();
      world.judge(n, claim, true);
    }
    return `asks again: ${response?.body.status}`;
  },
  "switches off": async (world, n) => {
    const claim = world.claims[n];
    if (claim === null || claim === undefined) return null;
    await world.tenants[n]?.api.patch(`/api/v1/channels/${claim.id}`, { status: "Disconnected" });
    claim.status = "Disconnected";
    return "switches off";
  },
  leaves: async (world, n) => {
    const claim = world.claims[n];
    if (claim === null || claim === undefined) return null;
    await world.tenants[n]?.api.delete(`/api/v1/channels/${claim.id}`);
    world.claims[n] = null;
    if (world.holder?.tenant === n) world.holder = null;
    return "leaves";
  },
  "is told that the token is dead": async (world, n) => {
    const claim = world.claims[n];
    if (claim?.status !== "Connected" || world.holder?.tenant !== n || claim.token !== world.token) return null;
    // By a separate call, which any customer may cause.
    const made = await world.tenants[n]?.api.post(`/api/v1/channels/${claim.id}/templates/sync`);
    if (made?.status === 200) {
      t.simulator.faults.nextManagement({ kind: "token_dead" });
      await world.tenants[n]?.api.post(`/api/v1/channels/${claim.id}/templates/sync`);
      t.simulator.faults.clear();
    }
    world.tokenLives = false;
    claim.status = "NeedsReauth";
    if (world.holder.by !== "operator") world.holder = null;
    return "is told that the token is dead";
  },
  "sees the token restored": async (world) => {
    if (world.tokenLives) return null;
    world.restore();
    return "the token lives again";
  },
  "hears that its access was taken": async (world) => {
    if (world.holder === null) return null;
    const time = Math.floor(t.clock.now().getTime() / 1000);
    const entry = [{ id: world.account, time, changes: [{ field: "account_update", value: { event: "PARTNER_REMOVED" } }] }];
    const raw = JSON.stringify({ object: "whatsapp_business_account", entry });
    await fetch(`${t.url}/callbacks/chat-app`, { method: "POST", body: raw, headers: signCallback(raw) });
    await t.drain(["inbound"]);
    const claim = world.claims[world.holder.tenant];
    if (claim !== null && claim !== undefined) claim.status = "Disconnected";
    if (world.holder.by !== "operator") world.holder = null;
    return "the platform says that our access was taken";
  },
  "waits, and the platform is asked again": async (world) => {
    t.clock.advance(61 * 60_000);
    await t.drain(["channel owners"]);
    // Later claims win, whatever the order.
    const waiting = world.claims.flatMap((claim, n) => (claim?.asks === true ? [{ claim, n }] : []));
    for (const { claim, n } of waiting.sort((a, b) => a.claim.claimedAt - b.claim.claimedAt))
      if (claim.status === "Pending" && world.opens(claim.token)) world.judge(n, claim, true);
    return "an hour passes";
  },
};
/** Three tenants take the steps in turn; after each, a message must reach only the right tenant. */
export async function play(plan: [string, number][]): Promise<void> {
  const world = new World([await t.tenant(), await t.tenant(), await t.tenant()]);
  for (const [name, n] of plan) {
    t.clock.advance(1_000);
    const outcome = await (steps[name] as Step)(world, n);
    // The step is impossible in this state.
    if (outcome === null) continue;
    world.story.push(`tenant ${n} ${name}: ${outcome}`);
    await world.deliver();
  }
  for (const [n, claim] of world.claims.entries()) {
    if (claim === null) continue;
    const shown = (await world.tenants[n]?.api.get(`/api/v1/channels/${claim.id}`))?.body;
    assert.ok(shown.status !== "Connected" || claim.status === "Connected", `${n} is ${shown.status}\n${world.story.join("\n")}`);
  }
}
