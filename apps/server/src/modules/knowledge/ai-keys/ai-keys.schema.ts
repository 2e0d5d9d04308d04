import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableTimestamp, NullableEnum, Timestamp, StringEnum, NullableText } from "#platform/http/schemas.ts";
import { failures } from "./provider-failure.ts";
import { modelsMax, providers } from "./providers.ts";

const Failure = (description: string) => NullableEnum([...failures, "bad_output", "unreadable"], { description });

export const AiCircuit = Type.Object(
  {
    model: NullableText({ description: "null: all models of the key" }),
    openUntil: Timestamp,
    reason: Failure("What opened it"),
  },
  { title: "AiCircuit" },
);

export const AiKey = Type.Object(
  {
    id: Type.String(),
    provider: StringEnum(providers),
    name: Type.String(),
    baseUrl: Type.String(),
    status: StringEnum(["installed", "tested", "failed", "disabled"], {
      description:
        "installed: not tested since it was set; failed: the provider rejects it or it cannot be decrypted, see lastError; disabled: isActive is false",
    }),
    isActive: Type.Boolean(),
    lastFour: NullableText({
      description: "The last characters of the key; the key itself is never shown. null: too short to show any of it",
    }),
    models: Type.Array(Type.String(), {
      description:
        "The first one is used when no model is named. Empty: none is set yet, and the key is not used until a test has found its models",
    }),
    priority: Type.Integer({ description: "1 is tried first" }),
    lastTestedAt: NullableTimestamp({ description: "From the last test of the current key" }),
    lastError: Failure(
      "Why the last test failed, or why the key has been rejected since; unreadable: the stored key cannot be decrypted, set it again",
    ),
    circuits: Type.Array(AiCircuit, { description: "Temporarily skipped because of repeated failures" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "AiKey" },
);
export type AiKey = Static<typeof AiKey>;
export const AiKeyList = ListOf(AiKey);
export const ListAiKeysQuery = listQuery({ provider: Type.Optional(StringEnum(providers)) });

const name = Type.String({ minLength: 1, maxLength: 100, description: "One per provider and tenant" });
const apiKey = Type.String({ minLength: 1, maxLength: 500, description: "Never shown again" });
const baseUrl = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "Including the version in its path, for example https://models.example.com/v1",
});
const models = {
  type: "array",
  items: Type.String({ minLength: 1, maxLength: 200 }),
  minItems: 1,
  maxItems: modelsMax,
  description: "As the provider spells them; the first one is used when no model is named",
};
const priority = Type.Integer({ minimum: 1, maximum: 1_000, description: "1 is tried first; equal priorities: the older key first" });

export const CreateAiKey = Type.Object(
  {
    provider: StringEnum(providers, { description: "openai_compatible: any server with that interface" }),
    name: Type.Optional(name),
    apiKey,
    baseUrl: Type.Optional(baseUrl),
    models: Type.Optional(
      Type.Unsafe<string[]>({
        ...models,
        description: `${models.description}. Default: those that the provider lists when the key is tested, without models that do not generate text`,
      }),
    ),
    priority: Type.Optional(priority),
    isActive: Type.Optional(Type.Boolean()),
  },
  { title: "CreateAiKey" },
);
export type CreateAiKey = Static<typeof CreateAiKey>;

export const UpdateAiKey = Type.Object(
  {
    name: Type.Optional(name),
    apiKey: Type.Optional(apiKey),
    baseUrl: Type.Optional(baseUrl),
    models: Type.Optional(Type.Unsafe<string[]>(models)),
    priority: Type.Optional(priority),
    isActive: Type.Optional(Type.Boolean({ description: "false: the key is stored but not used" })),
  },
  { title: "UpdateAiKey" },
);
export type UpdateAiKey = Static<typeof UpdateAiKey>;

export const AiKeyTest = Type.Object(
  {
    ok: Type.Boolean(),
    error: Failure("From the step that failed"),
    step: NullableEnum(["list_models", "generate"], {
      description: "The step that failed; null with unreadable: the provider was not called",
    }),
    models: Type.Array(Type.String(), { description: "Models that the key can use, as listed by the provider; at most 500" }),
    unknownModels: Type.Array(Type.String(), { description: "Models of the key that are missing from that list" }),
    latencyMs: Type.Integer({ description: "Duration of the tiny generation; 0 when it did not run" }),
    testedAt: Timestamp,
  },
  { title: "AiKeyTest" },
);
export type AiKeyTest = Static<typeof AiKeyTest>;
