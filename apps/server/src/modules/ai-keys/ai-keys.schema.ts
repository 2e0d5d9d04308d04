import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableTimestamp, NullableWords, Timestamp, Words, NullableText } from "#platform/http/schemas.ts";
import { failures } from "./provider-failure.ts";
import { modelsMax, providers } from "./providers.ts";

const Failure = (description: string) => NullableWords([...failures, "bad_output", "unreadable"], { description });

export const AiCircuit = Type.Object(
  {
    model: NullableText({ description: "null: the whole key" }),
    openUntil: Timestamp,
    reason: Failure("What opened it"),
  },
  { title: "AiCircuit" },
);

export const AiKey = Type.Object(
  {
    id: Type.String(),
    provider: Words(providers),
    name: Type.String(),
    baseUrl: Type.String(),
    status: Words(["installed", "tested", "failed", "disabled"], {
      description:
        "installed: not tried since it was set; failed: the provider refuses it or it does not open, see lastError; disabled: isActive is false",
    }),
    isActive: Type.Boolean(),
    lastFour: NullableText({ description: "The end of the key; the key itself is never shown. null: too short to show any of it" }),
    models: Type.Array(Type.String(), {
      description:
        "The first is used where no model is named. Empty: named by nobody yet, and the key is not used until a test has found them",
    }),
    priority: Type.Integer({ description: "1 is asked first" }),
    lastTestedAt: NullableTimestamp({ description: "Of the last test of the key as it is" }),
    lastError: Failure(
      "Why the last test failed, or why the key was refused since; unreadable: what is stored does not open, set the key again",
    ),
    circuits: Type.Array(AiCircuit, { description: "What is left alone for a while because it kept failing" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "AiKey" },
);
export type AiKey = Static<typeof AiKey>;
export const AiKeyList = ListOf(AiKey);
export const ListAiKeysQuery = listQuery({ provider: Type.Optional(Words(providers)) });

const name = Type.String({ minLength: 1, maxLength: 100, description: "One per provider and tenant" });
const apiKey = Type.String({ minLength: 1, maxLength: 500, description: "Never shown again" });
const baseUrl = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "With the version in its path, such as https://models.example.com/v1",
});
const models = {
  type: "array",
  items: Type.String({ minLength: 1, maxLength: 200 }),
  minItems: 1,
  maxItems: modelsMax,
  description: "As the provider spells them; the first is used where no model is named",
};
const priority = Type.Integer({ minimum: 1, maximum: 1_000, description: "1 is asked first; of equals the older" });

export const CreateAiKey = Type.Object(
  {
    provider: Words(providers, { description: "openai_compatible: any server that speaks that interface" }),
    name: Type.Optional(name),
    apiKey,
    baseUrl: Type.Optional(baseUrl),
    models: Type.Optional(
      Type.Unsafe<string[]>({
        ...models,
        description: `${models.description}. Left out: those that the provider lists when the key is tested, without such as write no text`,
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
    isActive: Type.Optional(Type.Boolean({ description: "false: the key is kept and not used" })),
  },
  { title: "UpdateAiKey" },
);
export type UpdateAiKey = Static<typeof UpdateAiKey>;

export const AiKeyTest = Type.Object(
  {
    ok: Type.Boolean(),
    error: Failure("Of the step that failed"),
    step: NullableWords(["list_models", "generate"], { description: "The step that failed; null with unreadable: nobody was asked" }),
    models: Type.Array(Type.String(), { description: "What the key may use, as the provider lists it; at most 500" }),
    unknownModels: Type.Array(Type.String(), { description: "Models of the key that are not in that list" }),
    latencyMs: Type.Integer({ description: "Of the tiny generation; 0 when it did not come to that" }),
    testedAt: Timestamp,
  },
  { title: "AiKeyTest" },
);
export type AiKeyTest = Static<typeof AiKeyTest>;
