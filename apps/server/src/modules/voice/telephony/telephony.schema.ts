import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, NullableEnum, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { providers } from "./provider.ts";

/** The closed list of reasons why an account's test failed. */
export const accountFailures = [
  "invalid_credentials",
  "forbidden",
  "rate_limited",
  "server_error",
  "unreachable",
  "timed_out",
  "bad_response",
  "unreadable",
] as const;
export type AccountFailure = (typeof accountFailures)[number];

const name = Type.String({ minLength: 1, maxLength: 100 });
const accountId = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: "^[A-Za-z0-9_-]+$",
  description: "The account's id at the provider",
});
const authToken = Type.String({
  minLength: 8,
  maxLength: 200,
  description: "Verifies the provider's calls and signs ours; never shown again",
});
const baseUrl = NullableText({
  minLength: 1,
  maxLength: 500,
  description: "Of the provider's API, or of a compatible server. Default and null: the provider's own",
});

export const TelephonyAccount = Type.Object(
  {
    id: Type.String(),
    provider: StringEnum(providers),
    name: Type.String(),
    providerAccountId: Type.String(),
    baseUrl: Type.String(),
    lastFour: NullableText({ description: "The last characters of the token; null: too short to show any of it" }),
    status: StringEnum(["installed", "tested", "failed"], { description: "installed: not tested since it was set" }),
    lastError: NullableEnum(accountFailures, { description: "Why the last test failed" }),
    lastTestedAt: NullableTimestamp(),
    callbackUrl: Type.String({
      description: "Enter this at the provider as the webhook (POST) for incoming calls to its numbers",
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "TelephonyAccount" },
);
export type TelephonyAccount = Static<typeof TelephonyAccount>;
export const TelephonyAccountList = ListOf(TelephonyAccount);
export const ListTelephonyAccountsQuery = listQuery({});

export const CreateTelephonyAccount = Type.Object(
  { provider: StringEnum(providers), name, providerAccountId: accountId, authToken, baseUrl: Type.Optional(baseUrl) },
  { title: "CreateTelephonyAccount" },
);
export type CreateTelephonyAccount = Static<typeof CreateTelephonyAccount>;

export const UpdateTelephonyAccount = Type.Object(
  {
    name: Type.Optional(name),
    providerAccountId: Type.Optional(accountId),
    authToken: Type.Optional(authToken),
    baseUrl: Type.Optional(baseUrl),
  },
  { title: "UpdateTelephonyAccount" },
);
export type UpdateTelephonyAccount = Static<typeof UpdateTelephonyAccount>;

export const TelephonyAccountTest = Type.Object(
  { ok: Type.Boolean(), error: NullableEnum(accountFailures), testedAt: Timestamp },
  { title: "TelephonyAccountTest" },
);
export type TelephonyAccountTest = Static<typeof TelephonyAccountTest>;

const voiceAgentId = NullableText({ maxLength: 100, description: "The voice agent that answers it; null: nobody" });

export const PhoneNumber = Type.Object(
  {
    id: Type.String(),
    number: Type.String({ description: "E.164" }),
    name: Type.String(),
    telephonyAccountId: Type.String(),
    voiceAgentId,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "PhoneNumber" },
);
export type PhoneNumber = Static<typeof PhoneNumber>;
export const PhoneNumberList = ListOf(PhoneNumber);
export const ListPhoneNumbersQuery = listQuery({ voiceAgentId: Type.Optional(Type.String()) });

export const CreatePhoneNumber = Type.Object(
  {
    number: Type.String({ minLength: 1, maxLength: 40, description: "In international format" }),
    name: Type.Optional(name),
    telephonyAccountId: Type.String({ maxLength: 100, description: "The account that it belongs to at the provider" }),
    voiceAgentId: Type.Optional(voiceAgentId),
  },
  { title: "CreatePhoneNumber" },
);
export type CreatePhoneNumber = Static<typeof CreatePhoneNumber>;

export const UpdatePhoneNumber = Type.Object(
  { name: Type.Optional(name), voiceAgentId: Type.Optional(voiceAgentId) },
  { title: "UpdatePhoneNumber" },
);
export type UpdatePhoneNumber = Static<typeof UpdatePhoneNumber>;
