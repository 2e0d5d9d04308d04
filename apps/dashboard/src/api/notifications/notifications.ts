/** The signed-in user's notifications. Marking them as read shows at once. */
import type { QueryClient } from "@tanstack/react-query";
import type { Notification, NotificationsListQuery } from "@parley/sdk";
import { api } from "../client.ts";
import type { ListData } from "../live/list.ts";
import { notifications } from "../resources.ts";

/** Notifications without an event, such as a missed SLA target, appear within a minute. */
export function notificationsQuery(filters: NotificationsListQuery = {}) {
  return { ...notifications.listQuery(filters), refetchInterval: 60_000, throwOnError: false as const };
}

/** Marks these as read, or all. Throws the server's refusal, after reverting. */
export async function readNotifications(client: QueryClient, ids?: readonly string[]): Promise<void> {
  const now = new Date().toISOString();
  const read = (each: Notification) => (ids === undefined || ids.includes(each.id) ? { ...each, readAt: each.readAt ?? now } : each);
  for (const [queryKey, list] of client.getQueriesData<ListData<Notification>>({ queryKey: [notifications.name, "list"] })) {
    if (list === undefined) continue;
    const { unread } = queryKey[2] as NotificationsListQuery;
    const items = list.items.map(read).filter(({ readAt }) => unread === undefined || unread === (readAt === null));
    client.setQueryData<ListData<Notification>>(queryKey, { ...list, items });
  }
  try {
    await api.notifications.read(ids === undefined ? {} : { ids: [...ids] });
  } finally {
    notifications.invalidate(client);
  }
}
