import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { calls } from "../../api/automation/voice.ts";
import { useConversationList } from "../../api/inbox/useConversations.ts";
import { deals, orders, tickets } from "../../api/resources.ts";
import { can, meQuery } from "../../api/session.ts";

/**
 * Whether a contact has records with which the server does not delete it; null: not known yet. Records that this person may not see do not
 * count, so the server may still refuse.
 */
export function useHasRecords(contactId: string): boolean | null {
  const { data: me } = useSuspenseQuery(meQuery);
  const filters = { contactId };
  const sells = can(me, "pipeline:read");
  const { conversations, isPending } = useConversationList(filters);
  const lists = [
    useQuery({ ...deals.listQuery(filters), enabled: sells, throwOnError: false }),
    useQuery({ ...orders.listQuery(filters), enabled: sells, throwOnError: false }),
    useQuery({ ...tickets.listQuery(filters), enabled: can(me, "tickets:read"), throwOnError: false }),
    useQuery({ ...calls.listQuery(filters), enabled: can(me, "voice:read"), throwOnError: false }),
  ];
  if (conversations.length > 0 || lists.some(({ data }) => (data?.items.length ?? 0) > 0)) return true;
  return isPending || lists.some(({ isLoading }) => isLoading) ? null : false;
}
