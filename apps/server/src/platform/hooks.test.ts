import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createHooks } from "./hooks.ts";

describe("hooks", () => {
  it("run in the order in which they joined", () => {
    const hooks = createHooks<string>("followers");
    hooks.join("deals", "orders");
    hooks.join("tickets");
    hooks.close();
    assert.deepEqual(hooks.list(), ["deals", "orders", "tickets"]);
  });

  it("cannot be read before everybody could join", () => {
    const hooks = createHooks<string>("followers");
    hooks.join("deals");
    assert.throws(() => hooks.list(), /followers: asked before/);
  });

  it("accept nobody afterwards, whom some readers would have missed", () => {
    const hooks = createHooks<string>("followers");
    hooks.close();
    assert.throws(() => hooks.join("late"), /followers: nobody joins/);
    assert.deepEqual(hooks.list(), []);
  });
});
