import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Me } from "@parley/sdk";

const me = (user: string | null, memberId: string | null = null) =>
  ({ tenant: { id: "org_1" }, user: user === null ? null : { id: user }, acting: user === null ? { memberId } : null }) as unknown as Me;

describe("the first-run checklist", () => {
  let firstRun: typeof import("./first-run.ts");
  const stored = new Map([["first-run", JSON.stringify({ "org_1 user_1": { checklist: "away", phone: null } })]]);
  before(async () => {
    const value = { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, to: string) => stored.set(key, to) };
    Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
    firstRun = await import("./first-run.ts");
  });

  it("is hidden for one of an agency's members who act in a client, not for the others", () => {
    firstRun.setFirstRun(me(null, "mem_1"), { checklist: "away" });
    assert.equal(firstRun.getFirstRun(me(null, "mem_1")).checklist, "away");
    assert.equal(firstRun.getFirstRun(me(null, "mem_2")).checklist, "shown");
    assert.equal(firstRun.getFirstRun(me("user_2")).checklist, "shown");
  });

  it("stays hidden for a person who hid it before names were written this way", () => {
    assert.equal(firstRun.getFirstRun(me("user_1")).checklist, "away");
    firstRun.setFirstRun(me("user_1"), { phone: "open" });
    assert.deepEqual(JSON.parse(stored.get("first-run") ?? "")["org_1/user_1"], { checklist: "away", phone: "open" });
  });
});
