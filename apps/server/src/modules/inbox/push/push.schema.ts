import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp } from "#platform/http/schemas.ts";

export const PushKey = Type.Object(
  {
    publicKey: Type.String({
      description: "The applicationServerKey for PushManager.subscribe, base64url. It only changes with the installation's root key",
    }),
  },
  { title: "PushKey" },
);

export const SubscribePush = Type.Object(
  {
    endpoint: Type.String({ minLength: 1, maxLength: 2_000, description: "The subscription's endpoint: a public https address" }),
    keys: Type.Object({
      p256dh: Type.String({ minLength: 87, maxLength: 88, description: "The browser's public key, base64url" }),
      auth: Type.String({ minLength: 22, maxLength: 24, description: "The browser's authentication secret, base64url" }),
    }),
    language: Type.Optional(
      Type.String({
        pattern: "^[a-z]{2}(?:-[A-Z]{2})?$",
        maxLength: 5,
        description: "Returned with each message, so that the browser can show it in this language. Default: en",
      }),
    ),
  },
  { title: "SubscribePush" },
);
export type SubscribePush = Static<typeof SubscribePush>;

export const PushSubscription = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: "Created in the session of this request" }),
    userAgent: NullableText({ description: "The browser's, when its session started" }),
    language: Type.String(),
    createdAt: Timestamp,
  },
  { title: "PushSubscription", description: "A browser that gets web push. Its push address and keys are never returned" },
);
export type PushSubscription = Static<typeof PushSubscription>;

export const ListPushSubscriptionsQuery = listQuery({});
export const PushSubscriptionList = ListOf(PushSubscription);
