import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inOrder } from "./order.ts";

const loop = (name: string) => ({ loops: [{ name } as never] });
const names = (...areas: Parameters<typeof inOrder>) => inOrder(...areas).map((module) => module.loops?.[0]?.name);

describe("the order of modules", () => {
  it("is the same whatever order and areas they are created in", () => {
    assert.deepEqual(names({ modules: { webhooks: loop("c"), tenants: loop("a") } }, { modules: { messages: loop("b") } }), [
      "a",
      "b",
      "c",
    ]);
  });

  it("contains every module: a missing one prevents the start", () => {
    const modules = { tenants: loop("a"), voice: loop("b") };
    assert.throws(() => inOrder({ modules }), /order\.ts does not name voice/);
  });

  it("rejects a duplicate name, because one of the two would be lost", () => {
    assert.throws(() => inOrder({ modules: { mail: loop("a") } }, { modules: { mail: loop("b") } }), /two modules are called mail/);
  });
});
