/** Who is viewing conversations and typing in them: received through the line, reported while a conversation is open, stored nowhere. */
import { focusManager, type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { Presence, PresenceChange } from "@parley/sdk";
import { api } from "../client.ts";
import { serverNow } from "../clock.ts";
import { meQuery } from "../session.ts";

/** By conversation. */
type PresenceData = Readonly<Record<string, readonly Presence[]>>;
type Change = (was: PresenceData) => PresenceData;

/** Changes since the request for the list that is being fetched, which may be older. */
const laterChanges = new WeakMap<QueryClient, Change[]>();

export const presenceQuery = queryOptions({
  queryKey: ["presence", "list"] as const,
  queryFn: async ({ client, signal }): Promise<PresenceData> => {
    const later: Change[] = [];
    laterChanges.set(client, later);
    try {
      const { data } = await api.conversations.presence.list({}, { signal });
      const listed = Object.groupBy(data, ({ conversationId }) => conversationId) as PresenceData;
      return later.reduce((all, change) => change(all), listed);
    } finally {
      if (laterChanges.get(client) === later) laterChanges.delete(client);
    }
  },
  // Not kept once unused: a later change would make an old list look new.
  gcTime: 0,
});

function apply(client: QueryClient, change: Change): void {
  laterChanges.get(client)?.push(change);
  client.setQueryData(presenceQuery.queryKey, (was) => was && change(was));
}

/** A message of the line. */
export function takePresence(client: QueryClient, change: PresenceChange): void {
  apply(client, (was) => withChange(was, change));
}

/**
 * The line does not report renewals: the list renews an entry before it expires, even if its person renewed it just
 * after the last list.
 */
const listEveryMs = 20_000;

/**
 * Fetches the list and removes expired entries regularly, until the signal: a message of the line can be lost, and a
 * person without access to a conversation gets no more messages of it. Not an interval of the query, because that
 * restarts with every change of its data.
 */
export function keepPresence(client: QueryClient, signal: AbortSignal): void {
  const renew = () => {
    if (!focusManager.isFocused()) return;
    apply(client, (was) => withoutExpired(was, serverNow()));
    void client.invalidateQueries({ queryKey: presenceQuery.queryKey }, { throwOnError: false, cancelRefetch: false });
  };
  const timer = setInterval(renew, listEveryMs);
  const off = focusManager.subscribe(renew);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    off();
  });
}

/** After typing, a person counts as viewing for as long as if they had only viewed. */
const viewingAfterWritingMs = 37_000;

/** Pure. */
export function withoutExpired(was: PresenceData, nowMs: number): PresenceData {
  const holds = ({ state, expiresAt }: Presence) => Date.parse(expiresAt) + (state === "writing" ? viewingAfterWritingMs : 0) > nowMs;
  return Object.fromEntries(Object.entries(was).map(([id, people]) => [id, people.filter(holds)]));
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

/** Who else is there now, in order of arrival. */
export function usePresence(conversationId: string): readonly Presence[] {
  const own = useQueryClient().getQueryData(meQuery.queryKey)?.user?.agentId;
  const select = useCallback(
    (all: PresenceData) => all[conversationId]?.filter(({ agentId }) => agentId !== own) ?? nobody,
    [conversationId, own],
  );
  const { data } = useQuery({ ...presenceQuery, select, throwOnError: false });
  return data ?? nobody;
}

/** A person who leaves again within this time is not reported. */
const settleMs = 300;
/** Twice within the server's expiry. */
const againMs = 20_000;
/** Within the 8 s after which the server considers a person as not writing. */
const writingMs = 5_000;

/** Reports that this person is viewing the conversation, while the component is mounted and the page is visible. */
export function useReportPresence(conversationId: string): { typed(): void; stoppedTyping(): void } {
  const client = useQueryClient();
  const reporter = useMemo(() => createReporter(client, conversationId), [client, conversationId]);
  useEffect(() => reporter.start(), [reporter]);
  return reporter;
}

function createReporter(client: QueryClient, conversationId: string) {
  let said = false;
  let wroteAt = 0;

  function say(state: PresenceChange["state"]): void {
    said = state !== "gone";
    if (state !== "writing") wroteAt = 0;
    const how = { maxRetries: 0, idempotencyKey: null, keepalive: state === "gone" };
    api.conversations.presence.update(conversationId, { state }, how).then(
      ({ data }) => apply(client, (was) => ({ ...was, [conversationId]: data })),
      // Momentary: it is reported again while it lasts, and a lost connection is shown elsewhere.
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
