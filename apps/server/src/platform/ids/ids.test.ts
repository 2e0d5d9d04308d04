import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { createIdSource, parseWireId, WIRE_PREFIXES, wireId, type WirePrefix } from "./ids.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("an id is a UUIDv7 that contains the clock's milliseconds", () => {
  const ids = createIdSource({ now: () => 1_760_000_000_123 });
  const uuid = ids.uuid();
  assert.match(uuid, UUID_V7);
  assert.equal(Number.parseInt(uuid.replaceAll("-", "").slice(0, 12), 16), 1_760_000_000_123);
});

test("ids of one source increase whatever the clock does: stand still, jump ahead, go back", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 2, maxLength: 300 }), (clock) => {
      let i = 0;
      const ids = createIdSource({ now: () => clock[i++] ?? 0 });
      const made = clock.map(() => ids.uuid());
      for (let n = 1; n < made.length; n++) assert.ok((made[n] as string) > (made[n - 1] as string));
      for (const uuid of made) assert.match(uuid, UUID_V7);
    }),
  );
});

test("a stopped clock never makes an id repeat or go back", () => {
  const ids = createIdSource({ now: () => 7, random: (size) => Buffer.alloc(size, 0xff) });
  let last = ids.uuid();
  for (let n = 0; n < 100_000; n++) {
    const next = ids.uuid();
    assert.ok(next > last);
    last = next;
  }
});

test("two sources sharing one clock do not collide", () => {
  const [a, b] = [createIdSource({ now: () => 5 }), createIdSource({ now: () => 5 })];
  const seen = new Set<string>();
  for (let n = 0; n < 20_000; n++) seen.add(a.uuid()).add(b.uuid());
  assert.equal(seen.size, 40_000);
});

test("a wire id yields its UUID again, but only under its own prefix", () => {
  const prefixes = Object.keys(WIRE_PREFIXES) as WirePrefix[];
  const ids = createIdSource({ now: Date.now, random: randomBytes });
  for (const prefix of prefixes) {
    const uuid = ids.uuid();
    const text = wireId(prefix, uuid);
    assert.equal(text, `${prefix}_${uuid.replaceAll("-", "")}`);
    for (const other of prefixes) assert.equal(parseWireId(other, text), other === prefix ? uuid : null);
  }
});

test("anything but a prefix, an underscore and 32 lower-case hex digits is null", () => {
  const hex = "0199a0b1c2d370008000000000000001";
  assert.equal(parseWireId("msg", `msg_${hex}`), "0199a0b1-c2d3-7000-8000-000000000001");
  const wrong = [
    "",
    "msg_",
    "msg",
    hex,
    `_${hex}`,
    `MSG_${hex}`,
    `msg-${hex}`,
    `msg_${hex}0`,
    `msg_${hex.slice(1)}`,
    ` msg_${hex}`,
    `msg_${hex} `,
    `msg_${hex}\n`,
    `msg_${hex.toUpperCase()}`,
    `msg_${hex.replace("a", "g")}`,
    "msg_0199a0b1-c2d3-7000-8000-000000000001",
    `msg_${hex.replace("0", "０")}`,
    `msg_${hex.slice(0, 31)}\u0000`,
    `msgs${hex}`,
    `msg_%${hex.slice(1)}`,
  ];
  for (const text of wrong) assert.equal(parseWireId("msg", text), null, JSON.stringify(text));
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => parseWireId("conv", text) === null));
  assert.throws(() => wireId("msg", hex), TypeError);
});

test("generating ids is fast enough for 10,000 a second", () => {
  const ids = createIdSource({ now: Date.now });
  // The best of several rounds, because a short stall of the machine spoils one of them.
  const rounds = Array.from({ length: 10 }, () => {
    const start = performance.now();
    for (let n = 0; n < 10_000; n++) ids.uuid();
    return (performance.now() - start) / 10;
  });
  const microsecondsEach = Math.min(...rounds);
  // About 0.4 µs; the limit leaves room for a loaded machine, and 20 µs would still be a fifth of the time at 10,000 a second.
  assert.ok(microsecondsEach < 20, `${microsecondsEach} µs`);
});
