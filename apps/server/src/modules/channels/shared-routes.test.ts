import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { appSecret, signCallback, startTestApp, type TestApp, type TestTenant } from "../../../test/harness.ts";

/** A number at the platform with its business account, and a token that opens both. */
interface Account {
  number: string;
  account: string;
  token: string;
}

describe("whose account it is, on the callback address that all tenants share", () => {
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
  async function byHand(tenant: TestTenant, of: Account, change: object = {}) {
    const made = await tenant.api.post("/api/v1/channels", { kind: "chat_app", name: "By hand", config: settings(of, change) });
    assert.deepEqual([made.status, made.body.status], [200, "Connected"], made.text);
    return made.body as { id: string; callbackPath: string };
  }
  /** Signs in with a code of the platform's pop-up; the channel it made, or renewed. */
  async function signIn(tenant: TestTenant, of: Account): Promise<string> {
    const begun = await tenant.api.post("/api/v1/channels/authorizations", { kind: "chat_app" });
    const url = `/api/v1/channels/authorizations/${begun.body.id}/code`;
    const done = await tenant.api.post(url, { code: t.simulator.signUp([of.account]) });
    assert.equal(done.body.status, "completed", done.text);
    return done.body.channelIds[0];
  }

  let news = 0;
  /** The platform's word about the account as a whole: a template of that name was approved. */
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
    const answer = await fetch(`${t.url}${path}`, { method: "POST", body: raw, headers: signCallback(raw, secret) });
    await t.drain();
    return answer.status;
  }
  const templates = async (tenant: TestTenant, channelId: string) =>
    (await tenant.api.get(`/api/v1/channels/${channelId}/templates`)).body.data.map((x: { name: string }) => x.name);
  const texts = async (tenant: TestTenant) => (await tenant.api.get("/api/v1/messages")).body.data.map((m: { text: string }) => m.text);
  const told = async (tenant: TestTenant) =>
    (await tenant.api.get("/api/v1/events?type=channel.updated&limit=100&after=")).body.data.map((e: any) => e.data);
  const finding = async (tenant: TestTenant, id: string, check: string) =>
    (await tenant.api.get(`/api/v1/channels/${id}/health`)).body.findings.find((f: { check: string }) => f.check === check);

  it("a name is enough while nobody has proved anything, and credentials of the account's own end that, whoever named it first", async () => {
    const [owner, squatter] = [await t.tenant(), await t.tenant()];
    const theirs = atPlatform();
    const named = await byHand(squatter, theirs, { accessToken: "made up" });
    await callBack(aboutNumber(theirs, "works at once"));
    assert.deepEqual(await texts(squatter), ["works at once"]);
    assert.match((await finding(squatter, named.id, "callback_address")).message, /nor have you/);

    const real = await byHand(owner, theirs);
    await t.drain();
    await callBack(aboutNumber(theirs, "to the owner"));
    await callBack(aboutAccount(theirs, "of_the_owner"));
    assert.deepEqual([await texts(owner), await texts(squatter)], [["to the owner"], ["works at once"]]);
    assert.deepEqual([await templates(owner, real.id), await templates(squatter, named.id)], [["of_the_owner"], []]);
    assert.match(
      (await finding(owner, real.id, "callback_address")).message,
      /^Callbacks of the shared provider app reach this channel\.$/,
    );
  });

  it("an account named beside a number of one's own brings nothing of it once its owner has proved it", async () => {
    const [owner, thief] = [await t.tenant(), await t.tenant()];
    const [theirs, own] = [atPlatform(), atPlatform()];
    // The number and the token are the thief's; only the account is not. And it is older than the owner's channel.
    const named = await byHand(thief, own, { businessAccountId: theirs.account });
    await t.drain();
    const real = await byHand(owner, theirs);
    await t.drain();
    await callBack(aboutAccount(theirs, "secret_launch"));
    assert.deepEqual([await templates(owner, real.id), await templates(thief, named.id)], [["secret_launch"], []]);
    await callBack(aboutNumber(own, "their own number still works"));
    assert.deepEqual(await texts(thief), ["their own number still works"]);

    // By a change of settings it is no better.
    await thief.api.patch(`/api/v1/channels/${named.id}`, { config: { businessAccountId: own.account } });
    await thief.api.patch(`/api/v1/channels/${named.id}`, { config: { businessAccountId: theirs.account } });
    await t.drain();
    await callBack(aboutAccount(theirs, "second_launch"));
    assert.deepEqual(await templates(thief, named.id), []);
    assert.equal((await thief.api.get("/api/v1/events?after=")).text.includes("launch"), false);
  });

  it("what was proved stays its tenant's after the channel is gone, until somebody else names it; a proof takes it from that one", async () => {
    const [owner, thief] = [await t.tenant(), await t.tenant()];
    const theirs = atPlatform();
    const first = await byHand(owner, theirs);
    await t.drain();
    await owner.api.delete(`/api/v1/channels/${first.id}`);
    const again = await byHand(owner, theirs);
    await callBack(aboutNumber(theirs, "at once"));
    assert.deepEqual(await texts(owner), ["at once"]);
    await owner.api.delete(`/api/v1/channels/${again.id}`);
    const named = await byHand(thief, theirs, { accessToken: "made up" });
    await t.drain();
    await callBack(aboutNumber(theirs, "to the name"));
    assert.deepEqual(await texts(thief), ["to the name"]);
    const next = await byHand(owner, theirs);
    await t.drain();
    await callBack(aboutNumber(theirs, "back again"));
    await callBack(aboutAccount(theirs, "back_again"));
    assert.deepEqual([await texts(owner), await texts(thief)], [["back again", "at once"], ["to the name"]]);
    assert.deepEqual(await templates(thief, named.id), []);
    assert.match((await finding(thief, named.id, "callback_address")).message, /go to another tenant/);
    // A tenant that only named an id leaves nothing behind.
    const [before, then] = [await t.tenant(), await t.tenant()];
    const free = atPlatform();
    const gone = await byHand(before, free, { accessToken: "made up" });
    await before.api.delete(`/api/v1/channels/${gone.id}`);
    await byHand(then, free, { accessToken: "made up, too" });
    await callBack(aboutNumber(free, "to the one who names it now"));
    assert.deepEqual(await texts(then), ["to the one who names it now"]);
    // Whose account it has become meanwhile is the platform's to say.
    await owner.api.delete(`/api/v1/channels/${next.id}`);
    await thief.api.patch(`/api/v1/channels/${named.id}`, { config: { accessToken: theirs.token } });
    await t.drain();
    await callBack(aboutNumber(theirs, "sold"));
    assert.deepEqual(await texts(thief), ["sold", "to the name"]);
  });

  it("what a removed channel held goes to the channel that waited for it: by its credentials, else to the oldest name", async () => {
    for (const proved of [true, false]) {
      const [first, waits, later] = [await t.tenant(), await t.tenant(), await t.tenant()];
      const shared = atPlatform();
      const token = proved ? {} : { accessToken: "made up" };
      const held = await byHand(first, shared, token);
      await t.drain();
      const older = await byHand(proved ? later : waits, shared, { accessToken: "made up, too" });
      t.clock.advance(1_000);
      const newer = await byHand(proved ? waits : later, shared, token);
      const waiting = proved ? newer : older;
      await t.drain();
      await callBack(aboutNumber(shared, "to the first"));
      assert.deepEqual([await texts(first), await texts(waits), await texts(later)], [["to the first"], [], []]);

      await first.api.delete(`/api/v1/channels/${held.id}`);
      assert.match((await finding(waits, waiting.id, "callback_address")).message, /reach this channel|go to nobody for the moment/);
      await t.drain();
      await callBack(aboutNumber(shared, "to who waited"));
      await callBack(aboutAccount(shared, "to_who_waited"));
      assert.deepEqual([await texts(waits), await texts(later)], [["to who waited"], []], `proved: ${proved}`);
      assert.deepEqual(await templates(waits, waiting.id), ["to_who_waited"]);
      assert.match((await finding(waits, waiting.id, "callback_address")).message, proved ? /this channel\.$/ : /nor have you/);
    }
  });

  it("credentials take nothing from a tenant that has proved the account and uses it; signing in does, and the loser is told", async () => {
    const [first, second] = [await t.tenant(), await t.tenant()];
    const shared = atPlatform();
    const one = await byHand(first, shared);
    await t.drain();
    const two = await byHand(second, shared);
    await t.drain();
    await callBack(aboutNumber(shared, "first"));
    assert.deepEqual([await texts(first), await texts(second)], [["first"], []]);
    const before = (await told(first)).length;
    assert.ok(
      (await told(first)).every((e: { notice: string | null }) => e.notice === null),
      "nothing has happened to the first one",
    );

    assert.equal(await signIn(second, shared), two.id);
    await t.drain();
    await callBack(aboutNumber(shared, "second"));
    assert.deepEqual([await texts(first), await texts(second)], [["first"], ["second"]]);
    const [loss, ...more] = (await told(first)).slice(before);
    assert.deepEqual([loss.channelId, loss.status, more], [one.id, "Connected", []], "it has an address of its own, and goes on");
    assert.match(loss.notice, /Another tenant has proved .* is theirs.*\/callbacks\/chat-app\/chn_/);
    assert.equal(loss.notice.includes(second.id), false);
    assert.match((await finding(first, one.id, "callback_address")).message, /go to another tenant/);

    // The newest sign-in wins; a channel that has no other way to hear says so in its state.
    assert.equal(await signIn(first, shared), one.id);
    await t.drain();
    const third = await t.tenant();
    const own = await signIn(third, shared);
    await t.drain();
    assert.equal((await first.api.get(`/api/v1/channels/${one.id}`)).body.status, "Connected");
    await signIn(first, shared);
    await t.drain();
    const lost = (await third.api.get(`/api/v1/channels/${own}`)).body;
    assert.equal(lost.status, "Error");
    assert.match(lost.statusReason, /Another tenant has proved/);
    assert.deepEqual([(await told(third)).at(-1).status, (await told(third)).at(-1).channelId], ["Error", own]);
    for (const check of ["status", "callback_address", "account_callbacks"])
      assert.equal((await finding(third, own, check)).ok, false, check);
    assert.match((await finding(third, own, "status")).message, /does not arrive here either/);
    assert.equal((await told(third)).filter((e: { notice: string | null }) => e.notice !== null).length, 1, "once");
    // Saving the settings again is no new proof, however it was proved then.
    await third.api.patch(`/api/v1/channels/${own}`, { config: { messagesPerSecond: 20 } });
    await t.drain();
    await callBack(aboutNumber(shared, "still the first's"));
    assert.deepEqual(await texts(third), []);
  });

  it("a set-up that is still to be done does not bring a channel back that hears nothing any more", async () => {
    const [loser, winner] = [await t.tenant(), await t.tenant()];
    const shared = atPlatform();
    // Its accounts and their numbers are still read; then nothing goes for a while.
    for (let call = 0; call < 2; call += 1) t.simulator.faults.nextManagement({ kind: "slow", delayMs: 0 });
    t.simulator.faults.nextManagement({ kind: "error", code: 2 });
    const id = await signIn(loser, shared);
    const state = async () => (await loser.api.get(`/api/v1/channels/${id}`)).body;
    assert.equal((await state()).status, "Pending");
    await signIn(winner, shared);
    await t.drain();
    assert.equal((await state()).status, "Error");
    t.clock.advance(61_000);
    await t.drain();
    assert.equal((await state()).status, "Error");
    assert.match((await state()).statusReason, /Another tenant has proved/);
  });

  it("somebody has the route at every moment: until a sign-in is settled the one before, then the new one, also after a crash", async () => {
    const [owner, squatter] = [await t.tenant(), await t.tenant()];
    const theirs = atPlatform();
    await byHand(squatter, theirs, { accessToken: "made up" });
    await t.drain();
    const raw = (text: string) => {
      const body = JSON.stringify(aboutNumber(theirs, text));
      return fetch(`${t.url}/callbacks/chat-app`, { method: "POST", body, headers: signCallback(body) });
    };
    // A process that dies between the two leaves just this behind.
    const id = await signIn(owner, theirs);
    assert.equal((await raw("before")).status, 200);
    await t.drain();
    assert.equal((await raw("after")).status, 200);
    await t.drain();
    assert.deepEqual([await texts(squatter), await texts(owner)], [["before"], ["after"]]);
    assert.match((await finding(owner, id, "callback_address")).message, /reach this channel\.$/);
  });

  it("a tenant's own app secret reaches the tenant's own channels alone, whatever its body and its channels name", async () => {
    const [owner, thief] = [await t.tenant(), await t.tenant()];
    const theirs = atPlatform();
    const real = await byHand(owner, theirs);
    const mine = await byHand(thief, theirs, { appSecret: "thief-secret", accessToken: "made up" });
    for (const body of [aboutNumber(theirs, "forged"), aboutAccount(theirs, "forged")]) {
      assert.equal(await callBack(body, mine.callbackPath, "thief-secret"), 200);
      assert.equal(await callBack(body, real.callbackPath, "thief-secret"), 401);
      assert.equal(await callBack(body, "/callbacks/chat-app", "thief-secret"), 401);
    }
    assert.deepEqual([await texts(owner), await templates(owner, real.id)], [[], []]);
    assert.deepEqual([await texts(thief), await templates(thief, mine.id)], [["forged"], ["forged"]]);
    // A channel of the installation's app has no secret of its own, so nothing is signed for its own address.
    const signedIn = await signIn(await t.tenant(), atPlatform());
    for (const secret of ["undefined", "null", appSecret, "thief-secret"])
      assert.equal(await callBack(aboutNumber(theirs, "forged"), `/callbacks/chat-app/${signedIn}`, secret), 401);
  });

  it("what the platform does not confirm for now is asked again, and changes nothing about the channel meanwhile", async () => {
    const tenant = await t.tenant();
    const soon = { number: `${randomBytes(6).readUIntBE(0, 6)}55`, account: `${randomBytes(6).readUIntBE(0, 6)}66`, token: "not-yet" };
    const made = await byHand(tenant, soon);
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/channels/${made.id}`)).body.status, "Connected");
    assert.match((await finding(tenant, made.id, "callback_address")).message, /nor have you \(.*190/);
    t.simulator.registerNumber({
      phoneNumberId: soon.number,
      businessAccountId: soon.account,
      accessToken: soon.token,
      displayPhoneNumber: "15550100101",
    });
    t.clock.advance(61_000);
    await t.drain();
    assert.match((await finding(tenant, made.id, "callback_address")).message, /reach this channel\.$/);
  });
});
