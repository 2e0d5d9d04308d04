import assert from "node:assert/strict";
import { test } from "node:test";
import { isCallbackUnreadable } from "@parley/connector-kit";
import { ACCOUNT, NUMBER, accountFrame, connector, eventsOf, fixture, frame, normalizeItem, split, textMessage } from "./frames.ts";

test("every part of every entry and change is a separate item, in the received order", () => {
  const body = {
    object: "whatsapp_business_account",
    entry: [
      {
        id: ACCOUNT,
        changes: [
          frame({
            messages: [textMessage("a", "wamid.1"), textMessage("b", "wamid.2")],
            statuses: [{ id: "wamid.3", status: "sent" }],
            errors: [{ code: 1 }],
          }).entry[0]?.changes[0],
          fixture("echo_business_app").entry[0].changes[0],
        ],
      },
      fixture("template_status").entry[0],
    ],
  };
  const items = split(body);
  assert.deepEqual(
    items.map(({ providerEventId }) => providerEventId.replace(/sha256:.*/, "hash")),
    [
      "wamid.1",
      "wamid.2",
      "wamid.3|sent",
      "hash",
      `echo|${fixture("echo_business_app").entry[0].changes[0].value.message_echoes[0].id}`,
      "hash",
    ],
  );
  assert.deepEqual(
    items.map(({ rank }) => rank),
    [0, 0, 2, 3, 0, 3],
  );
});

test("items that refer to a message rank after messages, and statuses after both", () => {
  const rankOf = (name: string) => split(fixture(name))[0]?.rank;
  for (const name of ["reaction", "revoke", "edit"]) assert.equal(rankOf(name), 1, name);
  assert.equal(rankOf("status_read"), 2);
  assert.equal(rankOf("text"), 0);
});

test("a contact is found by its ids, never by its position", () => {
  const contacts = [
    { profile: { name: "Bo" }, wa_id: "447700900222", user_id: "GB.2" },
    { profile: { name: "Amina" }, wa_id: "447700900123", user_id: "GB.1" },
    { profile: { name: "Cy", username: "@cy" }, user_id: "GB.3" },
  ];
  const names = (message: object) =>
    eventsOf(frame({ contacts, messages: [{ ...textMessage("x"), ...message }] })).map((event) =>
      event.kind === "message" ? event.person : event,
    );
  assert.deepEqual(names({}), [{ address: "447700900123", providerUserId: "GB.1", name: "Amina" }]);
  assert.deepEqual(names({ from: undefined, from_user_id: "GB.3" }), [{ providerUserId: "GB.3", name: "Cy", username: "cy" }]);
  assert.deepEqual(names({ from: "447700900999" }), [{ address: "447700900999" }]);
  assert.deepEqual(
    names({ from_user_id: "GB.9" }),
    [{ address: "447700900123", providerUserId: "GB.9" }],
    "the same number under another user id is somebody else's profile",
  );
});

test("a number id that arrives as a large JSON number keeps its digits", () => {
  const text = JSON.stringify(frame({ messages: [textMessage("x")] })).replace(`"${NUMBER}"`, "9118822334455667123");
  assert.deepEqual(split(text)[0]?.route, { by: "channel", externalId: "9118822334455667123" });
});

test("a message with an unreadable number goes to nobody, not to every channel of the account", () => {
  for (const phone_number_id of [undefined, null, {}, "", "x".repeat(201), 1.5]) {
    const items = split(frame({ metadata: { phone_number_id }, messages: [textMessage("x")] }));
    assert.deepEqual(
      items.map(({ route }) => route),
      [{ by: "channel", externalId: "" }],
    );
  }
});

test("a partner event is routed to the account it names", () => {
  const items = split(accountFrame("account_update", { event: "PARTNER_REMOVED", waba_info: { waba_id: "777" } }));
  assert.deepEqual(items[0]?.route, { by: "account", externalId: "777" });
});

test("an unusable id is replaced by the content: equal for a redelivery, different for another message", () => {
  for (const id of [undefined, null, "", "x".repeat(301), {}, ["a", "b"], "a|b", "nul\u0000", 1.5]) {
    const [first] = split(frame({ messages: [{ ...textMessage("one"), id }] }));
    const [again] = split(frame({ messages: [{ ...textMessage("one"), id }] }));
    const [other] = split(frame({ messages: [{ ...textMessage("two"), id }] }));
    assert.match(first?.providerEventId ?? "", /^sha256:[0-9a-f]{64}$/);
    assert.equal(first?.providerEventId, again?.providerEventId);
    assert.notEqual(first?.providerEventId, other?.providerEventId);
    const [event] = eventsOf(frame({ messages: [{ ...textMessage("one"), id }] }));
    assert.equal(event?.kind === "message" && event.externalId, first?.providerEventId);
  }
});

test("the order of keys does not change the id of an account event; its time does", () => {
  const id = (value: object, time = 1) =>
    split({
      object: "whatsapp_business_account",
      entry: [{ id: ACCOUNT, time, changes: [{ field: "account_update", value }] }],
    })[0]?.providerEventId;
  assert.equal(id({ event: "A", b: 1 }), id({ b: 1, event: "A" }));
  assert.notEqual(id({ event: "A" }), id({ event: "B" }));
  assert.notEqual(id({ event: "A" }, 1), id({ event: "A" }, 2), "a second pause of a template is news");
});

test("empty and malformed parts become items or nothing, and never an exception", () => {
  const bodies: unknown[] = [
    {},
    { object: "whatsapp_business_account" },
    { entry: null },
    { entry: [] },
    { entry: [null] },
    { entry: 7 },
    { entry: [{ id: ACCOUNT, changes: [] }] },
    { entry: [{ changes: [null, 1, "x", {}] }] },
    { entry: { id: ACCOUNT, changes: { field: "messages", value: [[frame({}).entry[0]?.changes[0]?.value]] } } },
    [frame({ messages: [textMessage("wrapped")] })],
    frame({ messages: null }),
    frame({ messages: {} }),
    frame({ new_thing: [1] }),
    frame({ messages: [[textMessage("nested")]] }),
    frame({}, "a_field_of_tomorrow"),
    frame({}, "__proto__"),
    frame({}, "constructor"),
  ];
  for (const body of bodies) {
    for (const event of eventsOf(body)) assert.ok(event.kind === "ignored" || event.kind === "message", JSON.stringify(body));
  }
  assert.deepEqual(
    eventsOf([frame({ messages: [textMessage("wrapped")] })]).map((e) => e.kind === "message" && e.text),
    ["wrapped"],
  );
  assert.deepEqual(
    eventsOf(frame({ messages: [[textMessage("nested")]] })).map((e) => e.kind === "message" && e.text),
    ["nested"],
  );
});

test("a body that is not the platform's is rejected as such", () => {
  for (const body of ["", "nope", "null", "7", '"text"', "[]", '{"object":"instagram","entry":[]}', "\ufeff{}"]) {
    assert.throws(() => split(body), isCallbackUnreadable, body);
  }
});

test("an absurdly nested body affects only itself", () => {
  const deep = "[".repeat(50_000) + "]".repeat(50_000);
  const text = JSON.stringify(frame({ messages: [textMessage("before"), "DEEP", textMessage("after", "wamid.2")] }));
  for (const poison of [deep, `{"id":123456789012345678,"x":${deep}}`]) {
    const items = split(text.replace('"DEEP"', poison));
    const texts = items
      .filter(({ providerEventId }) => providerEventId.startsWith("wamid"))
      .flatMap(normalizeItem)
      .flatMap((event) => (event.kind === "message" ? [event.text] : []));
    assert.deepEqual(texts, ["before", "after"]);
  }
});

test("a thousand messages from a thousand people in one body take linear time", () => {
  const messages = Array.from({ length: 1000 }, (_, index) => ({
    ...textMessage(`text ${index}`, `wamid.${index}`),
    from: `44770${1_000_000 + index}`,
  }));
  const contacts = messages.map(({ from }, index) => ({ wa_id: from, profile: { name: `Person ${index}` } })).reverse();
  const body = Buffer.from(JSON.stringify(frame({ contacts, messages })));
  const startedAt = performance.now();
  const items = connector.splitCallback(body);
  const durationMs = performance.now() - startedAt;
  assert.equal(items.length, 1000);
  assert.ok(durationMs < 10_000, `${durationMs} ms`);
});
