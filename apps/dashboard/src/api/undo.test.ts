import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { changeByPerson, type ConversationState } from "@parley/server/test/conversation-state.ts";
import type { Conversation } from "@parley/sdk";
import { applyPatch, type ConversationPatch, groupEqual, inversePatches } from "./undo.ts";

const soon = new Date(Date.now() + 3_600_000).toISOString();

const conversation = fc.record({
  id: fc.constant("conv_1"),
  status: fc.constantFrom("open", "resolved"),
  pendingReason: fc.constant(null),
  snoozedUntil: fc.constant(null),
  assigneeId: fc.constantFrom(null, "agt_1", "agt_2"),
  divisionId: fc.constantFrom(null, "div_1"),
  labels: fc.uniqueArray(fc.constantFrom("vip", "refund", "late")),
  priority: fc.constantFrom("low", "medium", "high"),
  unreadCount: fc.nat(2),
}) as unknown as fc.Arbitrary<Conversation>;

const patch = fc.record(
  {
    status: fc.constantFrom("open", "resolved", "done"),
    snoozedUntil: fc.constant(soon),
    assigneeId: fc.constantFrom(null, "agt_1"),
    divisionId: fc.constantFrom(null, "div_1"),
    addLabels: fc.constantFrom(["vip"], ["vip", "new"]),
    removeLabels: fc.constantFrom(["refund"], []),
    priority: fc.constantFrom("low", "high"),
    read: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<ConversationPatch>;

/** Without what cannot be restored: the number of unread messages, and the order of labels. */
const alike = ({ unreadCount, labels, pendingReason: _, ...rest }: Conversation) => ({
  ...rest,
  unread: unreadCount > 0,
  labels: [...labels].sort(),
});

describe("reverting a change", () => {
  it("restores the conversation, or there is nothing to revert", () => {
    fc.assert(
      fc.property(conversation, patch, (before, change) => {
        // Both at once are ambiguous, and the server decides which of them counts.
        fc.pre(!(change.status !== undefined && change.snoozedUntil !== undefined));
        const after = applyPatch(before, change);
        assert.deepEqual(alike(inversePatches(before, change).reduce(applyPatch, after)), alike(before));
      }),
      { numRuns: 2_000 },
    );
  });

  it("a snoozed conversation is snoozed again until the same time", () => {
    const before = {
      id: "conv_1",
      status: "pending",
      pendingReason: "snoozed",
      snoozedUntil: soon,
      labels: [],
      unreadCount: 0,
    } as unknown as Conversation;
    assert.deepEqual(inversePatches(before, { status: "open" }), [{ snoozedUntil: soon }]);
  });

  describe("by the server's rules", () => {
    const now = new Date();
    const later = new Date(now.getTime() + 7_200_000);
    const snoozed = (until: Date): ConversationState => ({ status: "pending", pendingReason: "snoozed", snoozedUntil: until });
    const waiting: ConversationState = { status: "pending", pendingReason: "customer", snoozedUntil: null };
    const open: ConversationState = { status: "open", pendingReason: null, snoozedUntil: null };
    const elapsed = new Date(now.getTime() - 1_000);
    /** Each state, and the one that a reversal restores. */
    const states: [name: string, from: ConversationState, restored?: ConversationState][] = [
      ["open", open],
      ["resolved", { status: "resolved", pendingReason: null, snoozedUntil: null }],
      ["waiting for the customer", waiting],
      // Only the chatbot can make it its own again.
      ["with the chatbot", { status: "pending", pendingReason: "bot", snoozedUntil: null }, waiting],
      ["snoozed", snoozed(new Date(soon))],
      ["snoozed until a moment ago", snoozed(elapsed), open],
    ];
    const changes: ConversationPatch[] = [
      { status: "open" },
      { status: "pending" },
      { status: "resolved" },
      { snoozedUntil: later.toISOString() },
      { status: "pending", snoozedUntil: later.toISOString() },
      { status: "pending", snoozedUntil: null },
    ];
    /** What the server makes of it; null: it refuses. */
    const server = (from: ConversationState, { status, snoozedUntil }: ConversationPatch): ConversationState | null => {
      assert.notEqual(status, "done");
      const result = changeByPerson(
        from,
        { status: status as "open", snoozedUntil: snoozedUntil == null ? snoozedUntil : new Date(snoozedUntil) },
        now,
      );
      return result.kind === "state" ? result.state : null;
    };
    for (const [name, from, restored = from] of states)
      for (const change of changes)
        it(`${name}, then ${JSON.stringify(change)}`, () => {
          const after = server(from, change);
          if (after === null) return assert.equal(from.status, "resolved", "nothing else is refused");
          const shown = {
            ...{ id: "conv_1", labels: [], unreadCount: 0, ...from },
            snoozedUntil: from.snoozedUntil?.toISOString() ?? null,
          } as unknown as Conversation;
          let state: ConversationState = after;
          for (const step of inversePatches(shown, change)) {
            const next = server(state, step);
            assert.ok(next !== null, `${JSON.stringify(step)} is refused`);
            state = next;
          }
          assert.deepEqual(state, isDeepStrictEqual(after, from) ? from : restored);
        });
  });

  it("many with the same reversal are sent together, up to 100", () => {
    const inverse = new Map<string, ConversationPatch[]>();
    for (let i = 0; i < 150; i++) inverse.set(`open${i}`, [{ status: "open" }]);
    inverse.set("other", [{ status: "pending" }]);
    assert.deepEqual(
      groupEqual(inverse).map(({ ids, patches: [patch] }) => [ids.length, patch?.status]),
      [
        [100, "open"],
        [50, "open"],
        [1, "pending"],
      ],
    );
  });
});
