import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { tarEntry, tarHeader, tarPadding } from "./tar.ts";

test("an entry consists of whole blocks, regardless of its size", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      const entry = tarEntry("data/x-00001.ndjson", Buffer.from(bytes), new Date(0));
      assert.equal(entry.length % 512, 0);
      assert.deepEqual(entry.subarray(512, 512 + bytes.length), Buffer.from(bytes));
      assert.equal(parseInt(entry.toString("ascii", 124, 135), 8), bytes.length);
    }),
  );
});

test("a size beyond the octal digits is written in binary", () => {
  const size = 8 * 2 ** 30 + 5;
  const header = tarHeader("media/large", size, new Date(1_700_000_000_000));
  assert.equal(header[124], 0x80);
  assert.equal(Number(header.readBigUInt64BE(128)), size);
  assert.equal(tarPadding(size).length, 507);
  assert.equal(header.toString("ascii", 136, 147), (1_700_000_000).toString(8).padStart(11, "0"));
});

test("a name that does not fit the header is refused", () => {
  for (const name of ["", "a b", "ü", "x".repeat(101)]) assert.throws(() => tarHeader(name, 0, new Date(0)));
});
