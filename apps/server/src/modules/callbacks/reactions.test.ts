import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type StoredReaction, shownReactions, withReaction } from "./reactions.ts";

const word = fc.record({
  from: fc.constantFrom("ann", "ben", null),
  emoji: fc.constantFrom("👍", "🔥", null),
  second: fc.integer({ min: 0, max: 30 }),
});
type Word = typeof word extends fc.Arbitrary<infer T> ? T : never;
const wire = ({ from, emoji, second }: Word) => ({ from, emoji, at: new Date(second * 1_000).toISOString() });
const heard = (words: Word[]) =>
  words.reduce<StoredReaction[]>((reactions, one) => withReaction(reactions, wire(one))?.reactions ?? reactions, []);

test("each person's newest word is what shows, in whatever order and however often they come", () => {
  // Platforms tell whole seconds: of two words of one second the one that came last counts, so that here each has its own.
  const words = fc.uniqueArray(word, { maxLength: 12, selector: ({ from, second }) => `${from} ${second}` });
  const shuffled = words.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: 2 * list.length })),
  );
  fc.assert(
    fc.property(shuffled, ([list, order]) => {
      const newest = new Map<string | null, Word>();
      for (const one of [...list].sort((a, b) => a.second - b.second)) newest.set(one.from, one);
      const expected = [...newest.values()].filter(({ emoji }) => emoji !== null).map(({ from, emoji }) => `${from} ${emoji}`);
      const shown = shownReactions(heard(order)).map(({ from, emoji }) => `${from} ${emoji}`);
      assert.deepEqual(shown.toSorted(), expected.toSorted());
    }),
  );
});

test("what shows changes exactly when it is said to", () => {
  const show = (reactions: StoredReaction[]) => shownReactions(reactions).map(({ from, emoji, at }) => [from, emoji, at]);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), word, (before, last) => {
      const reactions = heard(before);
      const next = withReaction(reactions, wire(last));
      if (next === null) return;
      const same = JSON.stringify(show(reactions)) === JSON.stringify(show(next.reactions));
      assert.equal(next.shows, !same);
      assert.equal(withReaction(next.reactions, wire(last)), null, "the same word again is no news");
    }),
  );
});
