import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isLonger, textRoom } from "./text-room.ts";

const chatApp = { textCharactersMax: 4_096 };
const photoSocial = { textCharactersMax: 1_000, textBytesMax: 1_000 };

describe("the room for a text", () => {
  it("is told when a tenth of the limit is left, and how much is too much", () => {
    const rooms = [0, 3_686, 3_687, 4_096, 4_097, 5_000].map((length) => textRoom("a".repeat(length), chatApp));
    assert.deepEqual(rooms, [null, null, 409, 0, -1, -904]);
  });

  it("counts an emoji once, as the server does", () => {
    assert.equal(textRoom("🙏".repeat(4_096), chatApp), 0);
    assert.equal(isLonger("🙏".repeat(1_024), 1_024), false);
    assert.equal(isLonger("🙏".repeat(1_025), 1_024), true);
  });

  it("is a matter of bytes where the channel counts them", () => {
    assert.equal(textRoom("a".repeat(950), photoSocial), 50);
    // Two bytes each.
    assert.deepEqual(
      [450, 460, 500, 501, 510].map((length) => textRoom("م".repeat(length), photoSocial)),
      [null, 40, 0, -1, -10],
    );
    // Four bytes at the end: one character fewer is enough.
    assert.equal(textRoom(`${"a".repeat(999)}🙏`, photoSocial), -1);
  });

  it("is endless where the channel has no limit", () => {
    assert.equal(textRoom("a".repeat(100_000), {}), null);
    assert.equal(isLonger("a".repeat(100_000), undefined), false);
  });

  it("agrees with what the server refuses", () => {
    for (const text of ["a".repeat(1_000), "a".repeat(1_001), "م".repeat(500), "ab🙏م".repeat(111), "ab🙏م".repeat(112)]) {
      const refused = [...text].length > 1_000 || Buffer.byteLength(text) > 1_000;
      assert.equal((textRoom(text, photoSocial) ?? 0) < 0, refused, `${text.slice(0, 6)} ${text.length}`);
    }
  });
});
