import assert from "node:assert/strict";
import { test } from "node:test";
import { newRule, countRules, isComplete, opsOf } from "./rules.ts";

test("a rule is complete when it has a value to compare with", () => {
  for (const [value, op, complete] of [
    ["vip", "eq", true],
    ["", "eq", false],
    [undefined, "contains", false],
    [[], "has_any", false],
    [["vip"], "has_any", true],
    [undefined, "exists", true],
    [{ days: 30 }, "within_last", true],
    [{ days: Number.NaN }, "within_last", false],
    [false, "eq", true],
    [0, "gt", true],
    [Number.NaN, "gt", false],
  ] as const)
    assert.equal(isComplete({ field: "name", op, value }), complete, `${op} ${JSON.stringify(value)}`);
});

test("a condition's initial rule is complete if there is a sensible value, and never half complete", () => {
  for (const kind of Object.keys(opsOf) as (keyof typeof opsOf)[])
    for (const op of opsOf[kind]) {
      const rule = newRule("x", op, kind);
      const decided = op === "exists" || op === "not_exists" || op === "within_last" || kind === "flag" || kind === "boolean";
      assert.equal(isComplete(rule), decided, `${kind} ${op}`);
    }
});

test("rules are counted through groups", () => {
  const rule = { field: "name", op: "exists" } as const;
  assert.equal(countRules([rule, { match: "any", rules: [rule, { rules: [rule, rule] }] }]), 4);
});
