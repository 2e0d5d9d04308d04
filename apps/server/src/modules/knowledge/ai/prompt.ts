import type { ProviderModel } from "#modules/knowledge/ai-keys/index.ts";

type Prompt = Parameters<ProviderModel["doGenerate"]>[0]["prompt"];

/**
 * The prompt without the parts that only another provider understands: thought signatures, item ids, reasoning. `own`:
 * for each assistant message of this turn, whether its author is the candidate called now. Pure.
 */
export function withoutForeignParts(prompt: Prompt, own: readonly boolean[]): Prompt {
  if (own.every(Boolean)) return prompt;
  const assistants = prompt.filter((message) => message.role === "assistant").length;
  let seen = 0;
  // The tool message that follows belongs to the same author.
  let foreign = false;
  return prompt.map((message) => {
    if (message.role === "assistant") foreign = own[own.length - assistants + seen++] === false;
    else if (message.role !== "tool") foreign = false;
    if (!foreign || (message.role !== "assistant" && message.role !== "tool")) return message;
    const { providerOptions: _, ...rest } = message;
    const content = (message.content as { type: string; providerOptions?: unknown }[])
      .filter((part) => !["reasoning", "reasoning-file", "custom"].includes(part.type))
      .map(({ providerOptions: __, ...part }) => part);
    return { ...rest, content } as (typeof prompt)[number];
  });
}

/** The JSON value in a model's text, even inside a fenced block; undefined: there is none. Pure. */
export function readObject(text: string): unknown {
  const plain = text.trim();
  const fence = plain.length > 6 && plain.endsWith("```") ? /^```(?:json)?[^\S\n]*\n/.exec(plain)?.[0] : undefined;
  try {
    return JSON.parse(fence === undefined ? plain : plain.slice(fence.length, -3)) as unknown;
  } catch {
    // The answer may not be JSON; the caller requests it again.
    return undefined;
  }
}
