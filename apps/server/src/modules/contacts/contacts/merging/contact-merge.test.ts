import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { combine, type MergeValues, splitGains, revertMerge } from "./contact-merge.ts";
import { addOptInThrough, type OptIn } from "../opting-out/opt-in.ts";
import { combineOptIn, type StandingMerge, undoMerge } from "./undo-merge.ts";

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
  const undone = revertMerge({ ...after, email: "changed@example.com", tags: ["vip", "new", "later"] }, gains).values;
  assert.deepEqual([undone.email, undone.tags, undone.blockedAt], ["changed@example.com", ["vip", "later"], null]);
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

interface Person {
  values: MergeValues;
  optInAt: string | null;
  through?: OptIn["through"];
}

const persons: fc.Arbitrary<Person> = fc.record({ values, optInAt: fc.option(fc.constantFrom("2026-01-01", "2026-01-02", "2026-01-03")) });
const optInOf = ({ values: { optIn }, optInAt, through }: Person): OptIn => ({
  optIn,
  at: optInAt,
  ...(through === undefined ? {} : { through }),
});
const personOf = (values: MergeValues, { optIn, at, through }: OptIn): Person => ({
  values: { ...values, optIn },
  optInAt: at,
  ...(through === undefined ? {} : { through }),
});
const shown = (person: Person) => ({ ...comparable(person.values), optInAt: person.optInAt });

/** A survivor and the journal of the merges into it. */
class Survivor {
  person: Person;
  standing: StandingMerge[] = [];

  constructor(person: Person) {
    this.person = person;
  }

  merge(id: string, merged: Person): this {
    const { values: after, gains } = combine(this.person.values, merged.values);
    const optIn = combineOptIn(optInOf(this.person), optInOf(merged));
    this.standing.push({ id, gave: gains, before: optInOf(this.person), after: optIn, merged });
    this.person = { values: after, optInAt: optIn.at };
    return this;
  }

  /** Stated about the whole contact, or through the address of one of those merged. */
  state(said: OptIn["optIn"], at: string, address?: string): this {
    const whole = address === undefined || said !== "opted_in";
    this.person = personOf(this.person.values, whole ? { optIn: said, at } : addOptInThrough(optInOf(this.person), address, at));
    return this;
  }

  /** `merged`: it stays merged, with these values, and without `back`. */
  undo(id: string, chained?: { merged: Person; reverted: StandingMerge["gave"] }): ReturnType<typeof undoMerge> {
    const merge = this.standing.find((entry) => entry.id === id) as StandingMerge;
    let back = merge.gave;
    if (chained !== undefined) {
      const split = splitGains(merge.gave, chained.reverted);
      back = split.back;
      Object.assign(merge, { gave: split.rest, merged: chained.merged });
    }
    const survivor = { values: this.person.values, optIn: optInOf(this.person) };
    const result = undoMerge(survivor, this.standing, id, back, chained === undefined, new Set([id]));
    this.person = personOf(result.values, result.optIn);
    if (chained === undefined) this.standing = this.standing.filter((entry) => entry !== merge);
    for (const entry of result.entries) Object.assign(this.standing.find((other) => other.id === entry.id) as StandingMerge, entry);
    return result;
  }
}

const alone = (survivor: Person, ...merged: Person[]) =>
  shown(merged.reduce((all, other, i) => all.merge(String(i), other), new Survivor(survivor)).person);

test("undoing a merge immediately restores the survivor", () => {
  fc.assert(
    fc.property(persons, persons, (survivor, merged) => {
      const both = new Survivor(survivor).merge("m", merged);
      assert.equal(both.undo("m").stated, null);
      assert.deepEqual(shown(both.person), shown(survivor));
    }),
    { numRuns: 2_000 },
  );
});

test("undoing one of several merges into a survivor gives the result of the others alone, in any order", () => {
  fc.assert(
    fc.property(persons, persons, persons, persons, fc.shuffledSubarray(["b", "c", "d"], { minLength: 3 }), (a, b, c, d, order) => {
      const others: Record<string, Person> = { b, c, d };
      const all = new Survivor(a).merge("b", b).merge("c", c).merge("d", d);
      for (const id of order) {
        assert.equal(all.undo(id).stated, null);
        delete others[id];
        assert.deepEqual(shown(all.person), alone(a, ...Object.values(others)));
      }
    }),
    { numRuns: 3_000 },
  );
});

test("what is stated about the survivor outlives the merges made before it", () => {
  fc.assert(
    fc.property(persons, persons, persons, values, (a, b, c, { optIn }) => {
      const all = new Survivor(a).merge("b", b);
      const state = (stated: OptIn) => {
        all.state(stated.optIn, stated.at as string);
        return stated;
      };
      const between = state({ optIn, at: "2026-02-01" });
      all.merge("c", c);
      assert.deepEqual(all.undo("b").stated, between);
      assert.deepEqual(optInOf(all.person), combineOptIn(between, optInOf(c)));
      assert.equal(all.undo("c").stated, null);
      assert.deepEqual(optInOf(all.person), between);
      all.merge("d", b).merge("e", c);
      const after = state({ optIn, at: "2026-02-02" });
      for (const id of ["d", "e"]) {
        assert.deepEqual(all.undo(id).stated, after);
        assert.deepEqual(optInOf(all.person), after);
      }
    }),
    { numRuns: 3_000 },
  );
});

const days = fc.nat(27).map((day) => `2026-03-${String(day + 1).padStart(2, "0")}`);
const statements = fc
  .uniqueArray(fc.tuple(days, fc.constantFrom("opted_in" as const, "opted_out" as const), fc.constantFrom("b", "c", "own")), {
    selector: ([at]) => at,
    maxLength: 6,
  })
  .map((all) => all.toSorted(([a], [b]) => (a < b ? -1 : 1)));

test("an opt-in through an address goes with it when its merge is undone, and everybody keeps an opt-out", () => {
  fc.assert(
    fc.property(
      persons,
      persons,
      persons,
      statements,
      fc.nat(6),
      fc.shuffledSubarray(["b", "c"], { minLength: 2 }),
      (a, b, c, said, between, order) => {
        const all = new Survivor(a).merge("b", b);
        // C is merged after some of it, and has no part in that.
        const first = said.slice(0, between).filter(([, , by]) => by !== "c");
        const second = said.slice(between);
        for (const [at, optIn, by] of first) all.state(optIn, at, by);
        all.merge("c", c);
        for (const [at, optIn, by] of second) all.state(optIn, at, by);
        const lastOf = (who: string, heard: typeof said) => heard.findLast(([, optIn, by]) => optIn === "opted_out" || by === who)?.[1];
        for (const id of order) {
          const { stated, said: later } = all.undo(id);
          const theirs = Object.keys(later).length === 0 ? stated?.optIn : "opted_in";
          const last = lastOf(id, id === "c" ? second : [...first, ...second]);
          assert.equal(theirs, last);
        }
        assert.equal(all.person.values.optIn, lastOf("own", [...first, ...second]) ?? a.values.optIn);
      },
    ),
    { numRuns: 3_000 },
  );
});

test("undoing the first of two merges in a chain gives the result of the second alone, also beside other merges", () => {
  fc.assert(
    fc.property(persons, persons, persons, persons, persons, (a, b, c, d, e) => {
      // A and D into B, B and E into C.
      const middle = new Survivor(b).merge("a", a).merge("d", d);
      const last = new Survivor(c).merge("b", middle.person).merge("e", e);
      const { reverted } = middle.undo("a");
      last.undo("b", { merged: middle.person, reverted });
      const reduced = new Survivor(b).merge("d", d).person;
      assert.deepEqual(shown(middle.person), shown(reduced));
      assert.deepEqual(shown(last.person), alone(c, reduced, e));
      // Then the second, then the one beside it.
      last.undo("b");
      assert.deepEqual(shown(last.person), alone(c, e));
      last.undo("e");
      assert.deepEqual(shown(last.person), shown(c));
    }),
    { numRuns: 3_000 },
  );
});
