import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onServerTime, serverNow } from "../clock.ts";
import { sendOptionsQuery } from "./conversations.ts";
import { validUntil } from "./send-options.ts";

/** After the window's end; twice, because the page knows the server's clock only within two seconds. */
const askedAfterMs = [500, 3_000];
/**
 * While the server says that the window is open and the page's clock says that it is closed: one of them will change
 * soon.
 */
const againMs = 5_000;

/** What may be sent now. The end of a window has no event, so the server is queried again at that time. */
export function useSendOptions(conversationId: string) {
  const client = useQueryClient();
  const query = useQuery({ ...sendOptionsQuery(conversationId), throwOnError: false });
  const { data, dataUpdatedAt } = query;
  const expiresAt = data === undefined ? null : validUntil(data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is followed by a check of the clock
  useEffect(() => {
    if (expiresAt === null) return;
    const { queryKey } = sendOptionsQuery(conversationId);
    const ask = () => void client.invalidateQueries({ queryKey, exact: true });
    const next = askedAfterMs.map((afterMs) => Date.parse(expiresAt) + afterMs).find((atMs) => atMs > serverNow());
    if (next !== undefined) return onServerTime(next, ask);
    const timer = setTimeout(ask, againMs);
    return () => clearTimeout(timer);
  }, [client, conversationId, expiresAt, dataUpdatedAt]);
  return query;
}
