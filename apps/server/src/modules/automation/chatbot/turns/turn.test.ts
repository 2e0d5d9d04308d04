/** The turn while the state changes at every moment; turn.full.test.ts runs fifty times as many interleavings. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createWorld, runInterleavings } from "../../../../../test/stages/turn-interleavings.ts";
import { runTurn } from "./turn.ts";

describe("a turn, at any of its await points", () => {
  it("sends nothing once somebody else has the conversation, or in another epoch", async () => {
    const { committed, lost } = await runInterleavings(200);
    assert.ok(committed > 10 && lost > 10, `both ends are reached: ${committed} committed, ${lost} lost`);
  });

  it("does not mistake another epoch for its own", async () => {
    const { world, ports } = createWorld(["nothing", "nothing", "person replies", "given back"]);
    await runTurn(ports);
    assert.deepEqual(world.decisions, ["superseded"], "control is the same as before, and the epoch is not");
    assert.ok(world.controlled);
  });
});
