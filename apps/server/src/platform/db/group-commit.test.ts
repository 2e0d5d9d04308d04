import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createBatcher } from "./group-commit.ts";

/** Commits that finish on command. */
function controlled(lanes: number, batchMax = 10) {
  const commits: { items: number[]; end(error?: Error): void }[] = [];
  const batcher = createBatcher<number, string>({
    lanes,
    batchMax,
    commit: (items) =>
      new Promise((resolve, reject) => {
        commits.push({ items, end: (error) => (error === undefined ? resolve(items.map((i) => `done ${i}`)) : reject(error)) });
      }),
  });
  return { commits, batcher };
}

describe("group commit", () => {
  it("items of one turn of the event loop share a transaction", async () => {
    const { commits, batcher } = controlled(1);
    const results = [batcher.run(1), batcher.run(2), batcher.run(3)];
    await turn();
    assert.deepEqual(
      commits.map((c) => c.items),
      [[1, 2, 3]],
    );
    commits[0]!.end();
    assert.deepEqual(await Promise.all(results), ["done 1", "done 2", "done 3"]);
  });

  it("items left over by one lane are taken by the next one immediately", async () => {
    const { commits, batcher } = controlled(2, 100);
    const results = Array.from({ length: 20 }, (_, i) => batcher.run(i));
    await turn();
    await turn();
    assert.deepEqual(
      commits.map((c) => c.items.length),
      [10, 10],
    );
    for (const commit of commits) commit.end();
    assert.equal((await Promise.all(results)).length, 20);
  });

  it("a free lane takes what arrives while another one is busy", async () => {
    const { commits, batcher } = controlled(2);
    const results = [batcher.run(1), batcher.run(2)];
    await turn();
    results.push(batcher.run(3));
    await turn();
    assert.deepEqual(
      commits.map((c) => c.items),
      [[1, 2], [3]],
    );
    results.push(batcher.run(4));
    await turn();
    assert.deepEqual(
      commits.map((c) => c.items),
      [[1, 2], [3]],
      "4 waits",
    );
    assert.equal(batcher.open(), 4, "all whose commit has not come");
    commits[1]!.end();
    await turn();
    assert.deepEqual(commits[2]?.items, [4]);
    for (const commit of commits) commit.end();
    assert.equal((await Promise.all(results)).length, 4);
    await turn();
    assert.equal(batcher.open(), 0);
  });

  it("never runs more transactions than lanes, nor more items than the batch limit", async () => {
    const { commits, batcher } = controlled(2, 3);
    const results = Array.from({ length: 20 }, (_, i) => batcher.run(i));
    for (let ended = 0; ended < 20; ) {
      await turn();
      results.push(batcher.run(100 + ended));
      await turn();
      const open = commits.filter((c) => c.items.length > 0);
      assert.ok(open.length <= 2, `${open.length} at a time`);
      for (const commit of open) assert.ok(commit.items.length <= 3);
      const [first] = open;
      assert.ok(first !== undefined);
      ended += first.items.splice(0).length;
      first.end();
      if (ended >= 20) for (const commit of open.slice(1)) commit.end();
    }
  });

  it("one bad item does not fail its neighbours", async () => {
    const batcher = createBatcher<number, number>({
      lanes: 1,
      batchMax: 10,
      commit: (items) => (items.includes(2) ? Promise.reject(new Error("two is bad")) : Promise.resolve(items.map((i) => i * 10))),
    });
    const results = await Promise.allSettled([1, 2, 3].map((i) => batcher.run(i)));
    assert.deepEqual(
      results.map((r) => (r.status === "fulfilled" ? r.value : r.reason.message)),
      [10, "two is bad", 30],
    );
    await turn();
    assert.equal(batcher.open(), 0);
  });

  it("a batch that lost a deadlock is repeated unchanged, several times; then item by item", async () => {
    const { commits, batcher } = controlled(1);
    const results = [batcher.run(1), batcher.run(2)];
    const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
    for (let i = 0; i < 3; i++) {
      await turn();
      assert.deepEqual(commits[i]?.items, [1, 2]);
      commits[i]?.end(deadlock);
    }
    await turn();
    commits[3]?.end();
    assert.deepEqual(await Promise.all(results), ["done 1", "done 2"]);
    assert.equal(commits.length, 4);
  });
});
