import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { printJson } from "./print.ts";

describe("readable JSON", () => {
  it("uses a single line where it fits", () => {
    assert.equal(printJson({ a: [1, "two", null], b: { c: true }, d: undefined }), '{"a": [1, "two", null], "b": {"c": true}}\n');
  });

  it("otherwise puts each member on its own line, and fills lines with plain values and bare references", () => {
    const value = {
      name: "a name",
      size: 1,
      list: ["one", "two", "three", "four", "five"],
      first: { $ref: "#/a" },
      second: { $ref: "#/b" },
      third: { $ref: "#/c", description: "more" },
    };
    assert.equal(
      printJson(value, 36),
      [
        "{",
        '\t"name": "a name", "size": 1,',
        '\t"list": [',
        '\t\t"one", "two", "three", "four",',
        '\t\t"five"',
        "\t],",
        '\t"first": {"$ref": "#/a"},',
        '\t"second": {"$ref": "#/b"},',
        '\t"third": {',
        '\t\t"$ref": "#/c",',
        '\t\t"description": "more"',
        "\t}",
        "}",
        "",
      ].join("\n"),
    );
    assert.deepEqual(JSON.parse(printJson(value, 36)), value);
  });

  it("stays within its width unless a single value is longer, and loses nothing", () => {
    const value = {
      deep: [{ words: Array.from({ length: 40 }, (_, i) => `word ${i}`), $ref: "x" }],
      long: "x".repeat(90),
      none: {},
      empty: [],
    };
    const text = printJson(value, 60);
    assert.deepEqual(JSON.parse(text), value);
    for (const line of text.split("\n").filter((one) => !one.includes("xxx"))) assert.ok(line.replaceAll("\t", "  ").length <= 60, line);
  });
});
