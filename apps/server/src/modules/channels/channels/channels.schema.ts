import { type Static, Type } from "typebox";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const channelStatuses = ["Pending", "Connected", "NeedsReauth", "Disconnected", "Error"] as const;

export const Channel = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: "chat_app, photo_social or short_video" }),
    name: Type.String(),
    externalId: Type.String({ description: "The platform's id of the connected account" }),
    status: StringEnum(channelStatuses, {
      description:
        "Pending: the platform has not yet confirmed that the credentials give access to the account, or its setup there is incomplete; it is asked again automatically. Connected: it sends and receives. NeedsReauth: the platform refuses the credentials. Disconnected: switched off here or by the platform. Error: the platform restricts the account, or another tenant has proved that it owns it",
    }),
    statusReason: NullableText({
      description:
        "Why it is not Connected, in the platform's words if it gave any; when Connected: the platform refused its credentials, and they are being refreshed",
    }),
    config: Type.Unsafe<Record<string, unknown>>({
      type: "object",
      additionalProperties: true,
      description: "Non-secret settings",
    }),
    hasSecrets: Type.Array(Type.String(), { description: "Names of the secret settings that are set; their values are never returned" }),
    messagesPerSecond: Type.Integer(),
    qualityRating: NullableText(),
    messagingLimit: NullableText(),
    credentialsExpireAt: NullableTimestamp({ description: "When the credentials expire, if known" }),
    credentialsRenewableUntil: NullableTimestamp({
      description: "Until when they are refreshed automatically, if the platform reports it; afterwards a person has to sign in again",
    }),
    callbackPath: Type.String({ description: "Callback URL for your own provider app, below this server's address" }),
    capabilities: Type.Object({
      types: Type.Array(Type.String(), { description: "Message types that can be sent" }),
      startsConversations: Type.Boolean({ description: "Businesses can write first (with a template)" }),
      windowHours: Type.Number({ description: "Customer service window" }),
      textCharactersMax: Type.Integer(),
    }),
    templatesSyncedAt: NullableTimestamp(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "Channel" },
);
export type Channel = Static<typeof Channel>;

const Config = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: true,
  description: "Settings of this kind: see GET /channels/kinds. Secret settings are write-only",
});

export const CreateChannel = Type.Object(
  {
    kind: Type.String({ minLength: 1, maxLength: 50 }),
    name: Type.String({ minLength: 1, maxLength: 200 }),
    externalId: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Optional when config names it" })),
    config: Config,
  },
  { title: "CreateChannel" },
);
export type CreateChannel = Static<typeof CreateChannel>;

export const UpdateChannel = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    status: Type.Optional(StringEnum(["Connected", "Disconnected"], { description: "Reconnect, or stop sending" })),
    config: Type.Optional(Config),
  },
  { title: "UpdateChannel" },
);
export type UpdateChannel = Static<typeof UpdateChannel>;

export const ChannelList = ListOf(Channel);
export const ListChannelsQuery = listQuery({
  kind: Type.Optional(Type.String({ maxLength: 50 })),
  status: Type.Optional(StringEnum(channelStatuses)),
});

export const ChannelKind = Type.Object(
  {
    kind: Type.String(),
    label: Type.String(),
    externalIdField: Type.String(),
    addressKind: StringEnum(["phone", "platform"], {
      description: "phone: customers are identified by their phone numbers; platform: by the platform's ids",
    }),
    configFields: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        type: StringEnum(["string", "integer"]),
        required: Type.Boolean(),
        secret: Type.Boolean(),
        help: Type.String(),
      }),
    ),
    authorization: Nullable(
      Type.Object({
        available: Type.Boolean({ description: "This server has a provider app; otherwise give your own" }),
        callbackUri: Type.String({ description: "To be registered with the provider app" }),
        codeFromPage: Type.Boolean({ description: "Its sign-up can also run in your own page, which then submits the code" }),
        ownAppFields: Type.Array(Type.String(), { description: "Settings that name your own provider app in a request" }),
      }),
    ),
    templateEdits: Nullable(
      Type.Object(
        {
          states: Type.Array(Type.String(), { description: "Statuses in which a template can be edited" }),
          categoryFixedIn: Type.Array(Type.String(), { description: "Those of them in which its category cannot change" }),
        },
        { description: "null: templates cannot be edited" },
      ),
    ),
    calls: Type.Boolean({ description: "Customers can call, and a voice agent can answer: see `/channels/{id}/calling`" }),
  },
  { title: "ChannelKind" },
);
export const ChannelKindList = ListOf(ChannelKind);

export const channelUpdatedData = Type.Object({
  channelId: Type.String(),
  status: StringEnum(channelStatuses),
  statusReason: Nullable(Type.String()),
  notice: Nullable(Type.String()),
  qualityRating: Nullable(Type.String()),
  messagingLimit: Nullable(Type.String()),
  messagesPerSecond: Type.Integer(),
});
