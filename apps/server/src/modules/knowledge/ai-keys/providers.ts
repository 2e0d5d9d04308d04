import type { LanguageModel } from "ai";
import type { Secret } from "#platform/crypto/secret.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import type { ModelLibrary } from "./library.ts";
import { createProviderFetch } from "./provider-fetch.ts";

export const providers = ["openai", "anthropic", "google", "openai_compatible"] as const;
export type Provider = (typeof providers)[number];

/** The library's own model type, without the model names that the library also accepts. */
export type ProviderModel = Extract<LanguageModel, { specificationVersion: "v4" }>;

/** What a call needs from a key. */
export interface ProviderAccess {
  provider: Provider;
  /** Without a trailing slash. */
  baseUrl: string;
  apiKey: Secret;
}

/** The providers' own addresses; a compatible provider has none. */
export const defaultBaseUrls: Readonly<Record<Provider, string | null>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  openai_compatible: null,
};

/** A model behind the outbound guard. Address and key are always given, so nothing is taken from the environment. */
export function openModel(library: ModelLibrary, outbound: OutboundClient, access: ProviderAccess, model: string): ProviderModel {
  const settings = { baseURL: access.baseUrl, apiKey: access.apiKey.reveal(), fetch: createProviderFetch(outbound) };
  switch (access.provider) {
    case "openai":
      return library.createOpenAI(settings).responses(model) as ProviderModel;
    case "anthropic":
      return library.createAnthropic(settings)(model) as ProviderModel;
    case "google":
      return library.createGoogle(settings)(model) as ProviderModel;
    case "openai_compatible":
      // Most servers of this kind do not support schemas: the answer is checked here in any case.
      return library.createOpenAICompatible({ ...settings, name: "compatible", supportsStructuredOutputs: true })(model) as ProviderModel;
  }
}

/** Options for a single provider. */
export const providerOptions = {
  // The provider stores no copy of a conversation. Its strict mode does not support schemas with optional fields; the
  // answer is checked here.
  openai: { store: false, strictJsonSchema: false },
};

/** The request that lists a key's models. */
export function listRequest(access: ProviderAccess): { url: string; headers: Record<string, string> } {
  const key = access.apiKey.reveal();
  switch (access.provider) {
    case "openai":
    case "openai_compatible":
      return { url: `${access.baseUrl}/models`, headers: { authorization: `Bearer ${key}` } };
    case "anthropic":
      return { url: `${access.baseUrl}/models?limit=1000`, headers: { "x-api-key": key, "anthropic-version": "2023-06-01" } };
    case "google":
      return { url: `${access.baseUrl}/models?pageSize=1000`, headers: { "x-goog-api-key": key } };
  }
}

/** The names in a list of models; null: not such a list. Google's names carry a prefix that calls omit. */
export function readModelList(provider: Provider, body: unknown): string[] | null {
  const list = (body as Record<string, unknown> | null)?.[provider === "google" ? "models" : "data"];
  if (!Array.isArray(list)) return null;
  const names = list.map((entry: unknown) => (entry as Record<string, unknown> | null)?.[provider === "google" ? "name" : "id"]);
  if (names.some((name) => typeof name !== "string")) return null;
  return (names as string[]).map((name) => (provider === "google" ? name.replace(/^models\//, "") : name));
}

/** Per key. */
export const modelsMax = 50;

/** Models for something other than text. A model with an unknown name is tried. */
const otherKinds =
  /embed|whisper|tts|speech|transcri|audio|realtime|dall-e|image|imagen|veo|sora|video|moderation|rerank|guard|ocr|aqa|babbage|davinci/i;

/** The listed models that write text, in the provider's order, at most as many as a key may have. */
export function textModels(listed: readonly string[]): string[] {
  const known = [...new Set(listed)].filter((name) => name.trim() === name && name.length >= 1 && name.length <= 200);
  return known.filter((name) => !otherKinds.test(name)).slice(0, modelsMax);
}
