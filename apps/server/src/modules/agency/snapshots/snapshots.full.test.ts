/** Snapshots of any configuration. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ask, read, t } from "../../../../test/stages/snapshot-stage.ts";

const word = fc.stringMatching(/^[a-zA-Z]{1,6}$/);
const text = fc.string({ minLength: 1, maxLength: 30 }).filter((s) => s.trim() !== "" && !s.includes("\u0000") && !s.includes("{{"));
const color = fc.stringMatching(/^#[0-9a-fA-F]{6}$/);
const fold = (s: string) => s.toLowerCase();
const listOf = <E>(entry: fc.Arbitrary<E>, by: (entry: E) => string, maxLength = 4) =>
  fc.uniqueArray(entry, { maxLength, selector: (e) => fold(by(e)) });
const some = <E>(values: E[]) => fc.subarray(values, { minLength: 1 });

/** Complete configurations whose entries refer to one another. */
const partsArbitrary = fc
  .record({
    labels: listOf(fc.record({ name: text, color: fc.option(color), description: fc.option(text) }), (e) =>
      e.name.trim().normalize("NFKD"),
    ),
    divisions: listOf(word, (e) => e).map((names) =>
      names.map((_, i) => ({ path: names.slice(i % 2 === 0 ? i : i - 1, i + 1), color: null, description: i === 0 ? " x " : null })),
    ),
    cannedReplies: listOf(fc.record({ shortcut: word, title: text, content: text }), (e) => e.shortcut),
    ticketCategories: listOf(fc.record({ name: word, description: fc.option(word) }), (e) => e.name),
    pipelines: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom("Sales", "Bookings", "Repairs"),
        stages: fc
          .array(fc.record({ name: fc.constantFrom("New", "Next", "Won"), color, kind: fc.constantFrom("open", "won", "lost") }), {
            maxLength: 4,
          })
          .map((stages) => [{ name: "First", kind: "open" }, ...stages]),
      }),
      { maxLength: 3, selector: (e) => e.name },
    ),
    knowledgeCategories: listOf(word, (e) => e).map((names) => names.map((_, i) => ({ path: names.slice(0, i + 1), position: i }))),
    settings: fc.record({ reopenWindowHours: fc.integer({ min: 1, max: 720 }) }, { requiredKeys: [] }),
    agentSettings: fc.record(
      {
        visibility: fc.constantFrom("all", "division", "assigned"),
        autoAssign: fc.record({ maxPerAgent: fc.integer({ min: 1, max: 50 }) }),
      },
      { requiredKeys: [] },
    ),
  })
  .chain((parts) =>
    fc.record({
      labels: fc.constant(parts.labels),
      divisions: fc.constant(parts.divisions),
      cannedReplies: fc.constant(parts.cannedReplies),
      ticketCategories: fc.constant(parts.ticketCategories),
      pipelines: fc.constant(parts.pipelines),
      knowledgeCategories: fc.constant(parts.knowledgeCategories),
      settings: fc.constant(parts.settings),
      agentSettings: fc.constant(parts.agentSettings),
      faqs: listOf(
        fc.record({
          question: text,
          answer: text,
          category: fc.constantFrom(null, ...parts.knowledgeCategories.map((e) => e.path)),
          language: fc.constantFrom(null, "de", "en"),
          alternatives: fc.array(word, { maxLength: 3 }),
        }),
        (e) => e.question,
      ),
      macros: listOf(
        fc.record({
          name: word,
          actions: fc.array(
            fc.constantFrom(
              ...parts.labels.map(({ name }) => ({ type: "add_label", label: ` ${name.trim()}` })),
              ...parts.cannedReplies.map(({ shortcut }) => ({ type: "send_message", cannedReply: shortcut.toUpperCase() })),
              { type: "assign", assignee: null },
              { type: "snooze", minutes: 5 },
            ),
            { minLength: 1, maxLength: 4 },
          ),
        }),
        (e) => e.name,
      ),
      views: listOf(
        fc.record({
          name: word,
          filters: fc.record(
            {
              ...(parts.labels.length === 0 ? {} : { labels: some(parts.labels.map(({ name }) => name)) }),
              division: fc.constantFrom(null, ...parts.divisions.map((e) => e.path)),
              assignee: fc.constantFrom("me", "none"),
              unread: fc.boolean(),
            },
            { requiredKeys: [] },
          ),
        }),
        (e) => e.name,
      ),
    }),
  );

test("property: a plan says what applying does, a second apply does nothing, and an export equals the input", async () => {
  await fc.assert(
    fc.asyncProperty(partsArbitrary, async (given) => {
      const [from, to] = await Promise.all([t.tenant(), t.tenant()]);
      // Every path needs its parent.
      const tops = given.divisions.filter(({ path: p }) => p.length === 2).map(({ path: p }) => ({ path: p.slice(0, 1) }));
      const missing = tops.filter((top) => !given.divisions.some(({ path: p }) => p.length === 1 && p[0] === top.path[0]));
      const whole = { ...given, divisions: [...given.divisions, ...missing] };
      assert.deepEqual(await ask(from.api, "plan", whole), await ask(from.api, "apply", whole));
      const again = await ask(from.api, "apply", whole);
      assert.deepEqual(
        again.entries.filter((entry: any) => entry.action !== "leave"),
        [],
      );
      const { parts } = await read(from.api);
      assert.deepEqual(await ask(to.api, "plan", parts), await ask(to.api, "apply", parts));
      assert.deepEqual((await read(to.api)).parts, parts);
    }),
    { numRuns: 12 },
  );
});
