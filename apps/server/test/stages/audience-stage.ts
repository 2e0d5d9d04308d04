/** A tenant with all kinds of contacts, and rules about them. */
import assert from "node:assert/strict";
import { after } from "node:test";
import fc from "fast-check";
import type { FieldDefinition } from "../../src/modules/contacts/custom-fields/index.ts";
import { compileAudience } from "../../src/modules/contacts/segments/audience-compile.ts";
import { type AudienceContact, evaluateAudience } from "../../src/modules/contacts/segments/audience-evaluate.ts";
import type { AudienceRules } from "../../src/modules/contacts/segments/audience-rules.ts";
import { countAudience, listAudience, planOf } from "../../src/modules/contacts/segments/audience.queries.ts";
import { parseWireId } from "../../src/platform/ids/ids.ts";
import { startTestApp, type TestTenant } from "../harness.ts";

export const t = await startTestApp();
after(() => t.stop());

const definitions: FieldDefinition[] = [
  { key: "n", type: "number", options: [] },
  { key: "b", type: "boolean", options: [] },
  { key: "d", type: "date", options: [] },
  { key: "dt", type: "datetime", options: [] },
  { key: "m", type: "multi_select", options: ["a", "b", "c"] },
  { key: "s", type: "text", options: [] },
];

// Few values each, so that rules and contacts match; and values that are hard to quote or to fold.
const words = ["ada", "Ada", "ADA Σ", "éLAN", "o'neil", "100%_\\", "$2[1]", "İx", "x"] as const;
const tagWords = ["vip", "b,c", 'q"', "{}", "ä"] as const;
const instants = ["2026-01-01T00:00:00.000Z", "2026-01-02T03:04:05.678Z", "2026-02-01T00:00:00.000Z"] as const;
const days = ["2026-01-01", "2026-01-02", "2026-02-01"] as const;
const numbers = [0, -1, 2.5, 1e21, 1e-7, 12] as const;
const phones = ["+447700900123", "+447700900999", "+15550100100"] as const;
const now = new Date("2026-02-02T00:00:00.000Z");

const stages: string[] = [];

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
const some = <T>(values: readonly T[]) => fc.uniqueArray(pick(values), { maxLength: 3 });
const atLeastOne = <T>(values: readonly T[]) => fc.uniqueArray(pick(values), { minLength: 1, maxLength: 3 });

const contactOf = fc.record({
  name: maybe(pick(words)),
  email: maybe(pick(["ada@x.org", "ADA@x.org", "b@y.org"])),
  source: pick(["api", "inbound", "fair"]),
  tags: some(tagWords),
  country: maybe(pick(["GB", "MX"])),
  language: maybe(pick(["en-GB", "es"])),
  timezone: maybe(pick(["Europe/London"])),
  optIn: pick(["unknown", "opted_in", "opted_out"]),
  blocked: fc.boolean(),
  lastInboundAt: maybe(pick(instants)),
  createdAt: pick(instants),
  customFields: fc.dictionary(
    fc.constantFrom("n", "b", "d", "dt", "m", "s", "free", "we'ird"),
    fc.oneof(pick(numbers), fc.boolean(), pick(days), pick(instants), pick(words), some(["a", "b", "c"])),
    { maxKeys: 6 },
  ),
});

const rule = (field: string, op: string, value?: fc.Arbitrary<unknown>) =>
  value === undefined ? fc.constant({ field, op }) : value.map((v) => ({ field, op, value: v }));
const textRules = (field: string, values: readonly string[]) => [
  ...["eq", "neq", "contains", "starts_with"].map((op) => rule(field, op, pick(values))),
  ...["in", "not_in"].map((op) => rule(field, op, atLeastOne(values))),
  rule(field, "exists"),
  rule(field, "not_exists"),
];
const timeRules = (field: string, values: readonly string[]) => [
  ...["before", "after"].map((op) => rule(field, op, pick(values))),
  rule(field, "within_last", pick([1, 2, 32, 60].map((n) => ({ days: n })))),
  rule(field, "exists"),
];
const listRules = (field: string, values: readonly string[]) => [
  ...["has_any", "has_all", "has_none"].map((op) => rule(field, op, atLeastOne(values))),
  rule(field, "exists"),
  rule(field, "not_exists"),
];
const numberRules = (field: string) => [
  ...["eq", "neq", "gt", "gte", "lt", "lte"].map((op) => rule(field, op, pick(numbers))),
  ...["in", "not_in"].map((op) => rule(field, op, atLeastOne(numbers))),
];
const leaf = fc.oneof(
  ...textRules("name", words),
  ...textRules("email", ["ada@X.org", "b@", "@"]),
  ...textRules("source", ["api", "FAIR"]),
  ...textRules("country", ["gb", "MX"]),
  ...textRules("language", ["en-GB", "EN"]),
  rule("phone", "eq", pick(phones)),
  rule("phone", "neq", pick(phones)),
  rule("phone", "contains", pick(["900", "1555"])),
  rule("phone", "starts_with", pick(["44", "+1"])),
  rule("phone", "exists"),
  rule("optIn", "eq", pick(["opted_in", "opted_out"])),
  rule("optIn", "not_in", fc.constant(["unknown", "opted_in"])),
  rule("blocked", "eq", fc.boolean()),
  rule("blocked", "neq", fc.boolean()),
  rule("ownerId", "not_exists"),
  ...["eq", "neq"].map((op) =>
    rule(
      "stageId",
      op,
      fc.nat(1).map((i) => stages[i] as string),
    ),
  ),
  ...["in", "not_in"].map((op) => rule("stageId", op, fc.constant(stages))),
  ...["exists", "not_exists"].map((op) => rule("stageId", op)),
  rule("channelKind", "eq", fc.constant("chat_app")),
  rule("channelKind", "neq", fc.constant("chat_app")),
  ...timeRules("createdAt", [...instants, "2026-01-02"]),
  ...timeRules("lastInboundAt", instants),
  ...listRules("tags", tagWords),
  ...textRules("customFields.s", words),
  ...textRules("customFields.free", words),
  ...textRules("customFields.we'ird", words),
  ...numberRules("customFields.n"),
  ...numberRules("customFields.free"),
  rule("customFields.b", "eq", fc.boolean()),
  rule("customFields.b", "neq", fc.boolean()),
  ...timeRules("customFields.d", days),
  ...timeRules("customFields.dt", instants),
  ...listRules("customFields.m", ["a", "b"]),
  ...listRules("customFields.free", ["a", "c"]),
);
const group = (depth: number): fc.Arbitrary<unknown> =>
  fc.record({
    match: fc.constantFrom("all", "any"),
    rules: fc.array(depth === 0 ? leaf : fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: group(depth - 1) }), {
      minLength: 1,
      maxLength: 3,
    }),
  });
const audience = fc.oneof(
  group(2),
  fc.tuple(group(1), group(1)).map(([base, exclude]) => ({ ...(base as object), exclude })),
) as fc.Arbitrary<AudienceRules>;

const people = new Map<string, AudienceContact>();
const tenant = await t.tenant();
const other = await t.tenant();
let first: string | undefined;
const made = fc.sample(contactOf, { numRuns: 150, seed: 7 });
const stagesOf = async (owner: TestTenant): Promise<string[]> => {
  const [pipeline] = (await owner.api.get("/api/v1/pipelines")).body.data;
  const { stages: all } = (await owner.api.get(`/api/v1/pipelines/${pipeline.id}`)).body;
  return all.slice(0, 2).map((stage: { id: string }) => stage.id);
};
stages.push(...(await stagesOf(tenant)));
const theirs = await stagesOf(other);
for (const [i, person] of made.entries()) {
  const id = t.app.ids.uuid();
  const phone = i < phones.length ? (phones[i] as string) : null;
  const columns = [
    id,
    person.name,
    phone,
    phone?.slice(1) ?? null,
    person.email,
    person.source,
    person.tags,
    JSON.stringify(person.customFields),
    person.language,
    person.timezone,
    person.country,
    person.optIn,
    person.blocked ? now : null,
    person.lastInboundAt,
    person.createdAt,
    // Merged, so in no audience.
    i % 50 === 49 ? (first ?? null) : null,
  ];
  first ??= id;
  for (const owner of [tenant, other])
    await t.app.database.withTenant(owner.id, (tx) =>
      tx.query({
        text: `insert into contacts (tenant_id, id, name, phone, phone_key, email, source, tags, custom_fields, language, timezone, country,
                 opt_in, blocked_at, last_inbound_at, created_at, updated_at, merged_into_id, stage_id)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17, $18)`,
        values: [owner.id, ...columns, parseWireId("stg", (owner === tenant ? stages : theirs)[i % 3] ?? "")],
      }),
    );
  if (i % 3 === 0)
    await t.app.database.withTenant(tenant.id, (tx) =>
      tx.query({
        text: `insert into contact_identities (tenant_id, id, contact_id, kind, address, address_key, created_at)
               values ($1, $2, $2, 'chat_app', $3, $3, now())`,
        values: [tenant.id, id, `n${i}`],
      }),
    );
  if (i % 50 === 49) continue;
  people.set(id, {
    ...(person as Omit<typeof person, "customFields" | "optIn"> & Pick<AudienceContact, "customFields" | "optIn">),
    phone,
    ownerId: null,
    stageId: stages[i % 3] ?? null,
    blockedAt: person.blocked ? now.toISOString() : null,
    updatedAt: person.createdAt,
    identities: i % 3 === 0 ? [{ kind: "chat_app" }] : [],
    channelIds: [],
  });
}

/** Random rules, this many times: the database and the evaluator must agree. */
export async function compareAudiences(numRuns: number): Promise<void> {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(audience, async (rules) => {
      const node = compileAudience(rules, { definitions, now, at: "rules" });
      const found = await t.app.database.withTenant(tenant.id, (tx) => listAudience(tx, node, null, 1_000));
      const counted = await t.app.database.withTenant(tenant.id, (tx) => countAudience(tx, planOf(node), 1, 10));
      assert.deepEqual(
        counted,
        {
          count: found.length,
          sample: found.slice(0, 10).map(({ id }) => id),
        },
        JSON.stringify(rules),
      );
      const expected = [...people].filter(([, person]) => evaluateAudience(node, person)).map(([id]) => id);
      assert.deepEqual(found.map(({ id }) => id).sort(), expected.sort(), JSON.stringify(rules));
      if (expected.length > 0 && expected.length < people.size) hits += 1;
    }),
    { numRuns, seed: 11 },
  );
  assert.ok(hits > numRuns / 4, `only ${hits} rules told contacts apart`);
}
