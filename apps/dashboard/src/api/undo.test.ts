import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Conversation } from "@parley/sdk";
import { applyPatch, type ConversationPatch, groupEqual, inversePatch } from "./undo.ts";

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
        const back = inversePatch(before, change);
        assert.deepEqual(alike(back === null ? after : applyPatch(after, back)), alike(before));
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
    assert.deepEqual(inversePatch(before, { status: "open" }), { snoozedUntil: soon });
  });

  it("many with the same reversal are sent together, up to 100", () => {
    const patches = new Map<string, ConversationPatch>();
    for (let i = 0; i < 150; i++) patches.set(`open${i}`, { status: "open" });
    patches.set("other", { status: "pending" });
    assert.deepEqual(
      groupEqual(patches).map(({ ids, patch: { status } }) => [ids.length, status]),
      [
        [100, "open"],
        [50, "open"],
        [1, "pending"],
      ],
    );
  });
});
