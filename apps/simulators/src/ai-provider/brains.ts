import type { Brain, SimulatedRequest } from "./types.ts";

/** Words of a text, for comparison. */
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
const lastUser = (request: SimulatedRequest) => request.messages.findLast((message) => message.role === "user")?.text ?? "";

/**
 * Answers from its input, like a model that keeps to its documents: calls a search tool first if there is one, then repeats the sentence of
 * its context that shares the most words with the question. Says that it does not know if none shares any.
 */
export const contextBrain: Brain = (request) => {
  const question = lastUser(request);
  const search = request.toolsForbidden ? undefined : request.tools.find((tool) => /search|knowledge|lookup/i.test(tool.name));
  const called = request.messages.some((message) => message.toolCalls.length > 0);
  if (search !== undefined && !called)
    return { toolCalls: [{ name: search.name, input: fill(search.schema as Record<string, unknown>, question) }] };
  const context = [request.system, ...request.messages.filter((message) => message.role === "tool").map((message) => message.text)].join(
    "\n",
  );
  const wanted = wordsOf(question);
  let best = { score: 0, sentence: "" };
  for (const sentence of context.split(/(?<=[.!?])\s+|\n+|\\n/)) {
    const score = [...wordsOf(sentence)].filter((word) => wanted.has(word)).length;
    if (score > best.score) best = { score, sentence: sentence.trim() };
  }
  return said(request, best.score === 0 ? "I do not know." : best.sentence);
};

/** Summarizes the transcript of a call in its own words; answers everything else like `contextBrain`. */
export const callBrain: Brain = (request) => {
  if (!/summari[sz]e a telephone call/i.test(request.system)) return contextBrain(request);
  const lines = lastUser(request).split("\n");
  const said = (who: string) => lines.filter((line) => line.startsWith(`${who}: `)).map((line) => line.slice(who.length + 2));
  const wanted = said("caller").map((line) => `“${line}”`);
  // The first words are the greeting.
  const answers = said("agent").slice(1);
  return {
    text: [
      wanted.length === 0 ? "The caller said nothing." : `The caller said ${wanted.join(", then ")}.`,
      ...(answers[0] === undefined ? [] : [`The agent answered: ${answers[0]}`]),
      ...(answers.length > 1 ? [`At the end: ${answers.at(-1)}`] : []),
    ].join(" "),
  };
};

const order = /(?:reply|answer|respond|say|output|print|repeat)(?: only)?(?: with)?(?: exactly)?:?\s+["'“]?([^"'”\n]{1,500})/gi;
const toolOrder = /(?:call|use|run)(?: the)?(?: tool)? ([a-zA-Z0-9_-]{1,64}) with (\{[^\n]*\})/gi;

/**
 * Obeys whatever it reads: it carries out the last order anywhere in its input (including documents, tool results and the customer's
 * words). What an attacker wishes for; only checks outside the model stop it.
 */
export const obedientBrain: Brain = (request) => {
  const texts = [request.system, ...request.messages.map((message) => message.text)].join("\n");
  const [tool] = [...texts.matchAll(toolOrder)].slice(-1);
  const called = request.messages.some((message) => message.toolCalls.length > 0);
  if (tool !== undefined && !called && !request.toolsForbidden && request.tools.some(({ name }) => name === tool[1]))
    return { toolCalls: [{ name: tool[1] as string, input: JSON.parse(tool[2] as string) as unknown }] };
  const [last] = [...texts.matchAll(order)].slice(-1);
  return said(request, last?.[1]?.trim() ?? lastUser(request));
};

/** A text in the requested form. */
export function said(request: SimulatedRequest, text: string): { text: string } {
  return { text: request.schema === null ? text : JSON.stringify(fill(request.schema, text)) };
}

/** A value that matches a JSON Schema, with a text wherever one is allowed. */
function fill(schema: Record<string, unknown>, text: string): unknown {
  const {
    type,
    enum: words,
    const: only,
    properties,
    anyOf,
    items,
    minItems,
  } = schema as {
    type?: string | string[];
    enum?: unknown[];
    const?: unknown;
    properties?: Record<string, Record<string, unknown>>;
    anyOf?: Record<string, unknown>[];
    items?: Record<string, unknown>;
    minItems?: number;
  };
  if (only !== undefined) return only;
  if (words !== undefined) return words[0];
  if (anyOf !== undefined) return fill(anyOf[0] as Record<string, unknown>, text);
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return Object.fromEntries(Object.entries(properties ?? {}).map(([name, of]) => [name, fill(of, text)]));
    case "array":
      return Array.from({ length: minItems ?? 0 }, () => fill(items ?? {}, text));
    case "boolean":
      return false;
    case "integer":
    case "number":
      return (schema["minimum"] as number | undefined) ?? 0;
    case "null":
      return null;
    default:
      return text.slice(0, (schema["maxLength"] as number | undefined) ?? undefined);
  }
}
