import { type Static, Type } from "typebox";
import { NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const authorizationStatuses = ["pending", "exchanging", "choosing", "completed", "denied", "failed", "expired"] as const;

export const ChannelAuthorization = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    status: StringEnum(authorizationStatuses, { description: "choosing: several accounts were returned; complete it with one of them" }),
    error: NullableText({ description: "Why it was denied or failed" }),
    channelId: NullableText({ description: "The channel to reconnect" }),
    accounts: Type.Array(
      Type.Object({
        externalId: Type.String(),
        name: Type.String(),
        channelId: NullableText({ description: "The channel that this authorisation created" }),
      }),
      { description: "Accounts that can be connected; empty until the person has agreed" },
    ),
    channelIds: Type.Array(Type.String(), { description: "Channels it created or reconnected" }),
    expiresAt: Timestamp,
    createdAt: Timestamp,
  },
  { title: "ChannelAuthorization" },
);
export type ChannelAuthorization = Static<typeof ChannelAuthorization>;

export const StartedAuthorization = Type.Object(
  {
    id: Type.String(),
    authorizeUrl: Type.String({ description: "Where to send the person's browser" }),
    callbackUri: Type.String({ description: "The platform's redirect URL: must be registered with the provider app" }),
    expiresAt: Timestamp,
  },
  { title: "StartedAuthorization" },
);
export type StartedAuthorization = Static<typeof StartedAuthorization>;

const redirectUri = Type.Optional(
  Type.String({
    maxLength: 2_000,
    description: "Where the browser is redirected at the end; on PUBLIC_URL or an allowed origin. Default: a page of this server",
  }),
);

export const StartAuthorization = Type.Object(
  {
    kind: Type.String({ minLength: 1, maxLength: 50 }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Name of the channel; default: the account's name" })),
    redirectUri,
    config: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: "object",
        additionalProperties: true,
        description: "Settings of the channel and of your own provider app: see GET /channels/kinds",
      }),
    ),
  },
  { title: "StartAuthorization" },
);
export type StartAuthorization = Static<typeof StartAuthorization>;

export const ReconnectChannel = Type.Object({ redirectUri }, { title: "ReconnectChannel" });
export type ReconnectChannel = Static<typeof ReconnectChannel>;

export const CompleteAuthorization = Type.Object(
  {
    externalId: Type.String({ minLength: 1, maxLength: 200, description: "An account of the authorisation" }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { title: "CompleteAuthorization" },
);
export type CompleteAuthorization = Static<typeof CompleteAuthorization>;

export const AuthorizationCode = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 4_000,
      description: "From the platform's pop-up; send it at once, it may expire after 30 seconds",
    }),
  },
  { title: "AuthorizationCode" },
);
export type AuthorizationCode = Static<typeof AuthorizationCode>;
