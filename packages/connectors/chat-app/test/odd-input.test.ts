import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { CallbackItem } from "@parley/connector-kit";
import { checkItem, mutate, mutation, splitBent } from "@parley/connector-kit/odd-input";
import { RECEIVED_AT, connector, fixture, fixtureNames, frame, textMessage } from "./frames.ts";

const splitText = (body: unknown) => splitBent(connector, body);
const check = (item: CallbackItem) => checkItem(connector, item, RECEIVED_AT);

const neighbours = ["first", "last"].map(
  (name) =>
    frame({
      contacts: [{ profile: { name }, wa_id: "447700900123" }],
      messages: [textMessage(name, `wamid.${name}`)],
    }).entry[0],
);
const [first, last] = neighbours.map((entry) => splitText({ entry: [entry] })[0]);

test("a bent entry throws nothing and leaves the entries beside it as they were", () => {
  fc.assert(
    fc.property(fc.constantFrom(...fixtureNames), fc.array(mutation, { minLength: 1, maxLength: 4 }), (name, mutations) => {
      const bent = mutate(fixture(name).entry[0], mutations);
      const items = splitText({ object: "whatsapp_business_account", entry: [neighbours[0], bent, neighbours[1]] });
      assert.deepEqual(items[0], first);
      assert.deepEqual(items.at(-1), last);
      for (const item of items) check(item);
    }),
    { numRuns: 3_000 },
  );
});

test("a bent element throws nothing and leaves the elements beside it as they were", () => {
  const lists = ["messages", "statuses", "message_echoes", "calls", "user_preferences", "user_id_update", "errors"];
  fc.assert(
    fc.property(fc.constantFrom(...fixtureNames), fc.array(mutation, { minLength: 1, maxLength: 4 }), (name, mutations) => {
      const { value } = fixture(name).entry[0].changes[0];
      const list = lists.find((key) => key in value);
      if (list === undefined) return;
      const bent = mutate(value[list][0], mutations);
      const body = frame({
        contacts: value.contacts,
        [list]: [bent],
        messages: [textMessage("before", "wamid.before"), ...(list === "messages" ? [bent] : []), textMessage("after", "wamid.after")],
      });
      const items = splitText(body);
      const texts = items
        .filter((item) => ["wamid.before", "wamid.after"].includes(item.providerEventId))
        .flatMap((item) => connector.normalize(item.payload, RECEIVED_AT))
        .map((event) => event.kind === "message" && event.text);
      assert.deepEqual(texts, ["before", "after"]);
      for (const item of items) check(item);
    }),
    { numRuns: 3_000 },
  );
});

test("any JSON at all is split without an exception other than 'not the platform's'", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const body of [{ entry: value }, { entry: [{ id: "1", changes: value }] }, frame({ messages: value }), frame(Object(value))]) {
        for (const item of splitText(body)) check(item);
      }
    }),
    { numRuns: 500 },
  );
});

test("bytes that are no text of the platform's give the one documented exception", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      try {
        connector.splitCallback(Buffer.from(bytes));
      } catch (error) {
        assert.match(String(error), /not JSON|not a JSON object/);
      }
    }),
  );
});
