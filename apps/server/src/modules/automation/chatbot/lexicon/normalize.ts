import { normalForm } from "#platform/text/normal.ts";

/**
 * Normalises text for the patterns of the lexicon: lower case, no accents on Latin letters, one form of Arabic letters,
 * no apostrophes, single spaces around words. Pure.
 */
export function normalizePhrase(text: string): string {
  return ` ${normalForm("NFC", normalForm("NFKD", text).replace(/[\u0300-\u036f]/g, ""))
    .toLowerCase()
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .replace(/ı/g, "i")
    .replace(/ß/g, "ss")
    .replace(/['’`´]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()} `;
}
