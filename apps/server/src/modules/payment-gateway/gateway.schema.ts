import { type Static, Type } from "typebox";
import { NullableText, NullableTimestamp } from "#platform/http/schemas.ts";

export const GatewaySettings = Type.Object(
  {
    enabled: Type.Boolean({ description: "Whether new payment requests are taken" }),
    reconciliationEnabled: Type.Boolean({ description: "Whether open invoices are asked about, in case a callback was lost" }),
    baseUrl: Type.String({ description: "Address of the gateway's interface" }),
    currency: Type.String({ description: "ISO 4217; what invoices are made in" }),
    hasSecretKey: Type.Boolean(),
    secretKeyLast4: NullableText({ description: "null also for a key so short that they would give it away" }),
    hasCallbackToken: Type.Boolean(),
    callbackUrl: Type.String({ description: "Where the gateway is to send its callbacks" }),
    testedAt: NullableTimestamp({ description: "When the present settings were last tested" }),
    testError: NullableText({ description: "What that test found; null: nothing" }),
    updatedAt: NullableTimestamp(),
  },
  { title: "GatewaySettings" },
);
export type GatewaySettings = Static<typeof GatewaySettings>;

const secret = (description: string) => Type.String({ minLength: 1, maxLength: 500, writeOnly: true, description });

export const UpdateGatewaySettings = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    reconciliationEnabled: Type.Optional(Type.Boolean()),
    baseUrl: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    secretKey: Type.Optional(secret("User name of HTTP Basic authentication at the gateway")),
    callbackToken: Type.Optional(secret("What its callbacks carry in x-callback-token")),
    clearSecretKey: Type.Optional(Type.Boolean()),
    clearCallbackToken: Type.Optional(Type.Boolean()),
  },
  { title: "UpdateGatewaySettings", description: "Fields left out stay as they are. A secret is set or cleared, not both" },
);
export type UpdateGatewaySettings = Static<typeof UpdateGatewaySettings>;

export const testErrors = ["no_secret_key", "invalid_secret_key", "address_not_allowed", "unreachable", "unexpected_answer"] as const;

export const GatewayTest = Type.Object(
  {
    ok: Type.Boolean(),
    error: Type.Unsafe<(typeof testErrors)[number] | null>({ type: ["string", "null"], enum: [...testErrors, null] }),
    message: NullableText({ description: "The same in words" }),
    testedAt: Type.String({ format: "date-time" }),
  },
  { title: "GatewayTest" },
);
export type GatewayTest = Static<typeof GatewayTest>;
