/** Every success and every webhook has an example that matches its schema and is realistic. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { WIRE_PREFIXES } from "../../src/platform/ids/ids.ts";
import { startTestApp } from "../harness.ts";
import { allOperationsOf, referred, type Schema } from "../routes/route-operations.ts";
import { createValidator } from "./validator.ts";

const t = await startTestApp();
const document = t.app.openapi as Schema;
after(() => t.stop());

const ajv = createValidator();
/** A schema of the document, referring to the others by name, so that each of them is compiled once. */
const within = (schema: Schema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/components/schemas/', '"$ref":"https://schemas/'));
for (const [name, schema] of Object.entries(document["components"].schemas as Schema))
  ajv.addSchema(within(schema as Schema), `https://schemas/${name}`);

interface Given {
  where: string;
  schema: Schema;
  examples: unknown[];
}

function examplesOf(where: string, content: Schema): Given {
  const named = Object.values((content["examples"] ?? {}) as Schema).map((example) => (referred(document, example) as Schema)["value"]);
  return { where, schema: content["schema"], examples: [...named, ...("example" in content ? [content["example"]] : [])] };
}

const given: Given[] = [
  ...allOperationsOf(document).flatMap(({ id, raw }) =>
    Object.entries(raw["responses"] as Schema)
      .filter(([status]) => status.startsWith("2"))
      .flatMap(([, answer]) =>
        Object.entries((answer as Schema)["content"] as Schema).map(([type, content]) => examplesOf(`${id} ${type}`, content)),
      ),
  ),
  ...Object.entries(document["webhooks"] as Schema).map(([type, { post }]) =>
    examplesOf(type, post.requestBody.content["application/json"]),
  ),
];

/** Every value in an example, with the names of the members that contain it. */
function* valuesIn(value: unknown, path: readonly string[] = []): Generator<{ path: readonly string[]; value: unknown }> {
  yield { path, value };
  if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* valuesIn(inner, Array.isArray(value) ? path : [...path, name]);
}

describe("examples of openapi.json", () => {
  it("exist for every success and every webhook", () => {
    assert.ok(given.length > 400);
    assert.deepEqual(
      given.filter(({ examples }) => examples.length === 0).map(({ where }) => where),
      [],
    );
  });

  it("match their schemas", () => {
    for (const { where, schema, examples } of given) {
      const validate = ajv.compile(within(schema));
      for (const example of examples)
        assert.ok(validate(example), `${where}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(example)}`);
    }
  });

  it("match their schemas in requests too", () => {
    let seen = 0;
    for (const { id, raw } of allOperationsOf(document)) {
      const content = raw["requestBody"]?.content["application/json"];
      if (content?.example === undefined) continue;
      const validate = ajv.compile(within(content.schema));
      assert.ok(validate(content.example), `${id}: ${JSON.stringify(validate.errors)}`);
      seen += 1;
    }
    assert.ok(seen > 100);
  });

  it("have a sample for every text (api-samples/)", () => {
    const without = given.flatMap(({ where, examples }) =>
      examples.flatMap((example) =>
        [...valuesIn(example)].filter(({ value }) => value === "…").map(({ path }) => `${where}: ${path.join(".")}`),
      ),
    );
    assert.deepEqual(without, []);
  });

  it("have ids of the right kind, and an item in each list of a response", () => {
    for (const { where, examples } of given) {
      for (const example of examples) {
        for (const { path, value } of valuesIn(example)) {
          if (typeof value !== "string") continue;
          const name = path.at(-1) ?? "";
          const id = /^([a-z]+)_[0-9a-f]{32}$/.exec(value);
          if (id !== null) assert.ok(Object.hasOwn(WIRE_PREFIXES, id[1] as string), `${where}: ${path.join(".")} is ${value}`);
          const expected = prefixes[name];
          if (expected !== undefined)
            assert.ok(id !== null && expected.includes(id[1] as string), `${where}: ${path.join(".")} is ${value}`);
          if (name === "id" && where !== "listMetricDefinitions" && path[0] !== "processes")
            assert.ok(id !== null, `${where}: ${path.join(".")} is ${value}`);
        }
        const { data } = example as { data?: unknown };
        if (Array.isArray(data)) assert.ok(data.length > 0, `${where}: the list of the example is empty`);
      }
    }
  });
});

const prefixes: Readonly<Record<string, readonly string[]>> = {
  contactId: ["cnt"],
  conversationId: ["conv"],
  channelId: ["chn"],
  messageId: ["msg"],
  assigneeId: ["agt", "usr"],
  flowId: ["flow"],
  ticketId: ["tkt"],
  dealId: ["deal"],
  orderId: ["ord"],
  broadcastId: ["brd"],
  webhookId: ["whk"],
};
