import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { compileConditions, evaluateConditions, type ConditionContext } from "./conditions.ts";

const options = { definitions: [], now: new Date(0), at: "conditions" };
const compile = (op: string, value: unknown) => compileConditions({ rules: [{ field: "variables.n", op, value }] } as never, options);
const holds = (op: string, value: unknown, n: unknown) =>
  evaluateConditions(compile(op, value), {
    contact: {},
    conversation: null,
    message: null,
    variables: { n },
  } as unknown as ConditionContext);

describe("numbers in variables", () => {
  it("are compared as numbers, even if they came as texts", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }), (a, b) => {
        for (const n of [a, String(a), ` ${a} `])
          assert.deepEqual([holds("gt", b, n), holds("gte", b, n), holds("lt", b, n), holds("lte", b, n)], [a > b, a >= b, a < b, a <= b]);
      }),
    );
    assert.equal(holds("gt", 12, "12.5"), true);
  });

  it("never match a value that is not a number", () => {
    for (const n of [undefined, null, "", "12 EUR", "1e3", "0x10", true, ["5"], "NaN"])
      for (const op of ["gt", "gte", "lt", "lte"]) assert.equal(holds(op, 0, n), false, `${op} ${JSON.stringify(n)}`);
  });

  it("need a numeric operand, and exist only for variables", () => {
    const issueOf = (check: () => unknown) => {
      try {
        check();
      } catch (error) {
        return (error as { details: { field: string; issue: string }[] }).details.map(({ field, issue }) => [field, issue]);
      }
      return null;
    };
    assert.deepEqual(
      issueOf(() => compile("gt", "5")),
      [["conditions.rules[0].value", "invalid_type"]],
    );
    assert.deepEqual(
      issueOf(() => compile("lt", undefined)),
      [["conditions.rules[0].value", "required"]],
    );
    const text = { rules: [{ field: "message.text", op: "gt", value: 5 }] };
    assert.deepEqual(
      issueOf(() => compileConditions(text as never, options)),
      [["conditions.rules[0].op", "unknown_value"]],
    );
    const excluding = (exclude: unknown) => ({ rules: [{ field: "message.text", op: "exists" }], exclude });
    for (const exclude of [null, 7, []])
      assert.deepEqual(
        issueOf(() => compileConditions(excluding(exclude) as never, options)),
        [["conditions.exclude", "invalid_type"]],
        JSON.stringify(exclude),
      );
  });
});
