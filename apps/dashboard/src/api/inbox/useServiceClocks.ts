import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { liveOf } from "../live/live.ts";
import { slaPolicies } from "../resources.ts";
import { can, meQuery } from "../session.ts";

/** The server's clocks follow its log up to a second behind. */
const behindMs = 1_500;

/**
 * Keeps the shown SLA clocks up to date: they start with a customer's message and end with the reply, without an event of their own, so
 * those conversations are fetched once more. Without a policy nothing is fetched.
 */
export function useServiceClocks(): void {
  const client = useQueryClient();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery({ ...slaPolicies.listQuery(), enabled: can(me, "agents:read"), throwOnError: false });
  const runs = (data?.items.length ?? 0) > 0;
  useEffect(() => {
    if (!runs) return;
    const live = liveOf(client);
    const ids = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    function refetchIfDue() {
      timer = undefined;
      live.touch([...ids].map((id) => ({ kind: "conversations", id })));
      ids.clear();
    }
    const off = live.onEvent(({ type, data }) => {
      if (type !== "message.received" && type !== "message.sent") return;
      ids.add(data.conversationId);
      timer ??= setTimeout(refetchIfDue, behindMs);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [client, runs]);
}
