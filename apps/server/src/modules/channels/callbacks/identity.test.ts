/** Which contact a message belongs to: numbers that get a new owner, people who change their name or number, national variants. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { preferenceCallback, startContacts } from "../../../../test/contacts.ts";
import { signCallback } from "../../../../test/harness.ts";

const { t, tenant, channel, number, contact, ...set } = await startContacts("44770091");
/** Events of the contact itself, without those of its messages. */
const contactEvents = async (id: string) => (await set.eventsOf(id)).filter((event) => event.type.startsWith("contact."));

interface Sender {
  address?: string;
  user?: string;
  name?: string;
  username?: string;
}

describe("the contact of an inbound message", () => {
  let made = 0;
  const at = () => Math.floor(t.clock.now().getTime() / 1000);

  async function post(items: object[], contacts: object[]): Promise<void> {
    const value = {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: "15550100100", phone_number_id: channel.externalId },
      contacts,
      messages: items,
    };
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [{ id: `2${channel.externalId.slice(1)}`, changes: [{ field: "messages", value }] }],
    });
    const response = await t.api(null).request("POST", "/callbacks/chat-app", { body, headers: signCallback(body) });
    assert.equal(response.status, 200, response.text);
    await t.drain();
  }
  const item = (from: Sender, text: string, time = at()) => ({
    id: `wamid.${++made}`,
    ...(from.address === undefined ? {} : { from: from.address }),
    ...(from.user === undefined ? {} : { from_user_id: from.user }),
    timestamp: String(time),
    type: "text",
    text: { body: text },
  });
  const profile = (from: Sender) => ({
    profile: {
      ...(from.name === undefined ? {} : { name: from.name }),
      ...(from.username === undefined ? {} : { username: from.username }),
    },
    ...(from.address === undefined ? {} : { wa_id: from.address }),
    ...(from.user === undefined ? {} : { user_id: from.user }),
  });
  const write = (from: Sender, text: string, time?: number) => post([item(from, text, time)], [profile(from)]);

  const authorOf = async (text: string): Promise<string> => {
    const found = (await tenant.api.get("/api/v1/messages?limit=200")).body.data.filter((m: { text: string }) => m.text === text);
    assert.equal(found.length, 1, text);
    return found[0].contactId;
  };
  const audited = (id: string): Promise<{ action: string; changes: any }[]> =>
    t.app.database.worker({
      text: "select action, changes from audit_entries where tenant_id = $1 and target_id = $2 order by id",
      values: [tenant.id, id],
    });

  it("is new for a known number with a new platform id, and gets the number", async () => {
    const address = number();
    await write({ address, user: "GB.old1", name: "Olga Old" }, "the old one");
    const old = await authorOf("the old one");
    t.clock.advance(90 * 86_400_000);
    await write({ address, user: "GB.new1", name: "Nina New" }, "the new one");
    const young = await authorOf("the new one");
    assert.notEqual(young, old);
    const [before_, after_] = [await contact(old), await contact(young)];
    assert.deepEqual([before_.name, before_.phone, before_.identities[0].address], ["Olga Old", null, null]);
    assert.deepEqual([after_.name, after_.phone, after_.identities[0].address], ["Nina New", `+${address}`, address]);
    assert.deepEqual((await contactEvents(old)).at(-1), {
      type: "contact.updated",
      data: {
        contactId: old,
        changes: { phone: { from: `+${address}`, to: null } },
        reason: "address_moved",
        otherContactId: young,
      },
    });
    assert.deepEqual(
      (await contactEvents(young)).map((e) => e.type),
      ["contact.created"],
    );
    assert.deepEqual(await audited(old), [{ action: "contact.address_lost", changes: { to: young } }]);
    assert.deepEqual(await audited(young), [{ action: "contact.address_gained", changes: { from: old } }]);

    // Both people have had the number by now; what the API sends to it goes to its new owner.
    await write({ address, user: "GB.new1", name: "Nina New" }, "the new one again");
    assert.equal(await authorOf("the new one again"), young);
    const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: address, type: "text", text: "Hello Nina" });
    assert.deepEqual([sent.status, sent.body.contactId], [200, young], sent.text);
    // The old owner is still recognised by the platform's id.
    await write({ user: "GB.old1", name: "Olga Old" }, "the old one, hidden");
    assert.equal(await authorOf("the old one, hidden"), old);
    const mine = await tenant.api.get(`/api/v1/messages?contactId=${young}&direction=inbound`);
    assert.deepEqual(
      mine.body.data.map((m: { text: string }) => m.text),
      ["the new one again", "the new one"],
    );
  });

  it("is also new within one batch with ordinary messages, and in two concurrent batches", async () => {
    const [address, other] = [number(), number()];
    const old = { address, user: "GB.old2", name: "Old" };
    const friend = { address: other, user: "GB.friend", name: "Friend" };
    await write(old, "b old");
    await write(friend, "b friend");
    const young = { address, user: "GB.new2", name: "New" };
    await post([item(friend, "b f1"), item(young, "b n1"), item(young, "b n2"), item(friend, "b f2")], [profile(friend), profile(young)]);
    assert.equal(await authorOf("b n1"), await authorOf("b n2"));
    assert.notEqual(await authorOf("b n1"), await authorOf("b old"));
    for (const text of ["b f1", "b f2"]) assert.equal(await authorOf(text), await authorOf("b friend"));
    t.clock.advance(60_000);
    await Promise.all([1, 2, 3].map((i) => write({ address, user: "GB.third2" }, `b t${i}`)));
    assert.equal(new Set([await authorOf("b t1"), await authorOf("b t2"), await authorOf("b t3")]).size, 1);
    assert.equal((await contact(await authorOf("b t1"))).phone, `+${address}`);
    assert.equal((await contact(await authorOf("b n1"))).phone, null);
  });

  it("keeps its number when a late message of the previous owner arrives", async () => {
    const address = number();
    await write({ address, user: "GB.old3" }, "l old");
    const earlier = at();
    t.clock.advance(3_600_000);
    await write({ address, user: "GB.new3" }, "l new");
    await write({ address, user: "GB.old3" }, "l late", earlier + 60);
    assert.equal(await authorOf("l late"), await authorOf("l old"));
    assert.equal((await contact(await authorOf("l new"))).phone, `+${address}`);
    // An even older message from a stranger does not take it either: the id suffices to identify the stranger.
    await write({ address, user: "GB.older3" }, "l unknown", earlier - 60);
    const stranger = await contact(await authorOf("l unknown"));
    assert.deepEqual([stranger.phone, stranger.identities[0].address, stranger.identities[0].providerUserId], [null, null, "GB.older3"]);
    // A later message does.
    t.clock.advance(3_600_000);
    await write({ address, user: "GB.old3" }, "l back");
    assert.equal(await authorOf("l back"), await authorOf("l old"));
    assert.equal((await contact(await authorOf("l old"))).phone, `+${address}`);
    assert.equal((await contact(await authorOf("l new"))).phone, null);
  });

  it("is the same for an address if one side has no platform id", async () => {
    const address = number();
    await write({ address, name: "Ivy" }, "i address");
    await write({ address, user: "GB.ivy", name: "Ivy" }, "i both");
    await write({ address, name: "Ivy" }, "i address again");
    await write({ user: "GB.ivy", name: "Ivy" }, "i user");
    assert.equal(new Set(await Promise.all(["i address", "i both", "i address again", "i user"].map(authorOf))).size, 1);
  });

  it("is not changed by what the platform reports about the number's new owner", async () => {
    const address = number();
    await write({ address, user: "GB.old4" }, "p old");
    const body = preferenceCallback(channel.externalId, { wa_id: address, user_id: "GB.new4", value: "stop", timestamp: Number(at()) });
    assert.equal((await t.api(null).request("POST", "/callbacks/chat-app", { body, headers: signCallback(body) })).status, 200);
    await t.drain();
    assert.equal((await contact(await authorOf("p old"))).optIn, "unknown");
  });

  it("emits an event for another name, username or number from the platform; a name set by the tenant stays", async () => {
    const [address, next] = [number(), number()];
    const person = { address, user: "GB.kim", name: "Kim", username: "kim1" };
    await write(person, "k1");
    const id = await authorOf("k1");
    await write(person, "k2");
    assert.deepEqual(
      (await contactEvents(id)).map((e) => e.type),
      ["contact.created"],
    );
    await write({ ...person, name: "Kim Lee" }, "k3");
    await write({ ...person, name: "Kim Lee", username: "kimlee" }, "k4");
    t.clock.advance(1_000);
    await write({ ...person, address: next, name: "Kim Lee", username: "kimlee" }, "k5");
    assert.deepEqual(
      (await contactEvents(id)).slice(1).map((e) => [e.type, e.data.changes, e.data.reason]),
      [
        ["contact.updated", { name: { from: "Kim", to: "Kim Lee" } }, "platform"],
        ["contact.updated", { username: { from: "kim1", to: "kimlee" } }, "platform"],
        ["contact.updated", { phone: { from: `+${address}`, to: `+${next}` } }, "platform"],
      ],
    );
    await tenant.api.patch(`/api/v1/contacts/${id}`, { name: "Ms Lee" });
    const count = (await contactEvents(id)).length;
    await write({ address: next, user: "GB.kim", name: "KL", username: "kimlee" }, "k6");
    const now = await contact(id);
    assert.deepEqual([now.name, now.phone, now.identities[0].name, now.identities[0].username], ["Ms Lee", `+${next}`, "KL", "kimlee"]);
    assert.equal((await contactEvents(id)).length, count);
  });

  it("emits an event for a change of number announced by the platform, and the conversation continues", async () => {
    const [address, next] = [number(), number()];
    await write({ address }, "c1");
    const id = await authorOf("c1");
    await post(
      [
        {
          id: `wamid.${++made}`,
          from: address,
          timestamp: String(at()),
          type: "system",
          system: { type: "user_changed_number", body: "changed", wa_id: next },
        },
      ],
      [],
    );
    assert.equal((await contact(id)).phone, `+${next}`);
    assert.deepEqual((await contactEvents(id)).at(-1)?.data.changes, { phone: { from: `+${address}`, to: `+${next}` } });
    await write({ address: next }, "c2");
    assert.equal(await authorOf("c2"), id);
    assert.equal((await tenant.api.get(`/api/v1/conversations?contactId=${id}`)).body.data.length, 1);
  });

  it("emits an event for an address besides its phone number, and for another platform id", async () => {
    const [address, next, phone] = [number(), number(), number()];
    await write({ address, user: "GB.lou" }, "u1");
    const id = await authorOf("u1");
    await tenant.api.patch(`/api/v1/contacts/${id}`, { phone: `+${phone}` });
    t.clock.advance(1_000);
    await write({ address: next, user: "GB.lou" }, "u2");
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "x",
          changes: [
            {
              field: "user_id_update",
              value: {
                metadata: { phone_number_id: channel.externalId },
                user_id_update: [{ wa_id: next, user_id: { previous: "GB.lou", current: "GB.lou2" }, timestamp: String(at()) }],
              },
            },
          ],
        },
      ],
    });
    for (let i = 0; i < 2; i++) {
      assert.equal((await t.api(null).request("POST", "/callbacks/chat-app", { body, headers: signCallback(body) })).status, 200);
      await t.drain();
    }
    assert.deepEqual(
      (await contactEvents(id)).slice(-2).map((e) => [e.data.changes, e.data.reason]),
      [
        [{ address: { from: address, to: next } }, "platform"],
        [{ providerUserId: { from: "GB.lou", to: "GB.lou2" } }, "platform"],
      ],
    );
    const { phone: kept, identities } = await contact(id);
    assert.deepEqual([kept, identities.map((i: any) => [i.address, i.providerUserId])], [`+${phone}`, [[next, "GB.lou2"]]]);
  });

  describe("a number that we wrote to first and whose owner is known by platform id under another contact", () => {
    const stranger = async () => {
      const taken = number();
      const { id } = (await tenant.api.post("/api/v1/contacts", { name: "Card", phone: `+${taken}` })).body;
      const template = { channelId: channel.id, to: taken, type: "template", content: { name: "hello", language: "en" } };
      const sent = await tenant.api.post("/api/v1/messages", template);
      assert.deepEqual([sent.status, sent.body.contactId], [200, id], sent.text);
      return { taken, id };
    };

    it("follows the owner's opt-out and opt-in", async () => {
      const { taken, id } = await stranger();
      await write({ user: "GB.hid", name: "Hid" }, "hidden");
      const hidden = await authorOf("hidden");
      assert.notEqual(hidden, id);
      const optIns = async () => [(await contact(hidden)).optIn, (await contact(id)).optIn];
      t.clock.advance(1_000);
      await write({ address: taken, user: "GB.hid", name: "Hid" }, "STOP");
      assert.deepEqual(await optIns(), ["opted_out", "opted_out"]);
      const again = { channelId: channel.id, to: taken, type: "template", content: { name: "hello", language: "en" } };
      assert.equal((await tenant.api.post("/api/v1/messages", again)).body.error?.code, "recipient_opted_out");
      t.clock.advance(1_000);
      await write({ address: taken, user: "GB.hid", name: "Hid" }, "START");
      assert.deepEqual(await optIns(), ["opted_in", "opted_in"]);
      // A preference sent from the number under another platform id is the other person's.
      await write({ address: taken, user: "GB.other", name: "Other" }, "mine now");
      t.clock.advance(1_000);
      await write({ address: taken, user: "GB.hid", name: "Hid" }, "stop");
      assert.deepEqual(await optIns(), ["opted_out", "opted_in"]);
    });

    it("stays with its contact, but is removed once its owner leaves it: replies go to the platform id", async () => {
      const left = number();
      await write({ address: left, user: "GB.move", name: "Mo" }, "from the old number");
      const id = await authorOf("from the old number");
      const { taken } = await stranger();
      t.clock.advance(1_000);
      for (let i = 0; i < 2; i++) await write({ address: taken, user: "GB.move", name: "Mo" }, `from the new number ${i}`);
      assert.equal(await authorOf("from the new number 1"), id);
      const now = await contact(id);
      assert.deepEqual([now.phone, now.identities[0].address, now.identities[0].providerUserId], [null, null, "GB.move"]);
      assert.deepEqual(
        (await contactEvents(id)).slice(1).map((e) => e.data.changes),
        [{ phone: { from: `+${left}`, to: null } }],
      );
      const response = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "GB.move", type: "text", text: "Hello Mo" });
      assert.deepEqual([response.status, response.body.contactId], [200, id], response.text);
      await t.settle();
      const call = t.simulator.calls.filter((c: any) => JSON.stringify(c).includes("Hello Mo")).at(-1);
      assert.ok(JSON.stringify(call).includes("GB.move") && !JSON.stringify(call).includes(left), JSON.stringify(call));
      // Whoever gets the old number is a new person.
      await write({ address: left, user: "GB.next", name: "Next" }, "from the number that was left");
      assert.notEqual(await authorOf("from the number that was left"), id);
    });
  });

  describe("the new owner of a number that a person has left is a new contact", () => {
    it("even if that person's new number already belongs to another contact", async () => {
      const [left, taken] = [number(), number()];
      await write({ address: left, user: "GB.mia", name: "Mia" }, "m1");
      const mia = await authorOf("m1");
      const byHand = (await tenant.api.post("/api/v1/contacts", { name: "Mia by hand", phone: `+${taken}` })).body.id;
      t.clock.advance(1_000);
      await write({ address: taken, user: "GB.mia", name: "Mia" }, "m2");
      assert.equal(await authorOf("m2"), mia);
      // The number is no longer hers; whether the other contact is the same person is up to a merge.
      assert.deepEqual([(await contact(mia)).phone, (await contact(byHand)).phone], [null, `+${taken}`]);
      assert.deepEqual((await contactEvents(mia)).at(-1)?.data.changes, { phone: { from: `+${left}`, to: null } });
      const suggested = (await tenant.api.get(`/api/v1/contacts/${mia}/merge-suggestions`)).body.data;
      assert.deepEqual(
        suggested.map((s: any) => [s.contact.id, s.reasons]),
        [[byHand, ["phone"]]],
      );
      await write({ address: left, user: "GB.neo", name: "Neo" }, "m3");
      const neo = await authorOf("m3");
      assert.notEqual(neo, mia);
      assert.deepEqual([(await contact(neo)).phone, (await contact(mia)).name], [`+${left}`, "Mia"]);
    });

    it("even if the tenant had entered the number for a person whom the platform shows without one", async () => {
      const address = number();
      await write({ user: "GB.old5", name: "Hidden" }, "h1");
      const old = await authorOf("h1");
      await tenant.api.patch(`/api/v1/contacts/${old}`, { phone: `+${address}`, optIn: "opted_out" });
      await write({ address, user: "GB.new5", name: "Shown" }, "h2");
      const young = await authorOf("h2");
      assert.notEqual(young, old);
      const [noted, shown] = [await contact(old), await contact(young)];
      assert.deepEqual([noted.phone, noted.identities.length, shown.phone, shown.optIn], [`+${address}`, 1, null, "unknown"]);
      const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: address, type: "text", text: "Hello" });
      assert.deepEqual([sent.status, sent.body.contactId], [200, young], sent.text);
      // A merge is suggested, in case they are the same person after all.
      const suggested = (await tenant.api.get(`/api/v1/contacts/${young}/merge-suggestions`)).body.data;
      assert.ok(suggested.some((s: any) => s.contact.id === old && s.reasons.includes("phone")));
    });
  });

  describe("national variants of a number are one person", () => {
    const pairs = [
      ["Brazil", "553199887701", "5531999887701"],
      ["Mexico", "525512345601", "5215512345601"],
      ["Argentina", "541158749801", "5491158749801"],
    ] as const;
    for (const [country, short, long] of pairs) {
      for (const [i, [first, second]] of [
        [short, long],
        [long, short],
      ].entries()) {
        it(`${country}, ${first?.length === short.length ? "short" : "long"} form first, from the platform and from the API`, async () => {
          const own = await t.tenant();
          const theirs = await t.channel(own);
          const list = async () => (await own.api.get("/api/v1/contacts")).body.data;
          const send = (to: string) => own.api.post("/api/v1/messages", { channelId: theirs.id, to, type: "text", text: "Hello" });
          const hear = async (from: string) => {
            const value = {
              metadata: { display_phone_number: "15550100100", phone_number_id: theirs.externalId },
              contacts: [{ profile: { name: "Ana" }, wa_id: from }],
              messages: [item({ address: from }, "oi")],
            };
            const body = JSON.stringify({
              object: "whatsapp_business_account",
              entry: [{ id: "1", changes: [{ field: "messages", value }] }],
            });
            assert.equal((await t.api(null).request("POST", "/callbacks/chat-app", { body, headers: signCallback(body) })).status, 200);
            await t.drain();
          };
          const made_ = await own.api.post("/api/v1/contacts", { phone: `+${first}`, name: "By hand" });
          assert.equal((await own.api.post("/api/v1/contacts", { phone: `+${second}` })).body.error.details[0].id, made_.body.id);
          await hear(second as string);
          const sent = await send(first as string);
          assert.deepEqual([sent.status, sent.body.contactId], [200, made_.body.id], sent.text);
          await hear(first as string);
          assert.equal((await send(`+${second}`)).body.contactId, made_.body.id);
          const [only, ...others] = await list();
          assert.deepEqual([only.id, only.phone, others.length, only.identities.length], [made_.body.id, `+${first}`, 0, 1]);
          // Outbound messages use the form that the platform used last.
          assert.equal(only.identities[0].address, first);
          assert.equal((await own.api.get("/api/v1/conversations")).body.data.length, 1);
          for (const form of [first, second])
            assert.equal((await own.api.get(`/api/v1/contacts?phone=${form}`)).body.data.length, 1, `${country} ${i} ${form}`);
        });
      }
    }
  });
});
