import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createByteBudget } from "./byte-budget.ts";

describe("the byte budget", () => {
  it("admits what fits, in order, and a content larger than the limit only alone", async () => {
    const budget = createByteBudget(100);
    const order: string[] = [];
    const take = (name: string, bytes: number) =>
      budget.take(bytes, 60_000).then((release) => {
        order.push(name);
        return release;
      });
    const [a, b] = await Promise.all([take("a", 60), take("b", 40)]);
    const huge = take("huge", 500);
    const c = take("c", 1);
    a();
    a();
    await Promise.resolve();
    assert.deepEqual(order, ["a", "b"]);
    b();
    (await huge)();
    (await c)();
    assert.deepEqual(order, ["a", "b", "huge", "c"]);
  });

  it("rejects a caller that waited too long, without affecting those behind it", async () => {
    const budget = createByteBudget(100);
    const first = await budget.take(90, 60_000);
    const late = budget.take(90, 1);
    const next = budget.take(10, 60_000);
    await assert.rejects(late, /not enough memory/);
    await next;
    first();
  });
});
