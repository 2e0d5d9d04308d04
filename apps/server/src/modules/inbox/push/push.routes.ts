import { type AnyRoute, personRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { VapidKey } from "#platform/web-push/vapid.ts";
import * as schema from "./push.schema.ts";
import type { PushService } from "./push.service.ts";

const tag = "Notifications";

/** A person's own browsers; a key has none. */
export function pushRoutes(service: PushService, vapid: VapidKey): AnyRoute[] {
  return [
    personRoute({
      method: "GET",
      path: "/notifications/push",
      operationId: "getPushKey",
      tag,
      summary: "Get the key with which a browser subscribes to web push",
      scope: null,
      response: schema.PushKey,
      handle: async () => ({ publicKey: vapid.publicKey }),
    }),
    personRoute({
      method: "GET",
      path: "/notifications/push/subscriptions",
      operationId: "listPushSubscriptions",
      tag,
      summary: "List your browsers with web push, newest first",
      description: "For the organization that the session is working in.",
      scope: null,
      query: schema.ListPushSubscriptionsQuery,
      response: schema.PushSubscriptionList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    personRoute({
      method: "POST",
      path: "/notifications/push/subscriptions",
      operationId: "subscribePush",
      tag,
      summary: "Subscribe this browser to mentions and assignments by web push",
      description:
        "Applies to the organization that the session is working in, for as long as the session lasts and works there. Subscribing again with the same endpoint, or in the same session, replaces the subscription. Messages are encrypted (RFC 8291); each is JSON with `kind` (mention or assignment), `notificationId`, `conversationId` and `language`, and contains nothing of the conversation. A conversation that the person may no longer see is not pushed. A person has up to 10 subscriptions; another one replaces the oldest.",
      scope: null,
      body: schema.SubscribePush,
      response: schema.PushSubscription,
      example: {
        body: {
          endpoint: "https://push.example.com/send/dGhlIGJyb3dzZXI",
          keys: {
            p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            auth: "BTBZMqHH6r4Tts7J_aSIgg",
          },
          language: "en",
        },
      },
      handle: (ctx, { body }) => service.subscribe(ctx, body),
    }),
    personRoute({
      method: "DELETE",
      path: "/notifications/push/subscriptions/:id",
      operationId: "unsubscribePush",
      tag,
      summary: "Stop notifications in one of your browsers",
      scope: null,
      params: IdParams,
      response: Deleted,
      handle: (ctx, { params }) => service.unsubscribe(ctx, params.id),
    }),
  ];
}
