import { type Static, Type } from "typebox";
import { NullableText, NullableTimestamp } from "#platform/http/schemas.ts";

export const GatewaySettings = Type.Object(
  {
    enabled: Type.Boolean({ description: "Whether new payment requests are accepted" }),
    reconciliationEnabled: Type.Boolean({ description: "Whether the gateway is polled for open invoices, in case a callback was lost" }),
    baseUrl: Type.String({ description: "Base URL of the gateway's API" }),
    currency: Type.String({ description: "ISO 4217; the currency of invoices" }),
    hasSecretKey: Type.Boolean(),
    secretKeyLast4: NullableText({ description: "null also when the key is so short that they would reveal it" }),
    hasCallbackToken: Type.Boolean(),
    callbackUrl: Type.String({ description: "The callback URL to set at the gateway" }),
    testedAt: NullableTimestamp({ description: "When the current settings were last tested" }),
    testError: NullableText({ description: "Result of the last test; null: not tested" }),
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
    secretKey: Type.Optional(secret("User name for HTTP Basic authentication at the gateway")),
    callbackToken: Type.Optional(secret("The token that the gateway sends with its callbacks in x-callback-token")),
    clearSecretKey: Type.Optional(Type.Boolean()),
    clearCallbackToken: Type.Optional(Type.Boolean()),
  },
  { title: "UpdateGatewaySettings", description: "Omitted fields keep their values. A secret is set or cleared, not both" },
);
export type UpdateGatewaySettings = Static<typeof UpdateGatewaySettings>;

export const testErrors = ["no_secret_key", "invalid_secret_key", "address_not_allowed", "unreachable", "unexpected_answer"] as const;

export const GatewayTest = Type.Object(
  {
    ok: Type.Boolean(),
    error: Type.Unsafe<(typeof testErrors)[number] | null>({ type: ["string", "null"], enum: [...testErrors, null] }),
    message: NullableText({ description: "The result in words" }),
    testedAt: Type.String({ format: "date-time" }),
  },
  { title: "GatewayTest" },
);
export type GatewayTest = Static<typeof GatewayTest>;
