import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loudness, silence } from "./g711.ts";
import { pictureOf } from "./joining.ts";
import { createRecorder, type Piece } from "./recorder.ts";

const frame = (byte: number, ms = 20) => Buffer.alloc(ms * 8, byte).toString("base64");

function recorder() {
  let nowMs = 1_000;
  const pieces: Piece[] = [];
  const made = createRecorder({ monotonicMs: () => nowMs, keep: (piece) => void pieces.push(piece) });
  return {
    ...made,
    pieces,
    pass(ms: number): void {
      nowMs += ms;
    },
    /** Both legs, piece by piece; the pieces must be contiguous. */
    legs() {
      let at = 0;
      for (const { startsAt, sound } of pieces) {
        assert.equal(startsAt, at);
        at += sound.length / 2;
      }
      const whole = Buffer.concat(pieces.map(({ sound }) => sound));
      return [0, 1].map((channel) => Buffer.from(whole.filter((_, i) => i % 2 === channel))) as [Buffer, Buffer];
    },
    /** The caller's frames in real time. */
    speaks(ms: number, byte = 0x10): void {
      for (let at = 0; at < ms; at += 20) {
        made.caller(frame(byte));
        this.pass(20);
      }
    },
  };
}

/** [byte, milliseconds], … */
function runs(leg: Buffer): [number, number][] {
  const found: [number, number][] = [];
  for (const byte of leg) {
    const last = found.at(-1);
    if (last !== undefined && last[0] === byte) last[1] += 1 / 8;
    else found.push([byte, 1 / 8]);
  }
  return found;
}

describe("a recorder", () => {
  it("keeps nothing before it starts, and from then on pieces of five seconds", () => {
    const one = recorder();
    one.speaks(1_000);
    one.begin();
    one.speaks(16_000, 0x11);
    assert.deepEqual(
      one.pieces.map(({ startsAt, sound, peaks }) => [startsAt, sound.length / 16, peaks.length]),
      [
        [0, 5_000, 100],
        [40_000, 5_000, 100],
      ],
    );
    one.end();
    assert.deepEqual(runs(one.legs()[0]), [[0x11, 16_000]]);
  });

  it("continues after frames that lack their padding, or contain no whole sample", () => {
    const one = recorder();
    one.begin();
    one.caller("A");
    one.caller(frame(0x10).replaceAll("=", ""));
    one.pass(20);
    one.speaks(400, 0x11);
    one.agent("a", frame(0x20, 200));
    one.pass(200);
    one.end();
    const [caller, agent] = one.legs();
    assert.deepEqual(runs(caller), [
      [0x10, 20],
      [0x11, 400],
      [silence, 200],
    ]);
    assert.deepEqual(runs(agent), [
      [silence, 420],
      [0x20, 200],
    ]);
  });

  it("places the agent's audio where it is played: after what was sent before, and after the caller's words", () => {
    const one = recorder();
    one.begin();
    one.speaks(400);
    // A second of speech arrives at once, another right after it.
    one.agent("a", frame(0x20, 1_000));
    one.agent("b", frame(0x21, 1_000));
    one.speaks(3_000);
    one.agent("c", frame(0x22, 200));
    one.speaks(200);
    one.end();
    assert.deepEqual(runs(one.legs()[1]), [
      [silence, 400],
      [0x20, 1_000],
      [0x21, 1_000],
      [silence, 1_000],
      [0x22, 200],
    ]);
  });

  it("cuts what was not heard, including what came before it started", () => {
    const one = recorder();
    one.agent("a", frame(0x20, 1_000));
    one.begin();
    one.agent("a", frame(0x21, 1_000));
    one.agent("b", frame(0x22, 1_000));
    one.speaks(500);
    one.cut("a", 1_400);
    one.cut("b", 0);
    one.agent("c", frame(0x23, 100));
    one.speaks(200);
    one.end();
    assert.deepEqual(runs(one.legs()[1]), [
      [0x21, 400],
      [silence, 100],
      [0x23, 100],
      [silence, 100],
    ]);
  });

  it("fills gaps in the line with silence, and handles frames that arrive in a burst", () => {
    const one = recorder();
    one.begin();
    one.speaks(1_000);
    one.pass(2_000);
    one.speaks(1_000, 0x12);
    for (let i = 0; i < 50; i++) one.caller(frame(0x13));
    one.agent("a", frame(0x20, 100));
    one.end();
    const [caller, agent] = one.legs();
    const [first, gap, second, third] = runs(caller) as [number, number][];
    assert.deepEqual([first, gap?.[0], second, third?.[0]], [[0x10, 1_000], silence, [0x12, 1_000], 0x13]);
    assert.ok(Math.abs((gap?.[1] as number) - 1_980) <= 20, String(gap?.[1]));
    // It speaks after everything the caller said.
    assert.equal(agent.indexOf(0x20) / 8, caller.lastIndexOf(0x13) / 8 + 1 / 8);
  });

  it("keeps pieces without the caller's frames too, by the clock", () => {
    const one = recorder();
    one.begin();
    one.agent("a", frame(0x20, 100));
    one.pass(8_000);
    one.tick();
    assert.equal(one.pieces.length, 1);
    one.end();
    assert.equal(one.pieces.length, 1);
  });

  it("keeps nothing after it was discarded or ended", () => {
    for (const over of ["discard", "end"] as const) {
      const one = recorder();
      one.begin();
      one[over]();
      one.speaks(10_000);
      one.agent("a", frame(0x20));
      one.tick();
      one.end();
      assert.deepEqual(one.pieces, []);
    }
  });

  it("reports how loud each tenth of a second is", () => {
    assert.deepEqual([loudness[silence], loudness[0x7f], loudness[0x00], loudness[0x80]], [0, 0, 255, 255]);
    const one = recorder();
    one.begin();
    one.speaks(100, 0x00);
    one.speaks(150, 0x20);
    one.end();
    const peaks = one.pieces[0]?.peaks as Buffer;
    assert.deepEqual(
      [...peaks].map((peak) => peak > 0),
      [true, false, true, false, true, false],
    );
    assert.equal(peaks[0], 255);
    assert.deepEqual([...pictureOf([{ starts_at: 0, peaks }], 2_000)], [...peaks]);
    // An hour has no more parts than fit on a screen.
    const long = pictureOf([{ starts_at: 8_000 * 3_599, peaks: Buffer.from([9, 8, 7, 6]) }], 8_000 * 3_600);
    assert.deepEqual([long.length, long.at(-2), long.at(-1)], [600, 9, 8]);
  });
});
