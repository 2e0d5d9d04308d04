import { wireId } from "#platform/ids/ids.ts";
import type { Presence as PresenceRow, PresenceChange } from "./presence-table.ts";
import type { Presence } from "./presence.schema.ts";

export function renderPresence({ conversationId, userId, state, since, expiresAt }: PresenceRow): Presence {
  return {
    conversationId: wireId("conv", conversationId),
    agentId: wireId("agt", userId),
    state,
    since: since.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** As streams emit it: `gone` for a person who left. */
export function renderPresenceChange({ state, ...change }: PresenceChange): Record<string, unknown> {
  return { ...renderPresence({ ...change, state: state ?? "viewing" }), state: state ?? "gone" };
}
