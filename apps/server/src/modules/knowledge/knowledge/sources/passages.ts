/** Runs in a thread: splits a text into passages, which may be long and crafted to be slow. */
import { type Block, chunkBlocks } from "./chunking.ts";
import { type PreparedChunk, prepareChunk } from "./indexing.queries.ts";
import { detectLanguage } from "../searching/languages.ts";
import { cleanText } from "../parsing/clean-text.ts";
import { readMarkdown } from "../parsing/markdown.ts";

/** First the facts about the whole text, then its passages in batches. */
export type PassagesPiece = { language: string; charCount: number } | { chunks: PreparedChunk[] };

const atOnce = 50;

/**
 * @param content a parser's result, or a text as its author gave it
 *
 * @param given the language; null: it is detected, or else `fallback`
 */
export async function* makePassages(
  content: Block[] | string,
  given: string | null,
  fallback: string,
  name: string | null,
): AsyncGenerator<PassagesPiece> {
  const blocks = typeof content === "string" ? readMarkdown(cleanText(content)) : content;
  const sample = blocks
    .slice(0, 200)
    .map((block) => block.text)
    .join("\n");
  const language = given ?? (await detectLanguage(sample)) ?? fallback;
  yield { language, charCount: blocks.reduce((sum, block) => sum + block.text.length, 0) };
  let chunks: PreparedChunk[] = [];
  for (const chunk of chunkBlocks(blocks, language)) {
    chunks.push(prepareChunk(chunk, "source", language, name));
    if (chunks.length < atOnce) continue;
    yield { chunks };
    chunks = [];
  }
  if (chunks.length > 0) yield { chunks };
}
