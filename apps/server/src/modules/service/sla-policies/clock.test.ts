import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { nextCheck, type SlaState, slaTargets, type Step, stepSla, type Terms } from "./clock.ts";

const minute = 60_000;
const terms = (first: number | null, next: number | null, resolution: number | null): Terms => ({
  policyId: "p",
  businessHoursOnly: false,
  minutes: { first_response: first, next_response: next, resolution },
});
const standard = terms(10, 20, 60);

function run(steps: [number, Step["do"]][], promised: Terms | null = standard) {
  let state: SlaState | null = null;
  const missed = [];
  for (const [at, what] of steps) {
    const step = (what === "opened" ? { at: at * minute, do: what, running: true } : { at: at * minute, do: what }) as Step;
    const next = stepSla(state, step, promised, null, true);
    state = next.state;
    missed.push(...next.missed.map((breach) => [breach.target, breach.at / minute]));
  }
  const due = state as SlaState | null;
  return {
    state: due,
    missed,
    due: slaTargets.map((target) => {
      const at = due?.clocks[target]?.dueAt ?? null;
      return at === null ? null : at / minute;
    }),
  };
}

describe("service level clocks", () => {
  it("are due counting from the customer's message, from the next one, and from the start", () => {
    assert.deepEqual(run([[0, "opened"]]).due, [null, null, 60]);
    assert.deepEqual(
      run([
        [0, "opened"],
        [1, "waits"],
        [2, "waits"],
      ]).due,
      [11, null, 60],
      "the first of two counts",
    );
    assert.deepEqual(
      run([
        [0, "opened"],
        [1, "waits"],
        [5, "answered"],
      ]).due,
      [null, null, 60],
    );
    assert.deepEqual(
      run([
        [0, "opened"],
        [1, "waits"],
        [5, "answered"],
        [7, "waits"],
      ]).due,
      [null, 27, 60],
    );
    assert.deepEqual(
      run([
        [0, "opened"],
        [1, "answered"],
        [2, "waits"],
      ]).due,
      [12, null, 60],
      "nobody had asked before",
    );
    assert.deepEqual(
      run([
        [0, "opened"],
        [1, "waits"],
        [5, "resolved"],
      ]).due,
      [null, null, null],
    );
    assert.deepEqual(
      run([
        [0, "opened"],
        [1, "waits"],
        [5, "resolved"],
        [9, "opened"],
        [9, "waits"],
      ]).due,
      [19, null, 69],
    );
  });

  it("pause, and resume with the remaining time", () => {
    assert.deepEqual(
      run([
        [0, "opened"],
        [1, "waits"],
        [6, "paused"],
      ]).due,
      [null, null, null],
    );
    const back = run([
      [0, "opened"],
      [1, "waits"],
      [6, "paused"],
      [100, "resumed"],
    ]);
    assert.deepEqual([back.due, back.missed], [[105, null, 154], []]);
  });

  it("are missed once, at their due time, whoever checks and however often", () => {
    const late = run([
      [0, "opened"],
      [1, "waits"],
      [12, "checked"],
      [13, "checked"],
      [14, "answered"],
      [15, "paused"],
      [70, "resumed"],
      [300, "checked"],
      [301, "resolved"],
    ]);
    assert.deepEqual(late.missed, [
      ["first_response", 11],
      ["resolution", 115],
    ]);
    const unseen = run([
      [0, "opened"],
      [1, "waits"],
      [12, "answered"],
    ]);
    assert.deepEqual(unseen.missed, [["first_response", 11]], "also when nobody looked before the answer");
    assert.deepEqual(
      run([
        [0, "opened"],
        [1, "waits"],
        [11, "answered"],
      ]).missed,
      [],
      "in time to the minute",
    );
  });

  it("stand still if the first policy applies during a pause", () => {
    const { state } = stepSla(null, { at: minute, do: "chosen" }, standard, null, false);
    assert.ok(state);
    assert.deepEqual([state.open, state.running, nextCheck(state)], [true, false, null]);
    const resumed = stepSla(state, { at: 100 * minute, do: "resumed" }, standard, null, true).state;
    assert.equal((resumed?.clocks.resolution?.dueAt ?? 0) / minute, 160);
  });

  it("count elapsed time against new terms, and promise nothing without any", () => {
    const { state } = run([
      [0, "opened"],
      [1, "waits"],
    ]);
    const urgent = stepSla(state, { at: 4 * minute, do: "chosen" }, terms(5, 5, 30), null, true).state as SlaState;
    assert.equal((urgent.clocks.first_response?.dueAt ?? 0) / minute, 6);
    assert.equal((urgent.clocks.resolution?.dueAt ?? 0) / minute, 30);
    const stricter = stepSla(state, { at: 9 * minute, do: "chosen" }, terms(2, 5, 30), null, true).state as SlaState;
    assert.equal((nextCheck(stricter) ?? 0) / minute, 9, "what is too late already is due now");
    const none = stepSla(state, { at: 4 * minute, do: "chosen" }, null, null, true).state as SlaState;
    assert.deepEqual([none.policyId, nextCheck(none)], [null, null]);
    assert.equal(
      run(
        [
          [0, "opened"],
          [1, "waits"],
        ],
        null,
      ).state,
      null,
      "nothing was ever promised",
    );
  });

  it("keep these rules through any sequence of steps", () => {
    const words = ["opened", "waits", "answered", "paused", "resumed", "resolved", "chosen", "checked"] as const;
    const course = fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...words)), { maxLength: 25 });
    const promised = fc.constantFrom(standard, terms(null, 5, null), terms(1, 1, 1), null);
    fc.assert(
      fc.property(course, fc.array(promised, { minLength: 25, maxLength: 25 }), (given, promises) => {
        let state: SlaState | null = null;
        let at = 0;
        let notified = 0;
        for (const [n, [wait, what]] of given.entries()) {
          at += wait * minute;
          const step = (what === "opened" ? { at, do: what, running: true } : { at, do: what }) as Step;
          const next = stepSla(state, step, promises[n] ?? null, null, true);
          for (const breach of next.missed) assert.ok(breach.at < at, "only what is past is missed");
          const again = stepSla(next.state, { at, do: "checked" }, null, null, true);
          notified += next.missed.length;
          state = next.state;
          if (state === null) continue;
          assert.deepEqual([again.state, again.missed], [state, []], "looking again at once finds nothing");
          assert.ok((nextCheck(state) ?? at) >= at, "nothing past is left to be missed");
          assert.ok(state.breached.length <= 20);
          if (!state.running) assert.equal(nextCheck(state), null, "what stands still is not missed");
          assert.equal(state.clocks.first_response !== null && state.clocks.next_response !== null, false, "one answer is awaited");
          if (!state.open) assert.deepEqual(Object.values(state.clocks), [null, null, null]);
        }
        if (state !== null) assert.equal(state.breached.length, Math.min(20, notified));
      }),
    );
  });
});
