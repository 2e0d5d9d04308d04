import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "#platform/errors/app-error.ts";
import { templateText } from "#modules/channels/templates/index.ts";
import { checkTemplate } from "./template-check.ts";

const positional = { name: "a", language: "en", parameterFormat: "positional" as const, variables: ["1", "2"], status: "approved" };
const named = { ...positional, parameterFormat: "named" as const, variables: ["first_name", "order"] };

/** [what, variables given, template, synced, expected refusal: code and fields] */
const cases: [string, unknown[] | undefined, Parameters<typeof checkTemplate>[1], boolean, [string, string[]] | null][] = [
  ["an unknown template before the first sync passes: only the platform knows", ["x"], null, false, null],
  ["an unknown template after a sync is refused", ["x"], null, true, ["template_not_approved", ["content.name"]]],
  ["a paused template is refused", ["x", "y"], { ...positional, status: "paused" }, true, ["template_not_approved", ["content.name"]]],
  ["the right count passes", ["x", "y"], positional, true, null],
  ["a missing variable is named by its index", ["x"], positional, true, ["template_variables_mismatch", ["content.variables[1]"]]],
  ["one too many is named by its index", ["x", "y", "z"], positional, true, ["template_variables_mismatch", ["content.variables[2]"]]],
  [
    "none given where two are needed",
    undefined,
    positional,
    true,
    ["template_variables_mismatch", ["content.variables[0]", "content.variables[1]"]],
  ],
  ...[
    { value: { a: 1 } },
    { text: ["x"] },
    { value: true },
    [],
    { value: { toString: 1 } },
    { type: "currency", currency: { fallback_value: "£9", code: "GBP", amount_1000: 9_000 } },
    { type: "date_time", date_time: { fallback_value: "Monday" } },
  ].map((value): (typeof cases)[number] => [
    `a value that is no text: ${JSON.stringify(value)}`,
    ["x", value],
    positional,
    true,
    ["template_variables_mismatch", ["content.variables[1]"]],
  ]),
  [
    "a value that is longer than any body",
    ["x", "y".repeat(32_769)],
    positional,
    true,
    ["template_variables_mismatch", ["content.variables[1]"]],
  ],
  [
    "values that make a body longer than the platform takes",
    ["x".repeat(300), "y"],
    { ...positional, components: [{ type: "BODY", text: `${"a{{1}}".repeat(120)} {{2}}` }] },
    true,
    ["template_variables_mismatch", ["content.variables"]],
  ],
  [
    "a long value in a body that stays below",
    ["x".repeat(200), "y"],
    { ...positional, components: [{ type: "BODY", text: `${"a{{1}}".repeat(120)} {{2}}` }] },
    true,
    null,
  ],
  [
    "named variables by name, in any order",
    [
      { name: "order", value: "1" },
      { name: "first_name", value: "A" },
    ],
    named,
    true,
    null,
  ],
  ["named variables as plain values, in the template's order", ["A", "1"], named, true, null],
  [
    "a missing name is named",
    [{ name: "order", value: "1" }],
    named,
    true,
    ["template_variables_mismatch", ["content.variables.first_name"]],
  ],
  [
    "an unknown name is named",
    [
      { name: "order", value: 1 },
      { name: "first_name", value: "A" },
      { name: "colour", value: "red" },
    ],
    named,
    true,
    ["template_variables_mismatch", ["content.variables.colour"]],
  ],
  [
    "a name that comes twice is named",
    [
      { name: "order", value: "1" },
      { name: "first_name", value: "A" },
      { name: "order", value: "2" },
    ],
    named,
    true,
    ["template_variables_mismatch", ["content.variables.order"]],
  ],
  [
    "a variable without a value, or with nothing to read in it, is missing",
    [" \n", null],
    positional,
    true,
    ["template_variables_mismatch", ["content.variables[0]", "content.variables[1]"]],
  ],
  [
    "so is a named one",
    [{ name: "order", value: "" }, { name: "first_name" }],
    named,
    true,
    ["template_variables_mismatch", ["content.variables.first_name", "content.variables.order"]],
  ],
  [
    "a list or a yes is no value",
    [["x"], true],
    positional,
    true,
    ["template_variables_mismatch", ["content.variables[0]", "content.variables[1]"]],
  ],
  ["a number is one", [0, { value: 7 }], positional, true, null],
];

describe("checkTemplate", () => {
  for (const [what, variables, known, synced, refused] of cases) {
    it(what, () => {
      const run = () => checkTemplate({ name: "a", language: "en", ...(variables === undefined ? {} : { variables }) }, known, synced);
      if (refused === null) return run();
      assert.throws(run, (error) => {
        assert.ok(error instanceof AppError);
        assert.equal(error.code, refused[0]);
        assert.deepEqual(
          error.details?.map((d) => d.field),
          refused[1],
        );
        return true;
      });
    });
  }

  it("the platform's currency objects are accepted in components, which are sent unchanged", () => {
    const money = { type: "currency", currency: { fallback_value: "£9", code: "GBP", amount_1000: 9_000 } };
    const components = [{ type: "body", parameters: [{ type: "text", text: "x" }, money] }];
    const known = { ...positional, components: [{ type: "BODY", text: "For {{1}}: {{2}}." }] };
    checkTemplate({ name: "a", language: "en", components }, known, true);
    assert.equal(templateText(known, { components }), "For x: £9.");
    assert.throws(() => checkTemplate({ name: "a", language: "en", variables: ["x", money] }, known, true), {
      details: [{ field: "content.variables[1]", issue: "invalid_type" }],
    });
  });
});
