/** The presence entries of each process: bounded, earliest first, and correct in whatever order updates arrive. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPresenceTable, type PresenceState, presenceMax } from "./presence-table.ts";

/** A table, with the signals that it sends to and receives from other processes. */
function stage() {
  let now = Date.parse("2026-11-25T12:00:00Z");
  const sent: string[] = [];
  const warnings: string[] = [];
  let receive: (text: string) => void = () => assert.fail("nobody listens");
  const table = createPresenceTable({
    clock: { now: () => new Date(now) },
    log: { warn: (_fields: unknown, text?: string) => void warnings.push(String(text)) },
    wake: {
      signal: (_topic, text) => void sent.push(text),
      onSignal: (_topic, listener) => {
        receive = listener;
        return () => undefined;
      },
    },
  });
  const changes: string[] = [];
  const off = table.onChange(({ userId, conversationId, state }) => changes.push(`${userId} ${state ?? "gone"} ${conversationId}`));
  return {
    sent,
    warnings,
    receiveText: (text: string) => receive(text),
    changes,
    off,
    put: (userId: string, state: PresenceState | null, conversationId = "c", tenantId = "t") =>
      table.put({ tenantId, conversationId, userId, state, now: new Date(now) }),
    /** From another process, sent this long ago. */
    receive: (userId: string, state: PresenceState | null, agoMs = 0) => receive(JSON.stringify(["t", "c", userId, state, now - agoMs])),
    wait: (ms: number) => {
      now += ms;
    },
    list: (tenantId = "t") => table.list(tenantId).map(({ userId, state }) => `${userId} ${state}`),
    conversations: (userId: string) =>
      table
        .list("t")
        .filter((each) => each.userId === userId)
        .map(({ conversationId }) => conversationId),
  };
}

describe("the presence table", () => {
  it("lists the earliest first, and a person who returns last", () => {
    const s = stage();
    for (const person of ["a", "b", "c"]) s.put(person, "viewing");
    s.put("a", "writing");
    assert.deepEqual(s.list(), ["a writing", "b viewing", "c viewing"]);
    s.put("a", null);
    s.put("a", "viewing");
    assert.deepEqual(s.list(), ["b viewing", "c viewing", "a viewing"]);
    assert.deepEqual(s.changes, ["a viewing c", "b viewing c", "c viewing c", "a writing c", "a gone c", "a viewing c"]);
    s.off();
  });

  it("an update older than a departure but arriving after it restores nobody", () => {
    const s = stage();
    s.put("a", null);
    assert.equal(s.sent.length, 1, "another process may have an entry: it is sent");
    s.receive("a", "viewing", 10);
    assert.deepEqual(s.list(), []);
    s.wait(1_000);
    s.receive("a", "viewing");
    assert.deepEqual(s.list(), ["a viewing"], "a later update counts");
    s.receive("a", null, 500);
    assert.deepEqual(s.list(), ["a viewing"], "an older leaving does not");
    s.off();
  });

  it("ignores a malformed signal and logs it", () => {
    const s = stage();
    const at = Date.parse("2026-11-25T12:00:00Z");
    const malformed = ["", "{", "null", "{}", '["t","c","a","viewing"]', `["t","c","a","asleep",${at}]`, `["t","c",1,"viewing",${at}]`];
    for (const text of [...malformed, '["t","c","a","viewing","now"]']) s.receiveText(text);
    assert.deepEqual(s.list(), []);
    assert.equal(s.warnings.length, malformed.length + 1);
    s.receive("a", "viewing");
    assert.deepEqual(s.list(), ["a viewing"], "it goes on listening");
    s.off();
  });

  it("does not immediately repeat an unchanged state to other processes", () => {
    const s = stage();
    for (let i = 0; i < 5; i++) s.put("a", "viewing");
    assert.equal(s.sent.length, 1);
    s.put("a", "writing");
    assert.equal(s.sent.length, 2, "a change is sent at once");
    s.wait(3_000);
    s.put("a", "writing");
    assert.equal(s.sent.length, 3);
    s.put("a", null);
    for (let i = 0; i < 5; i++) s.put("a", null);
    assert.equal(s.sent.length, 4);
    s.off();
  });

  it("is bounded per person, conversation and organization: the earliest is removed and reported as gone", () => {
    const s = stage();
    for (let i = 0; i <= presenceMax.ofPerson; i++) s.put("a", "viewing", `c${i}`);
    assert.equal(s.conversations("a").length, presenceMax.ofPerson);
    assert.ok(!s.conversations("a").includes("c0"));
    assert.equal(s.changes.at(-2), "a gone c0");

    const t = stage();
    for (let i = 0; i <= presenceMax.ofConversation; i++) t.put(`p${i}`, "viewing");
    assert.equal(t.list().length, presenceMax.ofConversation);
    assert.ok(!t.list().includes("p0 viewing"));

    const u = stage();
    for (let i = 0; i < presenceMax.ofTenant + 100; i++) u.put(`p${i}`, "viewing", `c${i}`);
    u.put("x", "viewing", "c", "another tenant");
    assert.equal(u.list().length, presenceMax.ofTenant);
    assert.equal(u.list()[0], "p100 viewing");
    assert.deepEqual(u.list("another tenant"), ["x viewing"]);
    for (let i = 0; i < presenceMax.ofTenant + 100; i++) u.put(`q${i}`, null, `c${i}`);
    assert.deepEqual(u.list(), [], "remembered leavings count towards the bound");
    for (const each of [s, t, u]) each.off();
  });

  it("expires: writing becomes viewing, and viewing ends", () => {
    const s = stage();
    s.put("a", "writing");
    s.wait(8_000);
    assert.deepEqual(s.list(), ["a viewing"]);
    s.wait(37_000);
    assert.deepEqual(s.list(), []);
    assert.deepEqual(s.changes, ["a writing c", "a viewing c", "a gone c"]);
    s.off();
  });
});
