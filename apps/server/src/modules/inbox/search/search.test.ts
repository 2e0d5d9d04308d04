import assert from "node:assert/strict";
import { test } from "node:test";
import { signCallback } from "../../../../test/harness.ts";
import { parseWireId } from "../../../platform/ids/ids.ts";
import { detail, refusal, startInbox, wholeList } from "../../../../test/inbox.ts";
import { upsertSearchRows, type SearchableRow, searchableByExternalId } from "./search.queries.ts";

const { t, tenant, other, channel, incoming } = await startInbox("44770076");
const { api } = tenant;
const path = "/api/v1/search/messages";

const hits = async (q: string, more = "", who = api) =>
  (await wholeList(who, `${path}?limit=2&q=${encodeURIComponent(q)}${more}`)).map((hit) => hit.message.text);

const readAgain = () =>
  t.app.database.worker({
    text: "update event_cursors set xid = '0', event_id = '00000000-0000-0000-0000-000000000000' where consumer = 'search'",
  });

test("a message is found by its words in any order, by their beginnings, regardless of case and accents", async () => {
  await incoming("Où est ma commande Überraschung n° A-2291?");
  await incoming("The refund for order 2292 has not arrived");
  for (const q of ["commande", "COMMANDE", "ou est", "uberr", "ÜBERRASCHUNG commande", "a-2291", "2291 commande"])
    assert.deepEqual(await hits(q), ["Où est ma commande Überraschung n° A-2291?"], q);
  assert.deepEqual(await hits("refund 2292"), ["The refund for order 2292 has not arrived"]);
  // All words, not any.
  assert.deepEqual(await hits("refund 2291"), []);
});

test("a misspelling finds the intended word; a correct word finds nothing else", async () => {
  await incoming("My parcel is damaged");
  await incoming("The parking was fine");
  for (const q of ["parsel", "damagd", "dammaged parcel"]) assert.ok((await hits(q)).includes("My parcel is damaged"), q);
  assert.deepEqual(await hits("parcel"), ["My parcel is damaged"]);
});

test("scripts without spaces are found by any part of a sentence", async () => {
  await incoming("我昨天的订单还没有到");
  await incoming("注文した商品が届きません");
  await incoming("สินค้ายังไม่มาถึง");
  await incoming("안녕하세요 환불 부탁드립니다");
  await incoming("Где мой заказ");
  for (const [q, found] of [
    ["订单", "我昨天的订单还没有到"],
    ["单", "我昨天的订单还没有到"],
    ["商品", "注文した商品が届きません"],
    ["สินค้า", "สินค้ายังไม่มาถึง"],
    ["환불", "안녕하세요 환불 부탁드립니다"],
    ["заказ", "Где мой заказ"],
  ] as const)
    assert.deepEqual(await hits(q), [found], q);
  // Both characters are there, but not adjacent.
  assert.deepEqual(await hits("订到"), []);
});

test("hits show the positions of the words, with filters by channel, contact and time, page by page", async () => {
  const own = await t.tenant();
  const [here, there] = [await t.channel(own), await t.channel(own)];
  const a = await incoming("zebra one", own, here);
  t.clock.advance(60_000);
  const middle = t.clock.now().toISOString();
  const b = await incoming("zebra two", own, there);
  await own.api.post(`${a.url}/notes`, { text: `${"filler ".repeat(40)}a note of the Zebra, and zebras` });
  await t.drain();
  const [note] = (await own.api.get(`${path}?q=zebra`)).body.data;
  assert.equal(note.message.isNote, true);
  assert.ok(note.snippet.startsWith("…") && note.snippet.length <= 170, note.snippet);
  assert.deepEqual(
    note.highlights.map(({ start, end }: any) => note.snippet.slice(start, end)),
    ["Zebra", "zebra"],
  );
  const found = (more: string) => hits("zebra", more, own.api);
  const all = await found("");
  assert.deepEqual(all.slice(1), ["zebra two", "zebra one"]);
  assert.deepEqual(await found(`&channelId=${there.id}`), ["zebra two"]);
  assert.deepEqual(await found(`&contactId=${b.contactId}`), ["zebra two"]);
  assert.deepEqual(await found(`&contactId=${b.contactId}&channelId=${here.id}`), []);
  assert.deepEqual(await found(`&until=${middle}`), ["zebra one"]);
  assert.equal((await found(`&since=${middle}`)).length, 2);
  // Another contact's, and an unknown one's.
  assert.deepEqual(await hits("zebra", `&contactId=${a.contactId}`), []);
  assert.deepEqual(await hits("zebra", "", other.api), []);
});

test("messages, contacts and conversations are searched at once, as far as the key may read them", async () => {
  const { conversation, contactId } = await incoming("I need a quixotic thing", tenant, channel, "Wilhelmina Quist");
  const all = (await api.get("/api/v1/search?q=quixotic")).body;
  assert.deepEqual([all.messages.length, all.contacts.length], [1, 0]);
  assert.deepEqual(
    all.conversations.map((c: any) => c.id),
    [conversation.id],
  );
  for (const q of ["wilhelmina", "wilhelmna", "quist"]) {
    const named = (await api.get(`/api/v1/search?q=${q}`)).body;
    assert.deepEqual(
      named.contacts.map((c: any) => c.id),
      [contactId],
      q,
    );
  }
  assert.deepEqual(
    (await api.get("/api/v1/search?q=wilhelmina")).body.conversations.map((c: any) => c.id),
    [conversation.id],
  );
  assert.deepEqual(
    Object.entries((await api.get("/api/v1/search?q=quixotic&types=messages")).body).filter(([, v]) => v !== null).length,
    1,
  );
  const narrow = t.api(await t.key(tenant.id, { scopes: ["conversations:read"] }));
  assert.equal((await narrow.get("/api/v1/search?q=wilhelmina")).body.contacts, null);
  assert.deepEqual(refusal(await narrow.get("/api/v1/search?q=wilhelmina&types=contacts")), [403, "insufficient_scope"]);
  assert.deepEqual((await other.api.get("/api/v1/search?q=wilhelmina")).body, { messages: [], contacts: [], conversations: [] });
  for (const [query, field] of [
    ["", "q"],
    ["q=", "q"],
    ["q=%21%3F", "q"],
    ["q=a&types=people", "types"],
    ["q=a&limit=26", "limit"],
    [`q=${"x".repeat(201)}`, "q"],
  ]) {
    const response = await api.get(`/api/v1/search?${query}`);
    assert.deepEqual([response.status, detail(response)[0]], [400, field], query);
  }
});

test("an edited message is found by its new text, a deleted one not at all, whichever comes first", async () => {
  const { waId } = await incoming("hello");
  const rewritten = async (id: string, change: object) => {
    const value = {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: "15550100100", phone_number_id: channel.externalId },
      contacts: [{ profile: { name: "Person" }, wa_id: waId }],
      messages: [{ from: waId, id: `wamid.change-${id}`, timestamp: String(Math.floor(t.clock.now().getTime() / 1000)), ...change }],
    };
    const body = JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "0", changes: [{ field: "messages", value }] }] });
    const response = await fetch(`${t.url}/callbacks/chat-app`, { method: "POST", body, headers: signCallback(body) });
    assert.equal(response.status, 200);
    await t.drain();
  };
  const plain = (id: string, text: string) => rewritten(id, { id, type: "text", text: { body: text } });
  await plain("wamid.edit", "platypus at first");
  assert.deepEqual(await hits("platypus"), ["platypus at first"]);
  t.clock.advance(5_000);
  await rewritten("1", {
    type: "edit",
    edit: { original_message_id: "wamid.edit", message: { type: "text", text: { body: "wombat instead" } } },
  });
  assert.deepEqual([await hits("platypus"), await hits("wombat")], [[], ["wombat instead"]]);
  // The loop read the text before it was edited, and writes it now.
  await t.app.database.withTenant(tenant.id, async (tx) => {
    const [row] = await searchableByExternalId(tx, parseWireId("chn", channel.id) as string, "wamid.edit");
    const { id, conversation_id, channel_id, occurred_at } = row as SearchableRow;
    await upsertSearchRows(tx, [{ id, conversation_id, channel_id, occurred_at, version: "-infinity", folded: " platypus at first " }]);
  });
  assert.deepEqual([await hits("platypus"), await hits("wombat")], [[], ["wombat instead"]]);
  // The loop reads the whole log again, and nothing reverts.
  await readAgain();
  t.clock.advance(5_000);
  await rewritten("2", { type: "revoke", revoke: { original_message_id: "wamid.edit" } });
  assert.deepEqual([await hits("platypus"), await hits("wombat")], [[], []]);
});

test("reading the log twice writes the same, and an older version never replaces a newer one", async () => {
  await incoming("aardvark");
  const rows = () =>
    t.app.database.worker({ text: "select * from message_search where tenant_id = $1 order by message_id", values: [tenant.id] });
  const before = await rows();
  await readAgain();
  await t.drain();
  assert.deepEqual(await rows(), before);
});

test("contacts and conversations are found page by page, latest first, in the order of the combined response", async () => {
  const own = await t.tenant();
  const on = await t.channel(own);
  const made = [];
  for (const name of ["Marta Quince", "Martin Quince", "Marta Pear"]) {
    t.clock.advance(1_000);
    made.push(await incoming(name === "Marta Pear" ? "A quince, please" : "Hello", own, on, name));
  }
  const all = async (list: string, q: string, who = own.api) =>
    (await wholeList(who, `/api/v1/search/${list}?limit=1&q=${encodeURIComponent(q)}`)).map(({ id }) => id);
  const conversations = made.map(({ conversation }) => conversation.id as string).reverse();
  const contacts = made.map(({ contactId }) => contactId).reverse();
  assert.deepEqual(await all("contacts", "quince"), contacts.slice(1));
  assert.deepEqual(await all("conversations", "quince"), conversations, "said, or called so");
  const { body } = await own.api.get("/api/v1/search?q=quince&types=conversations,contacts");
  assert.deepEqual(
    [body.contacts.map(({ id }: any) => id), body.conversations.map(({ id }: any) => id)],
    [contacts.slice(1), conversations],
  );
  // No contact or message has exactly this: similar ones, also page by page.
  assert.deepEqual((await all("contacts", "qunce")).sort(), contacts.slice(1).sort());
  assert.deepEqual(await all("conversations", "qunce"), conversations);
  assert.deepEqual(await all("contacts", "xylophone"), []);
  assert.deepEqual(await all("conversations", "xylophone"), []);
  assert.deepEqual([await all("contacts", "quince", other.api), await all("conversations", "quince", other.api)], [[], []]);
  const first = (await own.api.get("/api/v1/search/conversations?limit=1&q=qunce")).body.pageInfo.nextCursor;
  await incoming("qunce", own, on);
  const next = await own.api.get(`/api/v1/search/conversations?limit=1&q=qunce&cursor=${encodeURIComponent(first)}`);
  assert.deepEqual(
    next.body.data.map(({ id }: any) => id),
    [conversations[1]],
    "a page goes on with what the first one was of",
  );
  for (const list of ["contacts", "conversations"]) {
    assert.deepEqual(detail(await own.api.get(`/api/v1/search/${list}?q=%20-`)), ["q", "too_short"]);
    assert.deepEqual(refusal(await own.api.get(`/api/v1/search/${list}?q=other&cursor=${encodeURIComponent(first)}`)), [
      400,
      "invalid_cursor",
    ]);
  }
  const noPeople = t.api(await t.key(own.id, { scopes: ["conversations:read"] }));
  assert.deepEqual(refusal(await noPeople.get("/api/v1/search/contacts?q=quince")), [403, "insufficient_scope"]);
  assert.deepEqual(await all("conversations", "quince", noPeople), conversations.slice(0, 1), "names are for those who may read contacts");
});
