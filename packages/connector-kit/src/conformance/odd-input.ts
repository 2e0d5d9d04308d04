import assert from "node:assert/strict";
import fc from "fast-check";
import type { CallbackItem, ChannelConnector } from "../connector.ts";

/** Malformed JSON as other systems produce it, for property tests of every connector's parsing. */

/** Stands for a bare 19-digit number until the body is text, because JavaScript cannot represent it. */
export const BIG = "\u2983BIG\u2984";

const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    "",
    " ",
    "of_tomorrow",
    "__proto__",
    "constructor",
    "toString",
    {},
    [],
    [null],
    [[]],
    BIG,
    "1234567890123456789",
    "x".repeat(65_536),
    "👩‍👩‍👧‍👦",
    "\u202e\u200fשלום",
    "a\u0000b",
    "\ud800",
    "\udc00x",
    "-1",
    "1e9",
    "99999999999999999999999",
    { id: "x" },
    { body: null },
    ["text", "image"],
  ),
  fc.string({ unit: "binary" }),
  fc.jsonValue({ maxDepth: 3 }),
);

type Mutator = (parent: Record<string, unknown>, key: string, oddValue: unknown) => void;

/** `__proto__` must be defined: an assignment would set the prototype. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

const mutators: Record<string, Mutator> = {
  delete: (parent, key) => void delete parent[key],
  null: (parent, key) => define(parent, key, null),
  otherType: (parent, key) => define(parent, key, typeof parent[key] === "number" ? String(parent[key]) : Number(parent[key])),
  wrapInArray: (parent, key) => define(parent, key, [parent[key]]),
  wrapTwice: (parent, key) => define(parent, key, [[null, parent[key]]]),
  wrapInObject: (parent, key) => define(parent, key, { [key]: parent[key] }),
  repeat: (parent, key) => define(parent, key, [parent[key], parent[key]]),
  replace: (parent, key, oddValue) => define(parent, key, oddValue),
  addProto: (parent, _key, oddValue) => define(parent, "__proto__", oddValue),
  addConstructor: (parent, _key, oddValue) => define(parent, "constructor", { prototype: oddValue }),
  addUnknown: (parent, _key, oddValue) => define(parent, "of_tomorrow", oddValue),
};

export interface Mutation {
  place: number;
  mutator: string;
  oddValue: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(10_000),
  mutator: fc.constantFrom(...Object.keys(mutators)),
  oddValue: oddValues,
});

/** Every (object, key) at or below a value, arrays included. */
function placesIn(value: unknown): [Record<string, unknown>, string][] {
  if (typeof value !== "object" || value === null) return [];
  const object = value as Record<string, unknown>;
  return Object.keys(object).flatMap((key): [Record<string, unknown>, string][] => [[object, key], ...placesIn(object[key])]);
}

export function mutate<T>(value: T, mutations: Mutation[]): T {
  const holder = { value: structuredClone(value) };
  for (const { place, mutator, oddValue } of mutations) {
    const places = placesIn(holder);
    const [parent, key] = places[place % places.length] ?? [holder as Record<string, unknown>, "value"];
    // A copy: the next mutation may change the inserted value itself.
    mutators[mutator]?.(parent, key, JSON.parse(JSON.stringify(oddValue)));
  }
  return holder.value;
}

function splitBent(connector: ChannelConnector, body: unknown): CallbackItem[] {
  const text = JSON.stringify(body).replaceAll(JSON.stringify(BIG), "1234567890123456789");
  return connector.splitCallback(Buffer.from(text));
}

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair, in keys or values. A backslash before a "u" is ordinary text. */
function isStorable(value: unknown): boolean {
  const fits = (text: unknown) => typeof text !== "string" || (text.isWellFormed() && !text.includes("\0"));
  let all = true;
  JSON.stringify(value, (key, each: unknown) => {
    all &&= fits(key) && fits(each);
    return each;
  });
  return all;
}

/** What must hold for any item, however malformed. */
function checkItem(connector: ChannelConnector, item: CallbackItem, receivedAt: Date): void {
  assert.ok(item.providerEventId.length >= 1 && item.providerEventId.length <= 400);
  assert.ok(item.route.externalId.length <= 200);
  const stored = JSON.stringify(item.payload);
  assert.ok(isStorable(item.payload), "can be stored");
  let events: ReturnType<typeof connector.normalize>;
  try {
    events = connector.normalize(JSON.parse(stored), receivedAt);
  } catch (error) {
    assert.equal(Object.getPrototypeOf(error), Error.prototype, `a plain Error, not ${String(error)}`);
    return;
  }
  assert.ok(events.length > 0);
  for (const event of events) {
    assert.ok(isStorable(event), "an event can be stored");
    if (event.kind === "ignored") continue;
    assert.equal(new Date(event.occurredAt).toISOString(), event.occurredAt);
    assert.ok(event.occurredAt <= receivedAt.toISOString());
    if (event.kind === "message") {
      assert.ok(event.externalId !== "" && event.externalId.length <= 400);
      assert.ok(event.person.address ?? event.person.providerUserId);
    }
  }
}

/** How many cases a property runs, and the seed; without a seed every run has different cases. */
export interface OddInputCases {
  numRuns: number;
  seed?: number;
}

/** The properties that hold for every connector. `names`: its fixtures, which a property mutates. */
export function openOddInput(connector: ChannelConnector, receivedAt: Date, names: readonly string[], cases: OddInputCases) {
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });
  const split = (body: unknown) => splitBent(connector, body);
  const check = (item: CallbackItem) => checkItem(connector, item, receivedAt);

  return {
    /**
     * Bodies with a malformed part between two good ones: the good ones must be read first and last, as from their
     * bodies `alone`.
     */
    leavesNeighbours(alone: [unknown, unknown], bodyOf: (name: string, mutations: Mutation[], either: boolean) => unknown): void {
      const [first, last] = alone.map((body) => split(body)[0]);
      fc.assert(
        fc.property(fc.constantFrom(...names), mutations, fc.boolean(), (name, given, either) => {
          const items = split(bodyOf(name, given, either));
          assert.deepEqual(items[0], first);
          assert.deepEqual(items.at(-1), last);
          for (const item of items) check(item);
        }),
        cases,
      );
    },

    /**
     * Bodies with a malformed element between the texts "before" and "after" with these ids; null for a fixture without
     * one.
     */
    leavesTexts(ids: [string, string], bodyOf: (name: string, mutations: Mutation[]) => unknown): void {
      fc.assert(
        fc.property(fc.constantFrom(...names), mutations, (name, given) => {
          const body = bodyOf(name, given);
          if (body === null) return;
          const items = split(body);
          const texts = items
            .filter((item) => ids.includes(item.providerEventId))
            .flatMap((item) => connector.normalize(item.payload, receivedAt))
            .map((event) => event.kind === "message" && event.text);
          assert.deepEqual(texts, ["before", "after"]);
          for (const item of items) check(item);
        }),
        cases,
      );
    },

    /** Bodies that contain any JSON, or any text, somewhere. */
    takesAnyJson(bodiesOf: (value: fc.JsonValue, text: string) => unknown[]): void {
      fc.assert(
        fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
          for (const body of bodiesOf(value, text)) for (const item of split(body)) check(item);
        }),
        { numRuns: 500 },
      );
    },

    refusesBytes(minLength = 0): void {
      fc.assert(
        fc.property(fc.uint8Array({ minLength }), (bytes) => {
          try {
            connector.splitCallback(Buffer.from(bytes));
          } catch (error) {
            assert.match(String(error), /not JSON|not a JSON object/);
          }
        }),
      );
    },
  };
}
