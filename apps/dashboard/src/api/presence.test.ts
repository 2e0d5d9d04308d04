import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PresenceChange } from "@parley/sdk";
import { withChange } from "./presence.ts";

const change = (agentId: string, state: PresenceChange["state"], conversationId = "conv_1"): PresenceChange => ({
  ...{ conversationId, agentId, state },
  ...{ since: "2026-11-25T12:00:00.000Z", expiresAt: "2026-11-25T12:00:45.000Z" },
});
const shown = (all: ReturnType<typeof withChange>) =>
  Object.fromEntries(Object.entries(all).map(([id, people]) => [id, people.map(({ agentId, state }) => `${agentId} ${state}`)]));

describe("changes of presence", () => {
  it("come, write, stay in their place, and go, each conversation by itself", () => {
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
