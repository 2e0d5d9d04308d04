import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { bytesOf, chunksOf, createPlayback } from "./playback.ts";

describe("what a caller has heard", () => {
  it("is never less than the last mark, and never more than was produced", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("sent" as const), item: fc.integer({ min: 0, max: 3 }), bytes: fc.integer({ min: 8, max: 1_600 }) }),
      fc.record({ kind: fc.constant("mark" as const), nth: fc.integer({ min: 0, max: 30 }) }),
      fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 2_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const playback = createPlayback();
        const marks: { name: string; item: string; ms: number }[] = [];
        const produced = new Map<string, number>();
        const marked = new Map<string, number>();
        let [now, last, item] = [0, -1, 0];
        for (const one of steps) {
          if (one.kind === "wait") now += one.ms;
          else if (one.kind === "sent") {
            if (one.item !== last) item++;
            last = one.item;
            const name = `item ${item}`;
            produced.set(name, (produced.get(name) ?? 0) + one.bytes);
            marks.push({ name: playback.sent(name, one.bytes, now), item: name, ms: (produced.get(name) ?? 0) / 8 });
          } else {
            const mark = marks[one.nth];
            if (mark !== undefined && playback.marked(mark.name)) marked.set(mark.item, Math.max(marked.get(mark.item) ?? 0, mark.ms));
          }
        }
        for (const cut of playback.interrupt(now)) {
          assert.ok(cut.heardMs <= (produced.get(cut.itemId) ?? 0) / 8);
          assert.ok(cut.heardMs >= Math.floor(marked.get(cut.itemId) ?? 0));
        }
        for (const mark of marks) assert.equal(playback.marked(mark.name), false, "a mark of before counts");
        assert.equal(playback.isPending(), false);
      }),
    );
  });

  it("follows the clock between two marks, but not far beyond the last one", () => {
    const playback = createPlayback();
    const first = playback.sent("a", 1_600, 1_000);
    playback.sent("a", 8_000, 1_000);
    assert.equal(playback.marked(first), true);
    assert.deepEqual(createdAt(1_350), [350]);
    assert.deepEqual(createdAt(9_000), [600]);

    function createdAt(now: number): number[] {
      const copy = createPlayback();
      const mark = copy.sent("a", 1_600, 1_000);
      copy.sent("a", 8_000, 1_000);
      copy.marked(mark);
      return copy.interrupt(now).map((cut) => cut.heardMs);
    }
  });

  it("starts an item when the previous one has ended", () => {
    const playback = createPlayback();
    playback.sent("a", 8_000, 0);
    playback.sent("b", 8_000, 100);
    assert.deepEqual(
      playback.interrupt(300).map(({ itemId, heardMs }) => [itemId, heardMs]),
      [
        ["a", 300],
        ["b", 0],
      ],
    );
  });

  it("is cut into pieces of 200 ms without losing a byte", () => {
    const sound = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));
    const chunks = chunksOf(sound.toString("base64"));
    assert.deepEqual(chunks.map(bytesOf), [1_600, 1_600, 1_600, 200]);
    assert.deepEqual(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk, "base64"))), sound);
  });
});
