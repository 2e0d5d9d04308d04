import { createHash } from "node:crypto";

/** A question up to case, width, accents' spelling, punctuation and spaces: equal keys ask the same. */
export function questionKey(question: string): string {
  return question
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** The lexeme that stands for a whole question; no text search configuration makes one that begins with =. */
export function wholeQuestionTerm(question: string): string {
  return `=${createHash("sha256").update(questionKey(question)).digest("hex").slice(0, 32)}`;
}

const questionMax = 300;

/** A question as it may be kept: without e-mail addresses, web addresses and long numbers, which name people or their things. */
export function withoutPersonalData(question: string): string {
  return question
    .replace(/(?<![^\s@])[^\s@]+@[^\s@]+/g, "…")
    .replace(/\bhttps?:\/\/\S+/gi, "…")
    .replace(/\+?\d[\d\s().\-/]{4,}\d/g, "…")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, questionMax)
    .toWellFormed();
}
