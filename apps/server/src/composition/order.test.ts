import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inOrder } from "./order.ts";

const loop = (name: string) => ({ loops: [{ name } as never] });
const names = (...areas: Parameters<typeof inOrder>) => inOrder(...areas).map((module) => module.loops?.[0]?.name);

describe("the order of modules", () => {
  it("is one, in whatever order and areas they are made", () => {
    assert.deepEqual(names({ modules: { webhooks: loop("c"), tenants: loop("a") } }, { modules: { messages: loop("b") } }), [
      "a",
      "b",
      "c",
    ]);
  });

  it("leaves out no module: one that it does not name stops the start", () => {
    const modules = { tenants: loop("a"), voice: loop("b") };
    assert.throws(() => inOrder({ modules }), /order\.ts does not name voice/);
  });

  it("takes no name twice, because one of the two would be lost", () => {
    assert.throws(() => inOrder({ modules: { mail: loop("a") } }, { modules: { mail: loop("b") } }), /two modules are called mail/);
  });
});
