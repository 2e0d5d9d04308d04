import assert from "node:assert/strict";
import { it } from "node:test";
import { hueOf, initialsOf } from "./initials.ts";

const names: [string, string][] = [
  ["Ines Calloway", "IC"],
  ["Örjan von Berg", "ÖB"],
  ["Cher", "C"],
  ["  Ama   Owusu-Reed ", "AO"],
  ["ines", "I"],
  ["+31 20 555 0134", "?"],
  ["o'neil & sons", "OS"],
  ["«Fjell» AS", "FA"],
  // Scripts without case: one letter, as is usual there.
  ["مريم حداد", "م"],
  ["山田太郎", "山"],
  ["दीपक कुमार", "दी"],
  ["", "?"],
  ["😀", "?"],
  ["😀 Teo", "T"],
];

for (const [name, expected] of names) it(`${JSON.stringify(name)} is shown as ${expected}`, () => assert.equal(initialsOf(name), expected));

it("a person has the same hue everywhere, and people are spread over all eight", () => {
  const counts = new Map<number, number>();
  for (let at = 0; at < 4_000; at++) {
    const id = `cnt_0198c6f2a4b17e3d9c5b8f1a2d3e${at.toString(16).padStart(4, "0")}`;
    assert.equal(hueOf(id), hueOf(id));
    counts.set(hueOf(id), (counts.get(hueOf(id)) ?? 0) + 1);
  }
  assert.deepEqual([...counts.keys()].sort(), [1, 2, 3, 4, 5, 6, 7, 8]);
  for (const [hue, count] of counts) assert.ok(count > 350 && count < 650, `hue ${hue} is given ${count} times of 4,000`);
});
