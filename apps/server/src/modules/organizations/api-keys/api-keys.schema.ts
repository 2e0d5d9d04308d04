import { type Static, Type } from "typebox";
import { allScopes } from "#platform/auth/scopes.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";

const fields = {
  id: Type.String(),
  name: Type.String(),
  environment: StringEnum(["live", "test"]),
  lastFour: Type.String({ description: "The last four characters of the key" }),
  scopes: Type.Array(StringEnum(allScopes, { title: "Scope" })),
  rateLimitPerMinute: Nullable(Type.Integer({ description: "null: the installation's default" })),
  createdBy: NullableText({ description: "The key or agent that created it; null: the command line" }),
  createdAt: Timestamp,
  expiresAt: NullableTimestamp(),
  revokedAt: NullableTimestamp(),
  lastUsedAt: NullableTimestamp({ description: "Rounded to the minute" }),
};

export const ApiKey = Type.Object(fields, { title: "ApiKey" });
export type ApiKey = Static<typeof ApiKey>;

export const CreatedApiKey = extending(
  ApiKey,
  { key: Type.String({ description: "The key itself; shown only once, only its hash is stored" }) },
  { title: "CreatedApiKey" },
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const CreateApiKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    scopes: Type.Array(StringEnum(allScopes, { title: "Scope" }), {
      minItems: 1,
      maxItems: 100,
      description: "Only scopes that the caller has",
    }),
    environment: Type.Optional(StringEnum(["live", "test"], { default: "live" })),
    rateLimitPerMinute: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000_000,
        description: "At most the calling key's own, which is also the default; in a session at most the installation's default",
      }),
    ),
    expiresAt: Type.Optional(Nullable(Type.String({ format: "date-time" }))),
  },
  { title: "CreateApiKey" },
);
export type CreateApiKey = Static<typeof CreateApiKey>;

export const UpdateApiKey = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }) }, { title: "UpdateApiKey" });
export type UpdateApiKey = Static<typeof UpdateApiKey>;

export const ApiKeyList = ListOf(ApiKey);
export const ListApiKeysQuery = listQuery({});
