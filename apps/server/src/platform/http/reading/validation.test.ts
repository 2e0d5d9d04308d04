import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Fastify from "fastify";
import { Type } from "typebox";
import { cpuMsOf, leastCpuMsOf } from "../../../../test/cpu-time.ts";
import { explainValidation } from "./explain.ts";
import { describeValidation, useCompilers } from "./validation.ts";

const Item = Type.Object({
  id: Type.String({ maxLength: 10 }),
  kind: Type.Union([Type.Literal("a"), Type.Literal("b")]),
  size: Type.Integer(),
});
const schema = Type.Object({
  name: Type.String({ maxLength: 5 }),
  items: Type.Array(Item, { maxItems: 1_000 }),
  open: Type.Optional(Type.Array(Item)),
});

/** The reported details of a body, and the errors they were derived from. */
async function validate(body: unknown) {
  const app = Fastify();
  useCompilers(app as never);
  let found: { errors: number; message: string; details: { field: string; issue: string }[] } = { errors: 0, message: "", details: [] };
  app.post("/", { schema: { body: schema }, attachValidation: true, bodyLimit: 2_000_000 }, async (request) => {
    const errors = request.validationError?.validation ?? [];
    found = { errors: errors.length, message: explainValidation(errors), details: describeValidation(errors) };
    return "";
  });
  const validator = (app as never as { validatorCompiler: unknown }).validatorCompiler;
  assert.ok(validator !== null);
  await app.inject({ method: "POST", url: "/", payload: body as object });
  await app.close();
  return found;
}

describe("validation errors of a body", () => {
  it("are reported for every field of an ordinary body", async () => {
    const { details } = await validate({
      name: "too long",
      items: [
        { id: 1, kind: "c" },
        { id: "x", kind: "a", size: "1" },
      ],
    });
    assert.deepEqual(
      new Map(details.map(({ field, issue }) => [field, issue])),
      new Map([
        ["name", "too_long"],
        ["items[0].size", "required"],
        ["items[0].id", "invalid_type"],
        ["items[0].kind", "unknown_value"],
        ["items[1].size", "invalid_type"],
      ]),
    );
  });

  it("count a text's length as stored: in code points, and in NFC where that is longer", async () => {
    const named = async (name: string) => (await validate({ name, items: [] })).details.map(({ issue }) => issue);
    assert.deepEqual(await named("😀".repeat(5)), []);
    assert.deepEqual(await named("😀".repeat(6)), ["too_long"]);
    // Devanagari qa has no composed form.
    assert.deepEqual(await named("\u0958".repeat(2)), []);
    assert.deepEqual(await named("\u0958".repeat(3)), ["too_long"]);
    // A text that NFC shortens has to fit as it was sent: the document promises no more.
    assert.deepEqual(await named("e\u0301".repeat(3)), ["too_long"]);
  });

  it("are limited to one per field and 100 in all", async () => {
    const { details } = await validate({ name: 1, items: Array.from({ length: 90 }, () => ({ id: 1, kind: 2, size: "x" })) });
    assert.equal(details.length, 100);
    assert.equal(new Set(details.map(({ field }) => field)).size, 100);
  });

  it("are also found after the first 100 items", async () => {
    const good = { id: "x", kind: "a", size: 1 };
    const { details } = await validate({ name: "x", items: [...Array.from({ length: 500 }, () => good), { ...good, size: "1" }] });
    assert.deepEqual(details, [{ field: "items[500].size", issue: "invalid_type" }]);
  });

  const cases: [object, string][] = [
    [{ items: [] }, "name is required."],
    [{ name: "sixsix", items: [] }, "name may have at most 5 characters."],
    [{ name: "x", items: [{ id: "x", kind: "c", size: 1 }] }, "items[0].kind must be one of a, b."],
    [{ name: 1, items: 2 }, "name must be a string; items must be an array."],
    [
      { name: 1, items: [{ id: 1, kind: "c", size: "1" }], open: 3 },
      "name must be a string; items[0].id must be a string; items[0].kind must be one of a, b; 2 more in details.",
    ],
  ];
  for (const [body, sentence] of cases)
    it(`are told in a sentence: ${sentence}`, async () => assert.equal((await validate(body)).message, sentence));

  it("repeat nothing that was sent", async () => {
    const { message } = await validate({ name: "s3cret-s3cret", items: [{ id: "s3cret-s3cret", kind: "s3cret", size: "s3cret" }] });
    assert.doesNotMatch(message, /s3cret/);
  });

  const hostile: [string, unknown, string][] = [
    ["an array that is too long", { name: "x", items: Array.from({ length: 300_000 }, () => ({})) }, "items"],
    ["an array without an end of wrong items", { name: "x", items: [], open: Array.from({ length: 300_000 }, () => ({})) }, "open[0].id"],
    ["wrong items in every array", { name: 1, items: Array.from({ length: 1_000 }, () => ({ id: [], kind: {}, size: [] })) }, "name"],
    ["a name without an end", { name: "x".repeat(960_000), items: [] }, "name"],
    ["fields that nobody knows", Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`f${n}`, 0])), "name"],
    ["an array in the place of a name", { name: Array.from({ length: 300_000 }, () => 0), items: 7 }, "name"],
  ];
  for (const [what, body, field] of hostile)
    it(`are cheap to report: ${what}`, async () => {
      const text = JSON.stringify(body);
      // Parsing the JSON is not included; it costs the same for a valid and an invalid body.
      const parsing = await cpuMsOf(() => JSON.parse(text));
      let found: Awaited<ReturnType<typeof validate>> | undefined;
      const ms = await leastCpuMsOf(300 + 4 * parsing, async () => {
        found = await validate(body);
      });
      assert.ok(
        found?.details.some((detail) => detail.field === field),
        JSON.stringify(found?.details.slice(0, 3)),
      );
      assert.ok((found?.errors ?? 0) < 20_000, `${found?.errors} errors`);
      assert.ok(ms < 300 + 4 * parsing, `${ms} ms, of which parsing ${parsing} ms`);
    });
});

describe("a date-time", () => {
  const at = Type.Object({ at: Type.String({ format: "date-time" }) });
  const cases: [string, boolean][] = [
    ["2026-12-01T09:00:00Z", true],
    ["2026-12-01t09:00:00.123456789z", true],
    ["2026-12-01T09:00:00+05:30", true],
    ["0001-01-01T00:00:00Z", true],
    ["9999-12-31T23:59:59.999Z", true],
    ["2016-12-31T23:59:59Z", true],
    ["2016-12-31T23:59:60Z", false],
    ["2017-01-01T05:29:60+05:30", false],
    ["2016-12-31 23:59:60Z", false],
    ["0000-12-31T23:59:59Z", false],
    ["0001-01-01T00:00:00+00:01", false],
    ["9999-12-31T23:59:59-00:01", false],
    ["2026-02-29T00:00:00Z", false],
    ["2026-12-01", false],
  ];

  it("must be one that can be read and stored, in a body and in a query", async () => {
    const app = Fastify();
    useCompilers(app as never);
    app.post("/", { schema: { body: at } }, async () => "");
    app.get("/", { schema: { querystring: at } }, async () => "");
    for (const [text, isTaken] of cases) {
      const body = await app.inject({ method: "POST", url: "/", payload: { at: text } });
      const query = await app.inject({ method: "GET", url: `/?at=${encodeURIComponent(text)}` });
      assert.deepEqual([body.statusCode, query.statusCode], isTaken ? [200, 200] : [400, 400], text);
    }
    await app.close();
  });
});
