import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { signCallback, startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { accountOf, callbackBody, inboundChange, newMessageId, postCallback, statusChange, textMessage } from "./chat-app-bodies.ts";

let next = 0;
const person = () => `44770040${String(next++).padStart(4, "0")}`;

describe("one bad item never loses its neighbours", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  before(async () => {
    t = await startTestApp();
    tenant = await t.tenant();
    channel = await t.channel(tenant);
  });
  after(async () => {
    await t.stop();
  });

  const shared = () => `${t.url}/callbacks/chat-app`;
  const rows = (text: string, values: unknown[] = [], of = tenant) =>
    t.app.database.withTenant(of.id, (tx) => tx.query<any>({ text, values: [tx.tenantId, ...values] }));
  const stored = (of = tenant) =>
    rows("select external_id, type, text from messages where tenant_id = $1 and direction = 'inbound'", [], of);
  /** Until nothing is left to retry. */
  async function settleAll(): Promise<void> {
    for (let round = 0; round < 10; round++) {
      await t.drain();
      t.clock.advance(600_000);
    }
    await t.drain();
  }

  it("a batch of thirty with poison in the middle: every neighbour is stored, every poisoned item is visible or explained", async () => {
    const from = person();
    const at = t.clock.now();
    const poison: [string, (base: ReturnType<typeof textMessage>) => unknown][] = [
      ["an unknown type", ({ text: _, ...base }) => ({ ...base, type: "hologram", hologram: { depth: 3 } })],
      ["null", () => null],
      ["a string", () => "not an object"],
      ["a number", () => 42],
      ["a list", () => [[]]],
      ["NUL in the text", (base) => ({ ...base, text: { body: "before\u0000after" } })],
      ["NUL in the id", (base) => ({ ...base, id: `${base.id}\u0000x` })],
      ["a lone surrogate", (base) => ({ ...base, text: { body: "half \ud83d of it" } })],
      ["64 kB of text", (base) => ({ ...base, text: { body: "x".repeat(65_536) } })],
      ["an id of 10 kB", (base) => ({ ...base, id: "i".repeat(10_000) })],
      ["no id", ({ id: _, ...base }) => base],
      ["no sender", ({ from: _, ...base }) => base],
      ["an object for a sender", (base) => ({ ...base, from: { toString: "x" } })],
      ["an object for a text", (base) => ({ ...base, text: { body: { deep: true } } })],
      ["a text message without text", ({ text: _, ...base }) => base],
      ["a time that is none", (base) => ({ ...base, timestamp: "yesterday" })],
      ["a time beyond the end of time", (base) => ({ ...base, timestamp: "99999999999999999999" })],
      ["a negative time", (base) => ({ ...base, timestamp: "-1" })],
      [
        "prototype keys",
        (base) =>
          JSON.parse(
            JSON.stringify(base).replace(
              /}$/,
              ',"__proto__":{"type":"image","polluted":true},"constructor":{"prototype":{"polluted":true}}}',
            ),
          ),
      ],
      ["an image without an image", ({ text: _, ...base }) => ({ ...base, type: "image" })],
      ["deep nesting", (base) => ({ ...base, context: JSON.parse(`${"[".repeat(2_000)}${"]".repeat(2_000)}`) })],
      ["a prototype word for a type", ({ text: _, ...base }) => ({ ...base, type: "__proto__" })],
    ];
    const good: string[] = [];
    const messages: unknown[] = [];
    for (const [i, [, spoil]] of poison.entries()) {
      if (i % 3 === 0) {
        const neighbour = textMessage(from, `Neighbour ${i}`, { at });
        good.push(neighbour.id);
        messages.push(neighbour);
      }
      messages.push(spoil(textMessage(from, `Poison ${i}`, { at })));
    }
    assert.ok(messages.length >= 30, `${messages.length} items`);
    assert.equal(await postCallback(shared(), callbackBody(inboundChange(channel.externalId, from, messages))), 200);
    await settleAll();

    const messagesStored = await stored();
    const ids = new Set(messagesStored.map((m) => m.external_id));
    assert.deepEqual(
      good.filter((id) => !ids.has(id)),
      [],
      "every neighbour is stored",
    );
    assert.ok(
      messagesStored.some((m) => m.type === "unsupported"),
      "an unknown type is stored as unsupported",
    );
    assert.ok(
      messagesStored.some((m) => m.text?.length === 65_536),
      "a long text is kept whole",
    );
    assert.ok(messagesStored.every((m) => m.text === null || !m.text.includes("\u0000")));
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    const states = await rows(
      "select state, count(*)::int, array_agg(distinct last_error) as errors from inbound_events where tenant_id = $1 group by 1",
    );
    assert.deepEqual(
      states.filter((s) => ["ready", "leased"].includes(s.state)),
      [],
      "nothing is tried for ever",
    );
    const total = states.reduce((sum, s) => sum + s.count, 0);
    assert.ok(
      total >= messages.length - 1,
      `each of the ${messages.length} items has a row of its own, or shares one with an equal twin: ${total}`,
    );
    for (const state of states)
      if (state.state !== "processed")
        assert.ok(
          state.errors.every((e: string | null) => e !== null),
          `${state.state} says why`,
        );
    const list = await tenant.api.get("/api/v1/messages?limit=200");
    assert.equal(list.status, 200, "and all of it can be read");
    assert.equal((await tenant.api.get("/api/v1/conversations?limit=100")).status, 200);
    assert.equal((await tenant.api.get("/api/v1/events?after=&limit=100")).status, 200);
  });

  it("malformed entries, changes and fields do not affect the good ones", async () => {
    const from = person();
    const message = textMessage(from, "Still here", { at: t.clock.now() });
    const good = JSON.parse(callbackBody(inboundChange(channel.externalId, from, [message]))).entry[0];
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        null,
        7,
        "x",
        [],
        {},
        { id: null, changes: null },
        {
          id: accountOf(channel.externalId),
          changes: [null, {}, { field: null, value: null }, { field: "messages", value: { metadata: null, messages: [null] } }],
        },
        good,
        { id: accountOf(channel.externalId), changes: [{ field: "a_field_of_next_year", value: { anything: ["\u0000"] } }] },
      ],
    });
    assert.equal(await postCallback(shared(), body), 200);
    await settleAll();
    assert.ok((await stored()).some((m) => m.external_id === message.id));
  });

  it("statuses containing nonsense do not affect their neighbours", async () => {
    const to = person();
    const sent = await tenant.api.post("/api/v1/messages", {
      channelId: channel.id,
      to,
      type: "template",
      content: { name: "hello", language: "en" },
    });
    t.simulator.configure({ autoStatuses: false });
    await t.settle();
    t.simulator.configure({ autoStatuses: true });
    const externalId = t.simulator.sentTo(to)[0]!.messageId!;
    const at = t.clock.now();
    const odd = [
      statusChange(channel.externalId, to, externalId, "exploded", { at }),
      statusChange(channel.externalId, to, "wamid.\u0000", "read", { at }),
      {
        phoneNumberId: channel.externalId,
        value: { statuses: [null, {}, { id: externalId }, { status: "read" }, { id: externalId, status: { a: 1 } }] },
      },
      statusChange(channel.externalId, to, externalId, "delivered", { at, reference: "not-one-of-ours" }),
    ];
    assert.equal(await postCallback(shared(), callbackBody(...odd)), 200);
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "delivered");
  });

  it("two tenants' numbers in one body of the shared app: each gets its own messages only", async () => {
    const other = await t.tenant();
    const otherChannel = await t.channel(other);
    const [a, b] = [person(), person()];
    const [mine, theirs] = [
      textMessage(a, "For the first", { at: t.clock.now() }),
      textMessage(b, "For the second", { at: t.clock.now() }),
    ];
    assert.equal(
      await postCallback(
        shared(),
        callbackBody(inboundChange(channel.externalId, a, [mine]), inboundChange(otherChannel.externalId, b, [theirs])),
      ),
      200,
    );
    await t.drain();
    assert.deepEqual(
      (await stored(other)).map((m) => m.external_id),
      [theirs.id],
    );
    const ours = (await stored()).map((m) => m.external_id);
    assert.ok(ours.includes(mine.id));
    assert.ok(!ours.includes(theirs.id));
  });

  it("a body signed with one tenant's own app secret at its own address stores nothing for another tenant's number", async () => {
    const victim = await t.tenant();
    const victimChannel = await t.channel(victim);
    const from = person();
    const forged = textMessage(from, "Forged", { at: t.clock.now() });
    const own = textMessage(from, "Own", { at: t.clock.now() });
    const body = callbackBody(inboundChange(victimChannel.externalId, from, [forged]), inboundChange(channel.externalId, from, [own]));
    assert.equal(await postCallback(`${t.url}${channel.callbackPath}`, body, channel.appSecret), 200);
    await t.drain();
    assert.deepEqual(await stored(victim), []);
    assert.deepEqual(await rows("select 1 from inbound_events where tenant_id = $1", [], victim), []);
    assert.deepEqual((await victim.api.get("/api/v1/conversations")).body.data, []);
    const ours = (await stored()).map((m) => m.external_id);
    assert.ok(ours.includes(own.id), "its own part is taken");
    assert.ok(!ours.includes(forged.id), "and the forged one is not its either");
    // The same secret is not accepted at the shared address, nor at the victim's.
    for (const path of ["/callbacks/chat-app", victimChannel.callbackPath]) {
      assert.equal(await postCallback(`${t.url}${path}`, body, channel.appSecret), 401, path);
    }
    await t.drain();
    assert.deepEqual(await stored(victim), []);
  });

  it("a wrong, missing or foreign signature is 401 and stores nothing", async () => {
    const from = person();
    const before = (await rows("select 1 from inbound_events where tenant_id = $1")).length;
    const body = callbackBody(inboundChange(channel.externalId, from, [textMessage(from, "Nobody said this")]));
    const good = signCallback(body)["x-hub-signature-256"] as string;
    const wrong = [
      undefined,
      "",
      "sha256=",
      `sha256=${"0".repeat(64)}`,
      good.replace("sha256=", "sha1="),
      good.slice(0, -1),
      `${good}00`,
      good.toUpperCase().replace("SHA256", "sha256").slice(0, -2),
      signCallback(`${body} `)["x-hub-signature-256"],
    ];
    for (const signature of wrong) {
      const response = await fetch(shared(), {
        method: "POST",
        headers: { "content-type": "application/json", ...(signature === undefined ? {} : { "x-hub-signature-256": signature }) },
        body,
      });
      assert.equal(response.status, 401, `signature ${signature}`);
      assert.match(((await response.json()) as any).error.reference, /^SVC-[0-9a-f]+$/);
    }
    await t.drain();
    assert.equal((await rows("select 1 from inbound_events where tenant_id = $1")).length, before);
  });

  it("more than 4 MB is 413, and just below is accepted", async () => {
    const from = person();
    const message = textMessage(from, "Large", { at: t.clock.now() });
    const filled = (bytes: number) => {
      const body = callbackBody(inboundChange(channel.externalId, from, [message]));
      return `${body}${" ".repeat(bytes - Buffer.byteLength(body))}`;
    };
    assert.equal(await postCallback(shared(), filled(4 * 1_048_576 + 1)), 413);
    assert.equal(await postCallback(shared(), filled(4 * 1_048_576)), 200);
    await t.drain();
    assert.equal((await stored()).filter((m) => m.external_id === message.id).length, 1);
  });

  it("a signed body that cannot be parsed is 200, because the platform would repeat it for days", async () => {
    const before = (await rows("select 1 from inbound_events where tenant_id = $1")).length;
    for (const body of [
      "",
      "{",
      "null",
      "[]",
      "\u0000",
      '"text"',
      "{}",
      '{"object":"page","entry":[]}',
      Buffer.from([0xff, 0xfe, 0x00]),
      "[".repeat(200_000),
    ]) {
      assert.equal(await postCallback(shared(), body), 200, String(body).slice(0, 40));
    }
    await t.drain();
    assert.equal((await rows("select 1 from inbound_events where tenant_id = $1")).length, before);
    const from = person();
    const message = textMessage(from, "Alive", { at: t.clock.now(), id: newMessageId() });
    assert.equal(await postCallback(shared(), callbackBody(inboundChange(channel.externalId, from, [message]))), 200);
    await t.drain();
    assert.ok(
      (await stored()).some((m) => m.external_id === message.id),
      "and the server goes on",
    );
  });
});
