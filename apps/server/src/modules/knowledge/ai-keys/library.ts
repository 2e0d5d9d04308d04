/** The libraries that speak with models: 20 MB with all they bring, loaded with the first call. An installation without a model never does. */
async function load() {
  const [ai, anthropic, google, openai, compatible] = await Promise.all([
    import("ai"),
    import("@ai-sdk/anthropic"),
    import("@ai-sdk/google"),
    import("@ai-sdk/openai"),
    import("@ai-sdk/openai-compatible"),
  ]);
  return {
    ...ai,
    createAnthropic: anthropic.createAnthropic,
    createGoogle: google.createGoogle,
    createOpenAI: openai.createOpenAI,
    createOpenAICompatible: compatible.createOpenAICompatible,
  };
}

export type ModelLibrary = Awaited<ReturnType<typeof load>>;

let loading: Promise<ModelLibrary> | undefined;
let loaded: ModelLibrary | undefined;

export async function loadModelLibrary(): Promise<ModelLibrary> {
  loading ??= load();
  loaded = await loading;
  return loaded;
}

/** Undefined as long as no call needed it: then nothing it throws can have been thrown. */
export const loadedModelLibrary = (): ModelLibrary | undefined => loaded;
