import { normalForm } from "#platform/text/normal.ts";

/** Languages with a stemmer in PostgreSQL, by their ISO 639 code. Others are searched by whole words. */
const stemmers = new Map([
  ["ar", "arabic"],
  ["hy", "armenian"],
  ["eu", "basque"],
  ["ca", "catalan"],
  ["da", "danish"],
  ["nl", "dutch"],
  ["en", "english"],
  ["fi", "finnish"],
  ["fr", "french"],
  ["de", "german"],
  ["el", "greek"],
  ["hi", "hindi"],
  ["hu", "hungarian"],
  ["id", "indonesian"],
  ["ga", "irish"],
  ["it", "italian"],
  ["lt", "lithuanian"],
  ["ne", "nepali"],
  ["no", "norwegian"],
  ["nb", "norwegian"],
  ["nn", "norwegian"],
  ["pt", "portuguese"],
  ["ro", "romanian"],
  ["ru", "russian"],
  ["sr", "serbian"],
  ["es", "spanish"],
  ["sv", "swedish"],
  ["ta", "tamil"],
  ["tr", "turkish"],
  ["yi", "yiddish"],
]);

/** The text search configuration that splits a language into lexemes. */
export function configOf(language: string): string {
  return stemmers.get(language) ?? "simple";
}

/** Scripts written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}ー々]+/gu;
const segmenters = new Map<string, Intl.Segmenter>();
/** Segmentation is linear per piece, but ICU is slow to start and needs much memory for very long ones. */
const pieceMax = 5_000;

/**
 * The text as input for PostgreSQL's parser: words separated by spaces in every script, without anything it would treat
 * as a path ("and/or" is one word to it). Case follows the language's rules: Turkish has two letters i.
 */
export function prepareText(text: string, language: string): string {
  const plain = normalForm("NFKC", text)
    .replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, "")
    .replace(/[/\\_|<>&=]/g, " ");
  const cased = language === "tr" || language === "az" ? plain.toLocaleLowerCase(language) : plain;
  return cased.replace(unspaced, (run) => ` ${words(run, language).join(" ")} `);
}

function words(run: string, language: string): string[] {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) segmenters.set(language, (segmenter = new Intl.Segmenter(language, { granularity: "word" })));
  const out: string[] = [];
  for (let at = 0; at < run.length; at += pieceMax) {
    for (const { segment, isWordLike } of segmenter.segment(run.slice(at, at + pieceMax))) if (isWordLike === true) out.push(segment);
  }
  return out;
}

const charactersMin = 20;
const charactersRead = 2_000;

/**
 * The language of a text as an ISO 639 code, or null if it is too short or too mixed to tell. A script used by only one
 * language outweighs statistics, however short the text.
 */
export async function detectLanguage(text: string): Promise<string | null> {
  const sample = text.slice(0, charactersRead);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample)) return "ja";
  if (/\p{Script=Hangul}/u.test(sample)) return "ko";
  if (/\p{Script=Thai}/u.test(sample)) return "th";
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  if (han > 0 && han * 3 > sample.replace(/\s/g, "").length) return "zh";
  if (sample.trim().length < charactersMin) return null;
  // Loaded only on use: its tables take 60 MB, which a process that reads no text does not need.
  const { eld } = await import("eld/extrasmall");
  const found = eld.detect(sample);
  return found.isReliable() && /^[a-z]{2,3}$/.test(found.language) ? found.language : null;
}
