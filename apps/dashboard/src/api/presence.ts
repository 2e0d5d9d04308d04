/** Who looks at conversations and writes in them: followed by the line, said by whoever has one open, kept nowhere. */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { Presence, PresenceChange } from "@parley/sdk";
import { api } from "./client.ts";
import { meQuery } from "./session.ts";

/** By conversation. */
type PresenceData = Readonly<Record<string, readonly Presence[]>>;

export const presenceQuery = queryOptions({
  queryKey: ["presence", "list"] as const,
  queryFn: async ({ signal }): Promise<PresenceData> => {
    const { data } = await api.conversations.presence.get({}, { signal });
    return Object.groupBy(data, ({ conversationId }) => conversationId) as PresenceData;
  },
  // A word of the line can be lost, and whoever loses sight of a conversation is told no more of it.
  refetchInterval: 60_000,
});

/** A word of the line. */
export function takePresence(client: QueryClient, change: PresenceChange): void {
  const { queryKey } = presenceQuery;
  client.setQueryData(queryKey, (was) => withChange(was ?? {}, change));
  // What is on its way may be older than this.
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey }, { throwOnError: false });
}

/** Pure. */
export function withChange(was: PresenceData, { state, ...change }: PresenceChange): PresenceData {
  const { conversationId, agentId } = change;
  const before = was[conversationId] ?? nobody;
  const others = before.filter((each) => each.agentId !== agentId);
  if (state === "gone") return { ...was, [conversationId]: others };
  const at = before.findIndex((each) => each.agentId === agentId);
  return { ...was, [conversationId]: others.toSpliced(at === -1 ? others.length : at, 0, { ...change, state }) };
}

const nobody: readonly Presence[] = [];

/** Who else is there now, the first to come first. */
export function usePresence(conversationId: string): readonly Presence[] {
  const own = useQueryClient().getQueryData(meQuery.queryKey)?.user?.agentId;
  const select = useCallback(
    (all: PresenceData) => all[conversationId]?.filter(({ agentId }) => agentId !== own) ?? nobody,
    [conversationId, own],
  );
  const { data } = useQuery({ ...presenceQuery, select, throwOnError: false });
  return data ?? nobody;
}

/** Who only passes by says nothing. */
const settleMs = 300;
/** Twice within the time after which the server forgets. */
const againMs = 20_000;
/** Within the 8 s after which the server takes somebody for no longer writing. */
const writingMs = 5_000;

/** Says that this person looks at the conversation, as long as the component is shown and the page is seen. */
export function useTellPresence(conversationId: string): { typed(): void; stoppedTyping(): void } {
  const client = useQueryClient();
  const teller = useMemo(() => createTeller(client, conversationId), [client, conversationId]);
  useEffect(() => teller.start(), [teller]);
  return teller;
}

function createTeller(client: QueryClient, conversationId: string) {
  let said = false;
  let wroteAt = 0;

  function say(state: PresenceChange["state"]): void {
    said = state !== "gone";
    if (state !== "writing") wroteAt = 0;
    const how = { maxRetries: 0, idempotencyKey: null, keepalive: state === "gone" };
    api.conversations.presence.update(conversationId, { state }, how).then(
      ({ data }) => client.setQueryData(presenceQuery.queryKey, (was) => ({ ...was, [conversationId]: data })),
      // Of this moment alone: it is said again while it lasts, and whoever has no line sees that elsewhere.
      () => undefined,
    );
  }

  const isSeen = () => document.visibilityState === "visible";
  return {
    start() {
      const stopped = new AbortController();
      const first = setTimeout(() => isSeen() && say("viewing"), settleMs);
      const again = setInterval(() => isSeen() && Date.now() - wroteAt > writingMs && say("viewing"), againMs);
      const leave = () => said && say("gone");
      document.addEventListener("visibilitychange", () => (isSeen() ? say("viewing") : leave()), { signal: stopped.signal });
      addEventListener("pagehide", leave, { signal: stopped.signal });
      return () => {
        stopped.abort();
        clearTimeout(first);
        clearInterval(again);
        leave();
      };
    },
    typed() {
      if (Date.now() - wroteAt < writingMs) return;
      say("writing");
      wroteAt = Date.now();
    },
    stoppedTyping() {
      if (wroteAt > 0) say("viewing");
    },
  };
}
