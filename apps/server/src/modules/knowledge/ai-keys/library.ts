/**
 * The libraries that call models: 20 MB with their dependencies, loaded on the first call. An installation without
 * models never loads them.
 */
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

/** Undefined until a call needs it: before that, none of its errors can have been thrown. */
export const loadedModelLibrary = (): ModelLibrary | undefined => loaded;
