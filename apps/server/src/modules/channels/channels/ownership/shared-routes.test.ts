import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { appSecret, signCallback, startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";

/** A number at the platform with its business account, and a token that gives access to both. */
interface Account {
  number: string;
  account: string;
  token: string;
}

describe("the owner of an account, on the callback address that all tenants share", () => {
  let t: TestApp;
  before(async () => {
    t = await startTestApp();
  });
  after(async () => {
    await t.stop();
  });

  function atPlatform(): Account {
    const account = `4${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, "0")}`;
    const made = { number: `${account}1`, account, token: `token-${account}` };
    t.simulator.registerNumber({
      phoneNumberId: made.number,
      businessAccountId: account,
      accessToken: made.token,
      displayPhoneNumber: "15550100100",
      callbackUrl: `${t.url}/callbacks/chat-app`,
      appSecret,
    });
    return made;
  }

  const settings = (of: Account, change: object = {}) => ({
    phoneNumberId: of.number,
    businessAccountId: of.account,
    accessToken: of.token,
    appSecret: `secret-${of.number}`,
    verifyToken: "v",
    ...change,
  });
  async function byHand(tenant: TestTenant, of: Account, change: object = {}, status = "Connected") {
    const made = await tenant.api.post("/api/v1/channels", { kind: "chat_app", name: "By hand", config: settings(of, change) });
    assert.deepEqual([made.status, made.body.status], [200, status], made.text);
    return made.body as { id: string; callbackPath: string; statusReason: string | null };
  }
  const worthless = { accessToken: "made up" };
  const byOperator = (tenant: TestTenant, of: Account, change: object = {}) =>
    t.vouchedChannel(tenant, { kind: "chat_app", externalId: of.number, config: settings(of, change) });
  /** Signs in with a code from the platform's pop-up; returns the channel created or renewed. */
  async function signIn(tenant: TestTenant, of: Account): Promise<string> {
    const started = await tenant.api.post("/api/v1/channels/authorizations", { kind: "chat_app" });
    const url = `/api/v1/channels/authorizations/${started.body.id}/code`;
    const done = await tenant.api.post(url, { code: t.simulator.signUp([of.account]) });
    assert.equal(done.body.status, "completed", done.text);
    return done.body.channelIds[0];
  }

  let news = 0;
  /** The platform's report about the account as a whole: a template of that name was approved. */
  const aboutAccount = (of: Account, template: string) => ({
    object: "whatsapp_business_account",
    entry: [
      {
        id: of.account,
        time: Math.floor(t.clock.now().getTime() / 1000),
        changes: [
          {
            field: "message_template_status_update",
            value: { event: "APPROVED", message_template_id: ++news, message_template_name: template, message_template_language: "en" },
          },
        ],
      },
    ],
  });
  const aboutNumber = (of: Account, text: string) => ({
    object: "whatsapp_business_account",
    entry: [
      {
        id: of.account,
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { display_phone_number: "15550100100", phone_number_id: of.number },
              messages: [
                {
                  id: `wamid.${of.number}.${++news}`,
                  from: "447700900777",
                  timestamp: String(Math.floor(t.clock.now().getTime() / 1000)),
                  type: "text",
                  text: { body: text },
                },
              ],
            },
          },
        ],
      },
    ],
  });
  async function callBack(body: object, path = "/callbacks/chat-app", secret = appSecret): Promise<number> {
    const raw = JSON.stringify(body);
    const response = await fetch(`${t.url}${path}`, { method: "POST", body: raw, headers: signCallback(raw, secret) });
    await t.drain();
    return response.status;
  }
  const templates = async (tenant: TestTenant, channelId: string) =>
    (await tenant.api.get(`/api/v1/channels/${channelId}/templates`)).body.data.map((x: { name: string }) => x.name);
  const texts = async (tenant: TestTenant) => (await tenant.api.get("/api/v1/messages")).body.data.map((m: { text: string }) => m.text);
  const notifications = async (tenant: TestTenant) =>
    (await tenant.api.get("/api/v1/events?type=channel.updated&limit=100&after=")).body.data.map((e: any) => e.data);
  const finding = async (tenant: TestTenant, id: string, check: string) =>
    (await tenant.api.get(`/api/v1/channels/${id}/health`)).body.findings.find((f: { check: string }) => f.check === check);

  const state = async (tenant: TestTenant, id: string) => (await tenant.api.get(`/api/v1/channels/${id}`)).body;
  const statusOf = async (tenant: TestTenant, id: string) => (await state(tenant, id)).status;
  /** The platform sends a customer's message to the address that all tenants share. */
  let written = 0;
  async function write(of: Account): Promise<string> {
    const text = `message ${++written}`;
    assert.equal(await callBack(aboutNumber(of, text)), 200);
    return text;
  }
  /** Which of these tenants received it. */
  async function receivers(text: string, ...tenants: TestTenant[]): Promise<number[]> {
    const got = await Promise.all(tenants.map(texts));
    return got.flatMap((some, n) => (some.includes(text) ? [n] : []));
  }

  it("a worthless token receives nothing: not before the owner connects, not after, and not when the owner has left", async () => {
    const [owner, squatter] = [await t.tenant(), await t.tenant()];
    const theirs = atPlatform();
    const named = await byHand(squatter, theirs, worthless, "Pending");
    assert.match(named.statusReason ?? "", /does not confirm that the account is yours: .*190/);
    assert.deepEqual(await receivers(await write(theirs), owner, squatter), []);
    assert.match(
      (await finding(squatter, named.id, "callback_address")).message,
      /go to nobody, because ownership of the account is not proved/,
    );

    const real = await byHand(owner, theirs);
    await callBack(aboutAccount(theirs, "of_the_owner"));
    assert.deepEqual(await receivers(await write(theirs), owner, squatter), [0]);
    assert.deepEqual([await templates(owner, real.id), await templates(squatter, named.id)], [["of_the_owner"], []]);
    assert.match(
      (await finding(owner, real.id, "callback_address")).message,
      /^Callbacks of the shared provider app reach this channel\.$/,
    );

    await owner.api.delete(`/api/v1/channels/${real.id}`);
    t.clock.advance(5 * 60_000);
    await t.drain();
    await callBack(aboutAccount(theirs, "after_the_owner"));
    assert.deepEqual(await receivers(await write(theirs), owner, squatter), []);
    assert.deepEqual([await templates(squatter, named.id), await statusOf(squatter, named.id)], [[], "Pending"]);
    assert.equal((await squatter.api.get("/api/v1/events?after=")).text.includes("message "), false);
  });

  it("an account named besides one's own number gives no access to it, whether or not its owner is connected", async () => {
    const [owner, thief] = [await t.tenant(), await t.tenant()];
    const [theirs, own] = [atPlatform(), atPlatform()];
    // The number and the token are the thief's; only the account is not. The channel is also older than the owner's.
    const named = await byHand(thief, own, { businessAccountId: theirs.account });
    await callBack(aboutAccount(theirs, "first_launch"));
    const real = await byHand(owner, theirs);
    await callBack(aboutAccount(theirs, "secret_launch"));
    assert.deepEqual([await templates(owner, real.id), await templates(thief, named.id)], [["secret_launch"], []]);
    assert.deepEqual(await receivers(await write(own), owner, thief), [1]);

    // Changing the settings does not help either.
    await thief.api.patch(`/api/v1/channels/${named.id}`, { config: { businessAccountId: own.account } });
    await thief.api.patch(`/api/v1/channels/${named.id}`, { config: { businessAccountId: theirs.account } });
    await t.drain();
    await callBack(aboutAccount(theirs, "second_launch"));
    assert.deepEqual(await templates(thief, named.id), []);
    assert.equal((await thief.api.get("/api/v1/events?after=")).text.includes("launch"), false);
    assert.equal((await finding(thief, named.id, "callback_address")).ok, true);
  });

  it("a new proof takes the route from any holder by the time of its response, and the loser is notified once", async () => {
    const [first, second] = [await t.tenant(), await t.tenant()];
    const shared = atPlatform();
    const one = await byHand(first, shared);
    assert.deepEqual(await receivers(await write(shared), first, second), [0]);
    const before = (await notifications(first)).length;
    t.clock.advance(1_000);
    // No job runs between the response and the message.
    const two = await byHand(second, shared);
    assert.deepEqual(await receivers(await write(shared), first, second), [1]);
    await t.drain();
    const [loss, ...more] = (await notifications(first)).slice(before);
    assert.deepEqual([loss.channelId, loss.status, more], [one.id, "Connected", []], "it has an address of its own, and goes on");
    assert.match(loss.notice, /Another tenant has proved .* that it owns .*\/callbacks\/chat-app\/chn_/);
    assert.equal(loss.notice.includes(second.id), false);
    assert.match((await finding(first, one.id, "callback_address")).message, /go to another tenant/);

    // Checked in the background, like channels from before proofs, it takes nothing and keeps its status.
    await t.app.database.withTenant(first.id, (tx) =>
      tx.query({ text: "update channels set ownership_check_at = $2 where tenant_id = $1", values: [first.id, t.clock.now()] }),
    );
    await t.drain();
    assert.equal(await statusOf(first, one.id), "Connected");
    assert.deepEqual(await receivers(await write(shared), first, second), [1]);

    // The same for a sign-in; and a channel without another way to receive shows that in its status.
    const third = await t.tenant();
    t.clock.advance(1_000);
    const own = await signIn(third, shared);
    assert.deepEqual(await receivers(await write(shared), first, second, third), [2]);
    t.clock.advance(1_000);
    assert.equal(await signIn(second, shared), two.id);
    assert.deepEqual(await receivers(await write(shared), first, second, third), [1]);
    await t.drain();
    const lost = await state(third, own);
    assert.equal(lost.status, "Error");
    assert.match(lost.statusReason, /Another tenant has proved/);
    assert.deepEqual([(await notifications(third)).at(-1).status, (await notifications(third)).at(-1).channelId], ["Error", own]);
    for (const check of ["status", "callback_address", "account_callbacks"])
      assert.equal((await finding(third, own, check)).ok, false, check);
    assert.match((await finding(third, own, "status")).message, /are not received either/);
    assert.equal((await notifications(third)).filter((e: { notice: string | null }) => e.notice !== null).length, 1, "once");

    // Saving other settings proves nothing. Claiming it again does, with credentials that still give access to the account.
    await third.api.patch(`/api/v1/channels/${own}`, { config: { messagesPerSecond: 20 } });
    assert.deepEqual(await receivers(await write(shared), first, second, third), [1]);
    t.clock.advance(1_000);
    const asked = await third.api.patch(`/api/v1/channels/${own}`, { status: "Connected" });
    assert.equal(asked.body.status, "Connected", asked.text);
    assert.deepEqual(await receivers(await write(shared), first, second, third), [2]);
  });

  it("a number whose holder leaves belongs to nobody until proved: neither to a previous holder nor to a tenant that only names it", async () => {
    const [first, second, waits] = [await t.tenant(), await t.tenant(), await t.tenant()];
    const shared = atPlatform();
    const lost = await byHand(first, shared);
    t.clock.advance(1_000);
    await byHand(waits, shared, worthless, "Pending");
    const held = await byHand(second, shared);
    await t.drain();
    await second.api.delete(`/api/v1/channels/${held.id}`);
    for (let n = 0; n < 10; n += 1) {
      t.clock.advance(60 * 60_000);
      await t.drain();
    }
    assert.deepEqual(await receivers(await write(shared), first, second, waits), []);
    assert.match((await finding(first, lost.id, "callback_address")).message, /go to nobody/);
    const again = await first.api.patch(`/api/v1/channels/${lost.id}`, { config: { accessToken: shared.token } });
    assert.equal(again.body.status, "Connected", again.text);
    assert.deepEqual(await receivers(await write(shared), first, second, waits), [0]);
    assert.match((await finding(first, lost.id, "callback_address")).message, /reach this channel\.$/);
  });

  it("a process that has just looked up the owner of a number still gives the next message to the new owner", async () => {
    const [first, second] = [await t.tenant(), await t.tenant()];
    const shared = atPlatform();
    await byHand(first, shared);
    const other = await startTestApp({ sharing: t });
    try {
      const through = async (text: string) => {
        const raw = JSON.stringify(aboutNumber(shared, text));
        assert.equal(
          (await fetch(`${other.url}/callbacks/chat-app`, { method: "POST", body: raw, headers: signCallback(raw) })).status,
          200,
        );
      };
      await through("remembered");
      t.clock.advance(1_000);
      await byHand(second, shared);
      await through("to the new owner");
      await Promise.all([t.drain(), other.drain()]);
      assert.deepEqual([await texts(first), await texts(second)], [["remembered"], ["to the new owner"]]);
    } finally {
      await other.stop();
    }
  });

  it("a token that the platform refuses ends the claim; the same credentials restore it once the platform accepts them again", async () => {
    const [owner, other] = [await t.tenant(), await t.tenant()];
    const theirs = atPlatform();
    const real = await byHand(owner, theirs);
    assert.deepEqual(await receivers(await write(theirs), owner), [0]);
    const conversation = (await owner.api.get("/api/v1/conversations")).body.data[0].id;
    t.simulator.faults.next({ kind: "token_dead" });
    await owner.api.post("/api/v1/messages", {
      conversationId: conversation,
      channelId: real.id,
      to: "447700900777",
      type: "text",
      text: "Hi",
    });
    await t.drain();
    assert.equal(await statusOf(owner, real.id), "NeedsReauth");
    assert.deepEqual(await receivers(await write(theirs), owner, other), []);
    assert.match((await finding(owner, real.id, "callback_address")).message, /go to nobody/);

    // The token is still invalid: claiming the account again proves nothing.
    const still = await owner.api.patch(`/api/v1/channels/${real.id}`, { config: {} });
    assert.deepEqual([still.body.status, /190/.test(still.body.statusReason)], ["Pending", true], still.text);
    assert.deepEqual(await receivers(await write(theirs), owner, other), []);
    t.simulator.registerNumber({
      phoneNumberId: theirs.number,
      businessAccountId: theirs.account,
      accessToken: theirs.token,
      displayPhoneNumber: "15550100100",
      callbackUrl: `${t.url}/callbacks/chat-app`,
    });
    t.clock.advance(61_000);
    await t.drain();
    assert.equal(await statusOf(owner, real.id), "Connected", "it was asked again by itself");
    assert.deepEqual(await receivers(await write(theirs), owner, other), [0]);
  });

  it("the platform's report that our access was revoked ends the claim, and the operator's confirmation stays", async () => {
    const removed = (of: Account) => ({
      object: "whatsapp_business_account",
      entry: [{ id: of.account, time: 1, changes: [{ field: "account_update", value: { event: "PARTNER_REMOVED" } }] }],
    });
    const [owner, vouched] = [await t.tenant(), await t.tenant()];
    const [theirs, unknown] = [atPlatform(), { number: "70000000000001", account: "70000000000002", token: "nobody knows it" }];
    const real = await byHand(owner, theirs);
    await callBack(removed(theirs));
    assert.equal(await statusOf(owner, real.id), "Disconnected");
    assert.deepEqual(await receivers(await write(theirs), owner), []);
    const back = await owner.api.patch(`/api/v1/channels/${real.id}`, { status: "Connected" });
    assert.equal(back.body.status, "Connected", back.text);
    assert.deepEqual(await receivers(await write(theirs), owner), [0]);
    // Switching it off and on here requires no proof: the platform is not even asked.
    await owner.api.patch(`/api/v1/channels/${real.id}`, { status: "Disconnected" });
    assert.deepEqual(await receivers(await write(theirs), owner), [0]);
    t.simulator.faults.nextManagement({ kind: "html" });
    assert.equal((await owner.api.patch(`/api/v1/channels/${real.id}`, { status: "Connected" })).body.status, "Connected");
    t.simulator.faults.clear();

    const made = await byOperator(vouched, unknown);
    assert.equal(made.status, "Connected");
    await t.drain();
    assert.equal(await statusOf(vouched, made.id), "Connected");
    await callBack(removed(unknown));
    assert.equal(await statusOf(vouched, made.id), "Disconnected");
    assert.deepEqual(await receivers(await write(unknown), vouched), [0]);
  });

  it("the operator's confirmation takes a number immediately, serves both addresses, needs no token, and yields to a newer proof", async () => {
    const [first, vouched, last] = [await t.tenant(), await t.tenant(), await t.tenant()];
    const shared = atPlatform();
    await byHand(first, shared);
    // A process whose clock is behind.
    const ahead = t.clock.now();
    t.clock.set(new Date(ahead.getTime() - 60_000));
    const made = await byOperator(vouched, shared, { ...worthless, appSecret: "their-own" });
    t.clock.set(ahead);
    assert.equal(made.status, "Connected");
    assert.deepEqual(await receivers(await write(shared), first, vouched, last), [1]);
    assert.equal(await callBack(aboutNumber(shared, "by their own app"), made.callbackPath, "their-own"), 200);
    assert.ok((await texts(vouched)).includes("by their own app"));
    // Other settings and tokens do not affect the number.
    const changed = await vouched.api.patch(`/api/v1/channels/${made.id}`, { config: { accessToken: "made up, too" } });
    assert.equal(changed.body.status, "Connected", changed.text);
    // An account named besides it does.
    const named = await vouched.api.patch(`/api/v1/channels/${made.id}`, { config: { businessAccountId: atPlatform().account } });
    assert.equal(named.body.status, "Connected", named.text);
    assert.match((await finding(vouched, made.id, "callback_address")).message, /reach this channel/);
    await byHand(last, shared, worthless, "Pending");
    assert.deepEqual(await receivers(await write(shared), first, vouched, last), [1]);
    t.clock.advance(1_000);
    await signIn(last, shared);
    assert.deepEqual(await receivers(await write(shared), first, vouched, last), [2]);
  });

  it("worthless credentials given to a working channel end what the old ones had proved", async () => {
    const owner = await t.tenant();
    const theirs = atPlatform();
    const real = await byHand(owner, theirs);
    const changed = await owner.api.patch(`/api/v1/channels/${real.id}`, { config: { accessToken: "mistyped" } });
    assert.equal(changed.body.status, "Pending", changed.text);
    assert.match(changed.body.statusReason, /does not confirm/);
    assert.deepEqual(await receivers(await write(theirs), owner), []);
    const forced = await owner.api.patch(`/api/v1/channels/${real.id}`, { status: "Connected" });
    assert.equal(forced.body.status, "Pending", "that it is to be connected proves nothing");
    const reconnected = await owner.api.patch(`/api/v1/channels/${real.id}`, { config: { accessToken: theirs.token } });
    assert.deepEqual([reconnected.body.status, reconnected.body.statusReason], ["Connected", null]);
    assert.deepEqual(await receivers(await write(theirs), owner), [0]);
  });

  it("an unreachable platform leaves the channel Pending and is asked again in the background; a working channel keeps receiving", async () => {
    const owner = await t.tenant();
    const theirs = atPlatform();
    t.simulator.faults.nextManagement({ kind: "html" }, 3);
    const made = await byHand(owner, theirs, {}, "Pending");
    assert.match(made.statusReason ?? "", /could not be asked who owns the account, and is asked again/);
    for (const minutes of [1, 2]) {
      assert.equal(await statusOf(owner, made.id), "Pending");
      assert.deepEqual(await receivers(await write(theirs), owner), []);
      t.clock.advance(minutes * 60_000 + 1_000);
      await t.drain();
    }
    t.clock.advance(4 * 60_000);
    await t.drain();
    assert.equal(await statusOf(owner, made.id), "Connected");
    assert.deepEqual((await notifications(owner)).map((e: { status: string }) => e.status).at(-1), "Connected");
    assert.deepEqual(await receivers(await write(theirs), owner), [0]);

    t.simulator.faults.nextManagement({ kind: "html" });
    const changed = await owner.api.patch(`/api/v1/channels/${made.id}`, { config: { accessToken: theirs.token } });
    assert.equal(changed.body.status, "Pending");
    assert.deepEqual(await receivers(await write(theirs), owner), [0], "nobody has said that it is not theirs");
  });

  it("a number not yet known to the platform is checked again, and connects once it is", async () => {
    const tenant = await t.tenant();
    const soon = { number: `${randomBytes(6).readUIntBE(0, 6)}55`, account: `${randomBytes(6).readUIntBE(0, 6)}66`, token: "not-yet" };
    const made = await byHand(tenant, soon, {}, "Pending");
    t.simulator.registerNumber({
      phoneNumberId: soon.number,
      businessAccountId: soon.account,
      accessToken: soon.token,
      displayPhoneNumber: "15550100101",
    });
    t.clock.advance(61_000);
    await t.drain();
    assert.equal(await statusOf(tenant, made.id), "Connected");
    assert.match((await finding(tenant, made.id, "callback_address")).message, /reach this channel\.$/);
  });

  it("a request that waited for the platform takes nothing back from a later one", async () => {
    const [early, late] = [await t.tenant(), await t.tenant()];
    const shared = atPlatform();
    t.simulator.faults.nextManagement({ kind: "html" });
    const waits = await byHand(early, shared, {}, "Pending");
    t.clock.advance(1_000);
    const newer = await byHand(late, shared);
    t.clock.advance(61_000);
    await t.drain();
    assert.equal(await statusOf(early, waits.id), "Pending");
    assert.match((await state(early, waits.id)).statusReason, /Another tenant has proved .* since you requested this connection/);
    assert.deepEqual(await receivers(await write(shared), early, late), [1]);
    // Nor after that channel is removed: the account has to be claimed again.
    await late.api.delete(`/api/v1/channels/${newer.id}`);
    t.clock.advance(60 * 60_000);
    await t.drain();
    assert.deepEqual(await receivers(await write(shared), early, late), []);
    assert.equal((await early.api.patch(`/api/v1/channels/${waits.id}`, { status: "Connected" })).body.status, "Connected");
    assert.deepEqual(await receivers(await write(shared), early, late), [0]);
  });

  it("a channel from before proofs were required is served until the platform answers: confirmed it stays, refused three times it ends", async () => {
    /** Makes a channel look connected from before proofs were required, by name only. */
    const inherit = (tenant: TestTenant) =>
      withClient(t.database.admin, async (admin) => {
        await admin.query("update channel_routes set proof = 'inherited' where tenant_id = $1", [tenant.id]);
        await admin.query("update channels set ownership_check_at = $2, ownership_attempts = 0 where tenant_id = $1", [
          tenant.id,
          t.clock.now(),
        ]);
      });
    const [confirmed, refused] = [await t.tenant(), await t.tenant()];
    const [good, bad] = [atPlatform(), atPlatform()];
    const one = await byHand(confirmed, good);
    await inherit(confirmed);
    assert.match((await finding(confirmed, one.id, "callback_address")).message, /as before, until the platform confirms/);
    t.simulator.faults.nextManagement({ kind: "html" });
    await t.drain(["channel owners"]);
    assert.deepEqual(await receivers(await write(good), confirmed), [0], "it could not be asked");
    t.clock.advance(61_000);
    await t.drain();
    assert.match((await finding(confirmed, one.id, "callback_address")).message, /reach this channel\.$/);
    assert.deepEqual(await receivers(await write(good), confirmed), [0]);

    const two = await byHand(refused, bad);
    // The number belongs to another tenant by now.
    t.simulator.faults.nextManagement({ kind: "token_dead" });
    await refused.api.get(`/api/v1/channels/${two.id}/health`);
    await inherit(refused);
    for (const minutes of [1, 2]) {
      await t.drain();
      assert.equal(await statusOf(refused, two.id), "Connected");
      assert.deepEqual(await receivers(await write(bad), refused), [0]);
      t.clock.advance(minutes * 60_000 + 1_000);
    }
    await t.drain();
    assert.equal(await statusOf(refused, two.id), "Pending");
    assert.deepEqual(await receivers(await write(bad), refused), []);
    // A name without proof yields to any proof immediately, no matter when that was requested.
    const taken = atPlatform();
    const [named, owner] = [await t.tenant(), await t.tenant()];
    await byHand(named, taken);
    await inherit(named);
    await byHand(owner, taken);
    assert.deepEqual(await receivers(await write(taken), named, owner), [1]);
  });

  it("a pending set-up does not reconnect a channel that no longer receives", async () => {
    const [loser, winner] = [await t.tenant(), await t.tenant()];
    const shared = atPlatform();
    // Reading its accounts and their numbers still works; then every call fails for a while.
    for (let call = 0; call < 2; call += 1) t.simulator.faults.nextManagement({ kind: "slow", delayMs: 0 });
    t.simulator.faults.nextManagement({ kind: "error", code: 2 });
    const id = await signIn(loser, shared);
    assert.equal(await statusOf(loser, id), "Pending");
    t.clock.advance(1_000);
    await signIn(winner, shared);
    await t.drain();
    assert.equal(await statusOf(loser, id), "Error");
    t.clock.advance(61_000);
    await t.drain();
    assert.equal(await statusOf(loser, id), "Error");
    assert.match((await state(loser, id)).statusReason, /Another tenant has proved/);
  });

  it("a tenant's own app secret reaches only the tenant's own channels, whatever its body and its channels name", async () => {
    const [owner, thief] = [await t.tenant(), await t.tenant()];
    const theirs = atPlatform();
    const real = await byHand(owner, theirs);
    const mine = await byHand(thief, theirs, { appSecret: "thief-secret", ...worthless }, "Pending");
    for (const body of [aboutNumber(theirs, "forged"), aboutAccount(theirs, "forged")]) {
      assert.equal(await callBack(body, mine.callbackPath, "thief-secret"), 200);
      assert.equal(await callBack(body, real.callbackPath, "thief-secret"), 401);
      assert.equal(await callBack(body, "/callbacks/chat-app", "thief-secret"), 401);
    }
    assert.deepEqual([await texts(owner), await templates(owner, real.id)], [[], []]);
    assert.deepEqual([await texts(thief), await templates(thief, mine.id)], [["forged"], ["forged"]]);
    // A body signed by a tenant's own app proves nothing either.
    const word = { event: "ACCOUNT_RECONNECTED" };
    const entry = [{ id: theirs.account, time: 1, changes: [{ field: "account_update", value: word }] }];
    assert.equal(await callBack({ object: "whatsapp_business_account", entry }, mine.callbackPath, "thief-secret"), 200);
    assert.equal(await statusOf(thief, mine.id), "Pending");
    assert.deepEqual(await receivers(await write(theirs), owner, thief), [0]);
    // A channel of the installation's app has no secret of its own, so nothing can be signed for its own address.
    const signedIn = await signIn(await t.tenant(), atPlatform());
    for (const secret of ["undefined", "null", appSecret, "thief-secret"])
      assert.equal(await callBack(aboutNumber(theirs, "forged"), `/callbacks/chat-app/${signedIn}`, secret), 401);
  });
});
