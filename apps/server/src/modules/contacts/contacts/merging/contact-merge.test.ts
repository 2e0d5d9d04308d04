import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { combine, type MergeValues, splitGains, revertMerge } from "./contact-merge.ts";

const empty: MergeValues = {
  name: null,
  phone: null,
  email: null,
  ownerId: null,
  stageId: null,
  language: null,
  timezone: null,
  country: null,
  blockedAt: null,
  lastInboundAt: null,
  tags: [],
  customFields: {},
  optIn: "unknown",
};

const text = fc.option(fc.constantFrom("a", "b", "c"));
const values: fc.Arbitrary<MergeValues> = fc.record({
  name: text,
  phone: text,
  email: text,
  ownerId: text,
  stageId: text,
  language: text,
  timezone: text,
  country: text,
  blockedAt: text,
  lastInboundAt: text,
  tags: fc.uniqueArray(fc.constantFrom("t1", "t2", "t3", "t4")),
  customFields: fc.dictionary(
    fc.constantFrom("k1", "k2", "k3", "__proto__", "constructor"),
    fc.oneof(fc.constantFrom("x", "y"), fc.boolean(), fc.nat(2)),
  ),
  optIn: fc.constantFrom("unknown", "opted_in", "opted_out"),
});
const comparable = (v: MergeValues) => ({ ...v, lastInboundAt: null, tags: [...v.tags].sort(), customFields: { ...v.customFields } });

test("the survivor's own values win, missing ones come from the other; opted out and blocked override everything", () => {
  const survivor = {
    ...empty,
    name: "Ada",
    tags: ["vip"],
    customFields: { plan: "pro" },
    optIn: "opted_in" as const,
    lastInboundAt: "2026-01-01",
  };
  const merged = {
    ...empty,
    name: "A. L.",
    email: "ada@example.com",
    tags: ["vip", "new"],
    customFields: { plan: "free", seats: 2 },
    optIn: "opted_out" as const,
    blockedAt: "2026-01-02",
    lastInboundAt: "2026-01-03",
  };
  const { values: after, gains } = combine(survivor, merged);
  assert.deepEqual(after, {
    ...survivor,
    email: "ada@example.com",
    tags: ["vip", "new"],
    customFields: { plan: "pro", seats: 2 },
    optIn: "opted_out",
    blockedAt: "2026-01-02",
    lastInboundAt: "2026-01-03",
  });
  assert.deepEqual(gains, {
    fields: { email: "ada@example.com", blockedAt: "2026-01-02" },
    tags: ["new"],
    customFields: { seats: 2 },
    optIn: { from: "opted_in", to: "opted_out" },
  });
  const undone = revertMerge({ ...after, email: "changed@example.com", tags: ["vip", "new", "later"] }, gains, false).values;
  assert.deepEqual(
    [undone.email, undone.tags, undone.optIn, undone.blockedAt],
    ["changed@example.com", ["vip", "later"], "opted_in", null],
  );
  assert.equal(revertMerge(after, gains, true).values.optIn, "opted_out");
});

test("the limits of tags and custom fields are respected", () => {
  const many = (prefix: string, n: number) => Array.from({ length: n }, (_, i) => `${prefix}${i}`);
  const full = (prefix: string, n: number) => ({
    ...empty,
    tags: many(prefix, n),
    customFields: Object.fromEntries(many(prefix, n).map((k) => [k, 1])),
  });
  for (const [a, b, expected] of [
    [60, 60, 100],
    [100, 5, 100],
    [10, 20, 30],
  ] as const) {
    const { values: after } = combine(full("a", a), full("b", b));
    assert.deepEqual([after.tags.length, Object.keys(after.customFields).length], [expected, expected]);
    assert.deepEqual(after.tags.slice(0, a), many("a", a));
  }
});

test("undoing a merge immediately restores the survivor", () => {
  fc.assert(
    fc.property(values, values, (survivor, merged) => {
      const { values: after, gains } = combine(survivor, merged);
      assert.deepEqual(comparable(revertMerge(after, gains, false).values), comparable(survivor));
    }),
    { numRuns: 2_000 },
  );
});

test("undoing the first of two merges in a chain gives the result of the second alone", () => {
  fc.assert(
    fc.property(values, values, values, (a, b, c) => {
      const first = combine(b, a);
      const second = combine(c, first.values);
      const { values: middle, reverted } = revertMerge(first.values, first.gains, false);
      const { back, rest } = splitGains(second.gains, reverted);
      const { values: last } = revertMerge(second.values, back, false);
      assert.deepEqual(comparable(middle), comparable(b));
      assert.deepEqual(comparable(last), comparable(combine(c, b).values));
      // Then the second.
      assert.deepEqual(comparable(revertMerge(last, rest, false).values), comparable(c));
    }),
    { numRuns: 3_000 },
  );
});
