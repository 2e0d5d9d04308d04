import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ReactionReport, type StoredReaction, shownReactions, withReaction } from "./reactions.ts";

const word = fc.record({
  from: fc.constantFrom("ann", "ben", null),
  emoji: fc.constantFrom("👍", "🔥", null),
  second: fc.integer({ min: 0, max: 30 }),
});
type Word = typeof word extends fc.Arbitrary<infer T> ? T : never;
const wire = ({ from, emoji, second }: Word) => ({ from, emoji, at: new Date(second * 1_000).toISOString() });
const apply = (words: Word[]) =>
  words.reduce<StoredReaction[]>((reactions, one) => withReaction(reactions, wire(one))?.reactions ?? reactions, []);

test("the newest reaction of each person is shown, regardless of the order and number of arrivals", () => {
  // Platforms report whole seconds: of two reactions in one second the one received last counts, so each gets its own second here.
  const words = fc.uniqueArray(word, { maxLength: 12, selector: ({ from, second }) => `${from} ${second}` });
  const shuffled = words.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: 2 * list.length })),
  );
  fc.assert(
    fc.property(shuffled, ([list, order]) => {
      const newest = new Map<string | null, Word>();
      for (const one of [...list].sort((a, b) => a.second - b.second)) newest.set(one.from, one);
      const expected = [...newest.values()].filter(({ emoji }) => emoji !== null).map(({ from, emoji }) => `${from} ${emoji}`);
      const shown = shownReactions(apply(order)).map(({ from, emoji }) => `${from} ${emoji}`);
      assert.deepEqual(shown.toSorted(), expected.toSorted());
    }),
  );
});

test("the visible reactions change exactly when `shows` says so", () => {
  const show = (reactions: StoredReaction[]) => shownReactions(reactions).map(({ from, emoji, at }) => [from, emoji, at]);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), word, (before, last) => {
      const reactions = apply(before);
      const next = withReaction(reactions, wire(last));
      if (next === null) return;
      const same = JSON.stringify(show(reactions)) === JSON.stringify(show(next.reactions));
      assert.equal(next.shows, !same);
      assert.equal(withReaction(next.reactions, wire(last)), null, "the same word again is no news");
    }),
  );
});

test("if a person may use several emojis, each follows the newest report about it, regardless of the order of arrival", () => {
  const one = fc.record({
    from: fc.constantFrom("ann", "ben"),
    emoji: fc.constantFrom("👍", "🔥", "❤️"),
    set: fc.boolean(),
    second: fc.integer({ min: 0, max: 30 }),
  });
  const words = fc.uniqueArray(one, { maxLength: 14, selector: ({ from, emoji, second }) => `${from} ${emoji} ${second}` });
  const reported = words.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: 2 * list.length })),
  );
  fc.assert(
    fc.property(reported, ([list, order]) => {
      const newest = new Map<string, boolean>();
      for (const { from, emoji, set } of [...list].sort((a, b) => a.second - b.second)) newest.set(`${from} ${emoji}`, set);
      const expected = [...newest].flatMap(([key, set]) => (set ? [key] : []));
      let reactions: StoredReaction[] = [];
      for (const { from, emoji, set, second } of order) {
        const at = new Date(second * 1_000).toISOString();
        const word: ReactionReport = set ? { from, emoji, keepsOthers: true, at } : { from, emoji: null, removed: emoji, at };
        const next = withReaction(reactions, word);
        if (next === null) continue;
        const show = (some: StoredReaction[]) =>
          JSON.stringify(
            shownReactions(some)
              .map((r) => `${r.from} ${r.emoji} ${r.at}`)
              .toSorted(),
          );
        assert.equal(next.shows, show(reactions) !== show(next.reactions));
        reactions = next.reactions;
      }
      assert.deepEqual(
        shownReactions(reactions)
          .map(({ from, emoji }) => `${from} ${emoji}`)
          .toSorted(),
        expected.toSorted(),
      );
    }),
  );
});

test("removing all of a person's reactions applies to each of them, and later ones stay", () => {
  const at = (second: number) => new Date(second * 1_000).toISOString();
  const apply = (...words: ReactionReport[]) =>
    shownReactions(words.reduce<StoredReaction[]>((some, word) => withReaction(some, word)?.reactions ?? some, [])).map((r) => r.emoji);
  const set = (emoji: string, second: number): ReactionReport => ({ from: "ann", emoji, keepsOthers: true, at: at(second) });
  const none: ReactionReport = { from: "ann", emoji: null, at: at(5) };
  assert.deepEqual(apply(set("👍", 1), set("🔥", 2), none), []);
  assert.deepEqual(apply(none, set("👍", 1)), [], "it was set before");
  assert.deepEqual(apply(none, set("👍", 9)), ["👍"]);
});
