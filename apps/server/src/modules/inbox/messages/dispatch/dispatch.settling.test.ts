import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { storeOutcome } from "./dispatch.settling.ts";

/** Time advances only through the pauses. */
function stage() {
  let now = 0;
  return {
    now: () => now,
    deps: {
      log: { warn: () => undefined } as never,
      random: () => 0.5,
      nowMs: () => now,
      pause: async (ms: number) => {
        now += ms;
      },
    },
  };
}
const away = () => Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

describe("storing the outcome of a send", () => {
  it("the outcome is kept while the database is unreachable for minutes, and stored when it is back", async () => {
    const { deps, now } = stage();
    let stored = 0;
    await storeOutcome(async () => {
      if (now() < 9 * 60_000) throw away();
      stored += 1;
    }, deps);
    assert.equal(stored, 1);
  });

  it("it is given up after ten minutes, when its lease has long expired", async () => {
    const { deps, now } = stage();
    await assert.rejects(
      storeOutcome(() => Promise.reject(away()), deps),
      /connect/,
    );
    assert.ok(now() >= 600_000 && now() < 610_000, `${now()}`);
  });

  it("is given up after ten attempts if the database refuses it", async () => {
    const { deps } = stage();
    let tries = 0;
    const refuse = async () => {
      tries += 1;
      throw Object.assign(new Error("no"), { code: "23514" });
    };
    await assert.rejects(storeOutcome(refuse, deps), /no/);
    assert.equal(tries, 10);
  });
});
