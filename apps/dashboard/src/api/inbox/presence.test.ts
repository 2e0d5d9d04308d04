import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { QueryObserver } from "@tanstack/react-query";
import type { Presence, PresenceChange } from "@parley/sdk";
import { connectTo } from "../client.ts";
import { keepPresence, presenceQuery, takePresence, withChange, withoutExpired } from "./presence.ts";
import { createQueryClient } from "../query.ts";

const change = (agentId: string, state: PresenceChange["state"], conversationId = "conv_1"): PresenceChange => ({
  ...{ conversationId, agentId, state },
  ...{ since: "2026-11-25T12:00:00.000Z", expiresAt: "2026-11-25T12:00:45.000Z" },
});
const shown = (all: ReturnType<typeof withChange>) =>
  Object.fromEntries(Object.entries(all).map(([id, people]) => [id, people.map(({ agentId, state }) => `${agentId} ${state}`)]));

describe("changes of presence", () => {
  it("add, write, keep their place, and remove, each conversation independently", () => {
    let all = withChange({}, change("agt_1", "viewing"));
    all = withChange(all, change("agt_2", "viewing"));
    all = withChange(all, change("agt_1", "writing"));
    all = withChange(all, change("agt_1", "viewing", "conv_2"));
    assert.deepEqual(shown(all), { conv_1: ["agt_1 writing", "agt_2 viewing"], conv_2: ["agt_1 viewing"] });
    all = withChange(all, change("agt_1", "gone"));
    all = withChange(all, change("agt_3", "gone"));
    assert.deepEqual(shown(all), { conv_1: ["agt_2 viewing"], conv_2: ["agt_1 viewing"] });
  });
});

const startMs = Date.parse("2026-11-25T12:00:00.000Z");
const entry = ({ state, ...rest }: PresenceChange): Presence => ({ ...rest, state: state === "gone" ? "viewing" : state });

/** A page that shows presence, and a server whose lists the test controls. */
function stage(t: TestContext) {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout", "Date"], now: startMs });
  const asked: ((data: Presence[]) => void)[] = [];
  connectTo({
    baseUrl: "http://127.0.0.1",
    fetch: (_input, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError")));
        const headers = { "content-type": "application/json", date: new Date(Date.now()).toUTCString() };
        asked.push((data) =>
          resolve(new Response(JSON.stringify({ data, pageInfo: { hasNextPage: false, nextCursor: null } }), { headers })),
        );
      }),
  });
  const client = createQueryClient();
  const stopped = new AbortController();
  keepPresence(client, stopped.signal);
  const observer = new QueryObserver(client, presenceQuery);
  const off = observer.subscribe(() => undefined);
  t.after(() => {
    stopped.abort();
    off();
    client.clear();
  });
  const turns = async () => {
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    asked,
    turns,
    take: (given: PresenceChange) => takePresence(client, given),
    now: () => shown(client.getQueryData(presenceQuery.queryKey) ?? {}),
    async pass(ms: number) {
      t.mock.timers.tick(ms);
      await turns();
    },
  };
}

describe("the list of presence", () => {
  it("is fetched once, however many changes arrive meanwhile, and includes them all", async (t) => {
    const s = stage(t);
    await s.turns();
    for (let i = 1; i <= 50; i++) s.take(change("agt_1", i % 2 === 0 ? "viewing" : "writing", `conv_${i}`));
    s.take(change("agt_2", "gone"));
    await s.turns();
    assert.equal(s.asked.length, 1);
    s.asked[0]?.([entry(change("agt_2", "viewing")), entry(change("agt_3", "viewing"))]);
    await s.turns();
    const { conv_1, ...others } = s.now();
    assert.deepEqual(conv_1, ["agt_3 viewing", "agt_1 writing"], "later than the list");
    assert.equal(Object.keys(others).length, 49);
    await s.turns();
    assert.equal(s.asked.length, 1);
  });

  it("is fetched again during constant changes, and expired entries are removed even without a list", async (t) => {
    const s = stage(t);
    await s.turns();
    s.asked[0]?.([entry(change("agt_1", "viewing"))]);
    await s.turns();
    for (let i = 0; i < 5; i++) {
      s.take(change("agt_2", i % 2 === 0 ? "viewing" : "gone", "conv_2"));
      await s.pass(5_000);
    }
    assert.equal(s.asked.length, 2);
    assert.deepEqual(s.now()["conv_1"], ["agt_1 viewing"]);
    await s.pass(40_000);
    assert.deepEqual(s.now()["conv_1"], []);
  });

  it("keeps people who were typing as long as people who were viewing", () => {
    const writes = { ...entry(change("agt_1", "writing")), expiresAt: new Date(startMs + 8_000).toISOString() };
    const all = { conv_1: [writes, entry(change("agt_2", "viewing"))] };
    assert.deepEqual(withoutExpired(all, startMs + 44_999), all);
    assert.deepEqual(withoutExpired(all, startMs + 45_000), { conv_1: [] });
  });
});
