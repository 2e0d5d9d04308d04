import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseYaml } from "@redocly/openapi-core";
import fc from "fast-check";
import { toYaml } from "./yaml.ts";

describe("a JSON value as YAML", () => {
  it("reads back as the same value, whatever its texts and names contain", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.constantFrom(
        "true",
        "No",
        "null",
        "~",
        "1",
        "0x10",
        "1e3",
        "a: b",
        "a #b",
        "- a",
        "a:",
        "#",
        "{}",
        "[]",
        "*",
        "&a",
        "!t",
        "%",
        "@",
        "`",
        "",
        " ",
        "a ",
        "\n",
        "a\nb",
        "2026-03-02",
        "2026-03-02T09:30:00Z",
        "=",
        "<<",
        "|",
        ">",
        "?",
        "'a'",
        '"a"',
        "a, b",
        "evt:x",
        "http://x",
      ),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(text, tie("tree"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(text, tree), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        assert.deepEqual(JSON.parse(JSON.stringify(parseYaml(toYaml(plain)))), plain);
      }),
      { numRuns: 2_000 },
    );
  });

  it("uses block style", () => {
    assert.equal(
      toYaml({ openapi: "3.1.0", tags: [{ name: "A b", of: [[1, 2], []] }, "x"], none: {}, note: "a: b" }),
      'openapi: "3.1.0"\ntags:\n  - name: A b\n    of:\n      - - 1\n        - 2\n      - []\n  - x\nnone: {}\nnote: "a: b"\n',
    );
  });
});
