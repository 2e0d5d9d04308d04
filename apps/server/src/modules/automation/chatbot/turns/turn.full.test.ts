import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runInterleavings } from "../../../../../test/stages/turn-interleavings.ts";

describe("a turn, at any of its await points, in 10,000 interleavings", () => {
  it("sends nothing once somebody else has the conversation, or in another epoch", async () => {
    const { committed, lost } = await runInterleavings(10_000);
    assert.ok(committed > 500 && lost > 500, `both ends are reached: ${committed} committed, ${lost} lost`);
  });
});
