import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { SendOptions } from "@parley/sdk";
import { onServerTime, serverNow } from "./clock.ts";
import { sendOptionsQuery } from "./conversations.ts";

/** After the window's end; a second time, because the page knows the server's clock within two seconds only. */
const askedAfterMs = [500, 3_000];
/** While the server says that the window is open, and the page's clock that it is not: one of them is about to be put right. */
const againMs = 5_000;

/** What may be sent now. No event tells that a window has closed: when its end has come, the server is asked again. */
export function useSendOptions(conversationId: string) {
  const client = useQueryClient();
  const query = useQuery({ ...sendOptionsQuery(conversationId), throwOnError: false });
  const { data, dataUpdatedAt } = query;
  const expiresAt = data?.windowExpiresAt ?? null;
  const open = data !== undefined && isOpen(data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is followed by a look at the clock
  useEffect(() => {
    if (expiresAt === null || !open) return;
    const { queryKey } = sendOptionsQuery(conversationId);
    const ask = () => void client.invalidateQueries({ queryKey, exact: true });
    const next = askedAfterMs.map((afterMs) => Date.parse(expiresAt) + afterMs).find((atMs) => atMs > serverNow());
    if (next !== undefined) return onServerTime(next, ask);
    const timer = setTimeout(ask, againMs);
    return () => clearTimeout(timer);
  }, [client, conversationId, expiresAt, open, dataUpdatedAt]);
  return query;
}

/** By the window: where messages are counted, or nothing can be sent for another reason, its end changes nothing. */
function isOpen({ reason, remaining }: SendOptions): boolean {
  return reason === null && remaining === null;
}
