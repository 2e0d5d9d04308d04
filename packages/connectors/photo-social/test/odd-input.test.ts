import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, AT, PERSON, RECEIVED_AT, element, eventsOf, frame, message, only, split, textMessage } from "./frames.ts";
import { survivesOddInput } from "./odd-input.ts";

survivesOddInput({ numRuns: 200, seed: 1 });

test("a body wrapped in a list, ids as bare numbers of 17 and 19 digits, a single part instead of a list: all are read", () => {
  const text = JSON.stringify([frame(textMessage("hello"))])
    .replace(`"id":"${PERSON}"`, '"id":1023456789012345678')
    .replaceAll(`"${ACCOUNT}"`, ACCOUNT);
  const [item] = split(text);
  assert.equal(item?.route.externalId, ACCOUNT);
  assert.equal(only(text, "message").person.address, "1023456789012345678");
  assert.equal(only({ object: "instagram", entry: { id: ACCOUNT, messaging: textMessage("bare") } }, "message").text, "bare");
});

test("every character of a text is kept, whatever its length and direction", () => {
  for (const text of ["\u{1f469}\u200d\u{1f469}\u200d\u{1f467}", "\u202e\u200fשלום", "e\u0301", "x".repeat(65_536), "a/b \\u00e4"]) {
    assert.equal(message({ text }).text, text);
  }
  assert.equal(message({ text: "nul\u0000 and \ud800" }).text, "nul\ufffd and \ufffd");
});

test("times: milliseconds, seconds below 10^12 and text are read; future and invalid times become the time of receipt", () => {
  const at = (timestamp: unknown) => only(frame({ ...textMessage("x"), timestamp }), "message").occurredAt;
  assert.equal(at(1_794_998_400_123), AT);
  assert.equal(at("1794998400123"), AT);
  assert.equal(at(1_794_998_400), "2026-11-18T10:40:00.000Z");
  for (const odd of [undefined, null, "soon", -1, 0, 9e15, {}, [1]]) assert.equal(at(odd), RECEIVED_AT.toISOString(), String(odd));
});

test("an undocumented part is kept whole; a message without a sender is an error that keeps the item", () => {
  const strange = only(frame(element({ hologram: { of: 1 } })), "message");
  assert.equal(strange.type, "unsupported");
  assert.deepEqual(strange.content, { raw: element({ hologram: { of: 1 } }) });
  assert.equal(strange.opensWindow, false);
  for (const nobody of [{ sender: null }, { sender: { id: "" } }, { sender: {} }]) {
    assert.throws(() => eventsOf(frame({ ...textMessage("x"), ...nobody })), /names no person/);
  }
  assert.deepEqual(eventsOf({ object: "instagram", entry: [{ id: ACCOUNT, of_tomorrow: 1 }] }), [
    { kind: "ignored", reason: "a part this connector does not know" },
  ]);
  assert.throws(() => split({ object: "page", entry: [] }), /another product/);
  assert.deepEqual(split({ object: "instagram", entry: [] }), []);
});
