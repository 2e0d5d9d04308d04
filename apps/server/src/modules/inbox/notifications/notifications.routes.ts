import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { ListNotificationsQuery, NotificationList, NotificationsRead, ReadNotifications } from "./notifications.schema.ts";
import { type NotificationsService, renderNotification } from "./notifications.service.ts";

const tag = "Notifications";

export function notificationRoutes(service: NotificationsService, pager: Pager): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/notifications",
      operationId: "listNotifications",
      tag,
      summary: "List a member's notifications, newest first",
      description:
        "Mentions in notes, conversations assigned to the member by somebody else, missed SLA targets, and notifications from flows.",
      scope: "conversations:read",
      query: ListNotificationsQuery,
      response: NotificationList,
      errors: ["invalid_cursor", "forbidden", "not_found"],
      async handle(ctx, { query: { limit, cursor, memberId: given, unread } }) {
        const memberId = await service.memberOf(ctx.tx, ctx.actor, given);
        const filters = { list: "notifications", memberId, unread };
        const rows = await service.list(ctx.tx, memberId, unread, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderNotification);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/notifications/read",
      operationId: "readNotifications",
      tag,
      summary: "Mark a member's notifications as read",
      scope: "conversations:write",
      body: ReadNotifications,
      response: NotificationsRead,
      errors: ["forbidden"],
      example: { body: { memberId: "agt_01980000000070008000000000000000", ids: ["ntf_01980000000070008000000000000001"] } },
      handle: (ctx, { body }) => service.markRead(ctx, body),
    }),
  ];
}
