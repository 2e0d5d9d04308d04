import { createHash } from "node:crypto";
import { normalForm } from "#platform/text/normal.ts";

/** A question without case, width, accent forms, punctuation and spaces: equal keys mean the same question. */
export function questionKey(question: string): string {
  return normalForm("NFKC", question)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** The lexeme for a whole question; no text search configuration produces one that begins with =. */
export function wholeQuestionTerm(question: string): string {
  return `=${createHash("sha256").update(questionKey(question)).digest("hex").slice(0, 32)}`;
}

const questionMax = 300;

/**
 * A question in a form that may be stored: without e-mail addresses, web addresses and long numbers, which may be
 * personal data.
 */
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
