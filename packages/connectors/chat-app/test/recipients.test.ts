import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { connector } from "./frames.ts";

const cases: [string, ReturnType<typeof connector.parseRecipient>][] = [
  ["447700900123", { address: "447700900123" }],
  ["+447700900123", { address: "447700900123" }],
  ["+44 (7700) 900-123", { address: "447700900123" }],
  [" +44\u00a07700\u2011900123 ", { address: "447700900123" }],
  ["1234567", { address: "1234567" }],
  ["123456789012345", { address: "123456789012345" }],
  ["123456", null],
  ["1234567890123456", null],
  ["07700900123", null],
  ["00447700900123", null],
  ["+", null],
  ["", null],
  ["44+7700900123", null],
  ["447700900123;ext=1", null],
  ["٤٤٧٧٠٠٩٠٠١٢٣", null],
  ["GB.40817265930518274639", { providerUserId: "GB.40817265930518274639" }],
  ["GB.ENT.40817265930518274639", { providerUserId: "GB.ENT.40817265930518274639" }],
  [`GB.${"a".repeat(128)}`, { providerUserId: `GB.${"a".repeat(128)}` }],
  [`GB.${"a".repeat(129)}`, null],
  ["gb.408", null],
  ["GB.", null],
  ["GB.ENT.", null],
  ["GB.4081/../x", null],
  ["120363012345678901@g.us", null],
];

test("a recipient is a number in international format or a user id, and nothing else", () => {
  for (const [to, person] of cases) assert.deepEqual(connector.parseRecipient(to), person, to);
});

test("any text is parsed without an exception, and an accepted one contains only digits or an id", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (to) => {
      const person = connector.parseRecipient(to);
      if (person?.address !== undefined) assert.match(person.address, /^[1-9]\d{6,14}$/);
    }),
  );
});
