/** What each process remembers of who looks: bounded, in the order of coming, and right whatever order words come in. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createPresenceTable, type PresenceState, presenceMax } from "./presence-table.ts";

/** A table, and the words of other processes; the line between them is held until it is let go. */
function stage() {
  let now = Date.parse("2026-11-25T12:00:00Z");
  const told: string[] = [];
  let hear: (text: string) => void = () => assert.fail("nobody listens");
  const table = createPresenceTable({
    clock: { now: () => new Date(now) },
    wake: {
      say: (_topic, text) => void told.push(text),
      onSaid: (_topic, listener) => {
        hear = listener;
        return () => undefined;
      },
    },
  });
  const changes: string[] = [];
  const off = table.onChange(({ userId, conversationId, state }) => changes.push(`${userId} ${state ?? "gone"} ${conversationId}`));
  return {
    told,
    changes,
    off,
    put: (userId: string, state: PresenceState | null, conversationId = "c", tenantId = "t") =>
      table.put({ tenantId, conversationId, userId, state, now: new Date(now) }),
    /** Of another process, said so long ago. */
    hear: (userId: string, state: PresenceState | null, agoMs = 0) => hear(JSON.stringify(["t", "c", userId, state, now - agoMs])),
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

describe("the table of presence", () => {
  it("shows the first to come first, and whoever comes again last", () => {
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

  it("a word that was said before somebody left, and comes after, brings nobody back", () => {
    const s = stage();
    s.put("a", null);
    assert.equal(s.told.length, 1, "another process may know of them: it is told");
    s.hear("a", "viewing", 10);
    assert.deepEqual(s.list(), []);
    s.wait(1_000);
    s.hear("a", "viewing");
    assert.deepEqual(s.list(), ["a viewing"], "what was said since counts");
    s.hear("a", null, 500);
    assert.deepEqual(s.list(), ["a viewing"], "an older leaving does not");
    s.off();
  });

  it("does not tell other processes again what they heard a moment ago", () => {
    const s = stage();
    for (let i = 0; i < 5; i++) s.put("a", "viewing");
    assert.equal(s.told.length, 1);
    s.put("a", "writing");
    assert.equal(s.told.length, 2, "a change is told at once");
    s.wait(3_000);
    s.put("a", "writing");
    assert.equal(s.told.length, 3);
    s.put("a", null);
    for (let i = 0; i < 5; i++) s.put("a", null);
    assert.equal(s.told.length, 4);
    s.off();
  });

  it("is bounded for a person, a conversation and an organization: who came first gives way, and is told as gone", () => {
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
    assert.deepEqual(u.list(), [], "what is remembered of those who left is bounded with the rest");
    for (const each of [s, t, u]) each.off();
  });

  it("forgets by silence: who types no more looks, who says nothing more is gone", () => {
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
