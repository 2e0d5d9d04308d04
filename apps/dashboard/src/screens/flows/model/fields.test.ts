/** The forms have every field of each trigger and step in the API document, and each type is offered once. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { type Field, stepFields, stepGroups, triggerFields } from "./fields.ts";
import { slotNames } from "./model.ts";

interface Schema {
  oneOf?: { $ref: string }[];
  properties?: Record<string, { const?: string; enum?: string[]; description?: string }>;
  description?: string;
}
const document = JSON.parse(readFileSync(new URL("../../../../../../openapi.json", import.meta.url), "utf8"));
const schemas: Record<string, Schema> = document.components.schemas;

function variants(name: string): Map<string, { fields: string[]; required: string[] }> {
  return new Map(
    (schemas[name]?.oneOf ?? []).map(({ $ref }) => {
      const { properties = {}, description = "" } = schemas[$ref.split("/").at(-1) as string] as Schema;
      const type = (properties["type"]?.const ?? properties["type"]?.enum?.[0]) as string;
      const fields = Object.keys(properties).filter((field) => field !== "type" && !slotNames.some((slot) => slot === field));
      const said = /Without (.*?) the flow can be saved/.exec(description)?.[1]?.split(" and ") ?? [];
      return [type, { fields: fields.sort(), required: said.filter((field) => fields.includes(field)).sort() }];
    }),
  );
}

for (const [name, table] of [
  ["FlowTrigger", triggerFields],
  ["FlowStep", stepFields],
] as const)
  it(`${name}: every type with every field, and the fields that activation requires`, () => {
    const known = variants(name);
    assert.ok(known.size > 20);
    const ours = new Map(
      Object.entries(table as Record<string, readonly Field[]>).map(([type, fields]) => [
        type,
        {
          fields: (fields as readonly Field[]).map((field) => field.name).sort(),
          required: (fields as readonly Field[]).flatMap((field) => (field.isRequired === true ? [field.name as string] : [])).sort(),
        },
      ]),
    );
    assert.deepEqual(new Map([...ours].sort()), new Map([...known].sort()));
  });

it("every step is offered in exactly one group", () => {
  const offered = stepGroups.flatMap(({ types }) => [...types] as string[]);
  assert.deepEqual(offered.toSorted(), Object.keys(stepFields).sort());
});
