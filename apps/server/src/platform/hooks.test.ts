import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createHooks } from "./hooks.ts";

describe("hooks", () => {
  it("run in the order in which they were added", () => {
    const hooks = createHooks<string>("followers");
    hooks.add("deals", "orders");
    hooks.add("tickets");
    hooks.close();
    assert.deepEqual(hooks.list(), ["deals", "orders", "tickets"]);
  });

  it("cannot be read before everything had the chance to join", () => {
    const hooks = createHooks<string>("followers");
    hooks.add("deals");
    assert.throws(() => hooks.list(), /followers: asked before/);
  });

  it("accept none afterwards, because some readers would have missed it", () => {
    const hooks = createHooks<string>("followers");
    hooks.close();
    assert.throws(() => hooks.add("late"), /followers: nobody joins/);
    assert.deepEqual(hooks.list(), []);
  });
});
