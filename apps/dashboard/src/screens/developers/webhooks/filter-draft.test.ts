import assert from "node:assert/strict";
import { test } from "node:test";
import type { WebhookFilterCondition } from "@parley/sdk";
import { conditionOf, draftOf } from "./filter-draft.ts";

test("an unchanged condition is written exactly as it was read", () => {
  for (const condition of [
    { path: "message.type", op: "eq", value: "image" },
    { path: "message.size", op: "ne", value: 12 },
    { path: "message.code", op: "eq", value: "12" },
    { path: "isTest", op: "eq", value: false },
    { path: "message.deletedAt", op: "eq", value: null },
    { path: "message.type", op: "in", value: ["text", 7, null] },
    { path: "contact.city", op: "in", value: ["Berlin, Mitte", 'the "old" town', "Hamm"] },
    { path: "message.text", op: "exists", value: false },
    { path: "message.text", op: "prefix", value: "12" },
    { path: "labels", op: "contains", value: "vip" },
  ] satisfies WebhookFilterCondition[])
    assert.deepEqual(conditionOf(draftOf(condition)), condition);
});

test("numbers and booleans are read as such, and everything else as text", () => {
  const read = (value: string) => conditionOf({ path: " a.b ", op: "eq", value });
  assert.deepEqual(read("12.5"), { path: "a.b", op: "eq", value: 12.5 });
  assert.deepEqual(read('"12"').value, "12");
  assert.deepEqual(read("12 apples").value, "12 apples");
  assert.deepEqual(read('"broken').value, '"broken');
  assert.deepEqual(conditionOf({ path: "a", op: "in", value: "x, ,2" }).value, ["x", 2]);
  assert.deepEqual(conditionOf({ path: "a", op: "exists", value: "" }).value, true);
});
