import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { AppError } from "#platform/errors/app-error.ts";
import { checkFilter, failedCondition, type FilterCondition, filterOps } from "./data-filter.ts";

const data = {
  message: { type: "image", text: "Hello there", size: 12, media: [{ mime: "image/png" }], deletedAt: null },
  labels: ["vip", 7],
  isTest: false,
};

describe("the filter of a webhook", () => {
  it("compares the value at a path, each operator in its way; a missing value equals nothing", () => {
    for (const [path, op, value, holds] of [
      ["message.type", "eq", "image", true],
      ["message.type", "eq", "Image", false],
      ["message.size", "eq", 12, true],
      ["message.size", "eq", "12", false],
      ["isTest", "eq", false, true],
      ["message.deletedAt", "eq", null, true],
      ["message.nothing", "eq", null, false],
      ["message.type", "ne", "text", true],
      ["message.nothing", "ne", "text", true],
      ["message.type", "in", ["text", "image"], true],
      ["message.nothing", "in", [null], false],
      ["message.media.0.mime", "prefix", "image/", true],
      ["message.media.1.mime", "exists", true, false],
      ["message.deletedAt", "exists", false, true],
      ["message.text", "prefix", "Hello", true],
      ["message.size", "prefix", "1", false],
      ["labels", "contains", "vip", true],
      ["labels", "contains", "7", false],
      ["message.text", "contains", "Hello", false],
      ["message.text.length", "exists", true, false],
      ["labels.length", "exists", false, false],
      ["constructor", "exists", true, false],
      ["__proto__", "exists", true, false],
      ["message.hasOwnProperty", "exists", true, false],
    ] as const) {
      const [condition] = checkFilter([{ path, op, value: value as FilterCondition["value"] }]);
      assert.equal(failedCondition([condition as FilterCondition], data) === null, holds, `${path} ${op} ${JSON.stringify(value)}`);
    }
  });

  it("passes an event only if all conditions match, and names the first that does not", () => {
    const filter = checkFilter([
      { path: "message.type", op: "eq", value: "image" },
      { path: "labels", op: "contains", value: "gold" },
      { path: "isTest", op: "eq", value: true },
    ]);
    assert.equal(failedCondition(filter, data), 1);
    assert.equal(failedCondition(filter.slice(0, 1), data), null);
    assert.equal(failedCondition([], data), null);
  });

  it("refuses a value that the operator does not accept, and names the place", () => {
    for (const [condition, field] of [
      [{ path: "", op: "eq", value: 1 }, "filter[0].path"],
      [{ path: "a..b", op: "eq", value: 1 }, "filter[0].path"],
      [{ path: "a b", op: "eq", value: 1 }, "filter[0].path"],
      [{ path: "a.b.c.d.e.f.g.h.i", op: "eq", value: 1 }, "filter[0].path"],
      [{ path: "a", op: "eq", value: [1] }, "filter[0].value"],
      [{ path: "a", op: "in", value: [] }, "filter[0].value"],
      [{ path: "a", op: "in", value: "x" }, "filter[0].value"],
      [{ path: "a", op: "exists", value: "yes" }, "filter[0].value"],
      [{ path: "a", op: "prefix", value: "" }, "filter[0].value"],
      [{ path: "a", op: "prefix", value: 3 }, "filter[0].value"],
      [{ path: "a", op: "contains", value: ["x"] }, "filter[0].value"],
    ] as const) {
      assert.throws(
        () => checkFilter([condition as unknown as FilterCondition]),
        (error) => error instanceof AppError && error.details?.[0]?.field === field,
        JSON.stringify(condition),
      );
    }
  });

  it("never throws, regardless of the data", () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(
        fc.constantFrom("a", "a.b", "a.0", "toString", "__proto__.a", "length"),
        fc.constantFrom(...filterOps),
        value,
        fc.dictionary(fc.string(), fc.jsonValue()),
        (path, op, given, anything) => {
          const usable = op === "in" ? [given] : op === "exists" ? true : op === "prefix" ? "x" : given;
          const filter = [{ path, op, value: usable as FilterCondition["value"] }];
          assert.ok([null, 0].includes(failedCondition(filter, anything)));
        },
      ),
    );
  });
});
