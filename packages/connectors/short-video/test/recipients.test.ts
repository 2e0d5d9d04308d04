import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CONVERSATION, CUSTOMER, connector } from "./frames.ts";

test("a recipient is the id of a conversation or a person, and is tried as both", () => {
  for (const id of [CONVERSATION, CUSTOMER, "7400111122223333444", "a/b+c="]) {
    assert.deepEqual(connector.parseRecipient(id), { address: id, providerUserId: id });
  }
  assert.deepEqual(connector.parseRecipient(` ${CUSTOMER}\n`), { address: CUSTOMER, providerUserId: CUSTOMER });
  for (const to of ["", " ", "a b", "a|b", "a\u0000b", "x".repeat(201)]) assert.equal(connector.parseRecipient(to), null, to);
});

test("any text is parsed without an exception", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (to) => {
      const person = connector.parseRecipient(to);
      if (person !== null) assert.ok((person.address ?? "") !== "" && person.address === to.trim());
    }),
  );
});
