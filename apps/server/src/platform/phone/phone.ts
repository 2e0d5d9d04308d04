import { normalForm } from "../text/normal.ts";

/**
 * Telephone numbers as contacts' lookup keys: E.164, and one key for the national variants of a number. Has no table of
 * numbering plans: the platform decides whether a number exists.
 */
export interface Phone {
  /** `+447700900123` */
  e164: string;
  /** `447700900123`: as chat platforms write it. */
  digits: string;
}

const E164 = /^[1-9][0-9]{6,14}$/;

// What people put between digits: spaces of all kinds, hyphens and dashes, dots, slashes, brackets, invisible characters.
const SEPARATORS = /[\s\-‐-―−.·/()[\]\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/**
 * Normalizes a number in international form as people write it: optional `+`, `00` or `tel:`, separators, a national
 * zero as in `+44 (0)20 …`, full-width and Arabic digits. 7 to 15 digits, the first not 0. Null for anything else:
 * national numbers (no country is guessed), letters, extensions.
 */
export function normalizePhone(text: string): Phone | null {
  if (text.length > 64) return null;
  let rest = normalForm("NFKC", text)
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .trim()
    .replace(/^tel:/i, "");
  const international = /^[\s(]*(\+|00)/.test(rest.replace(/^[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/u, ""));
  if (international) rest = rest.replace(/\(\s*0\s*\)/, "");
  rest = rest.replace(SEPARATORS, "");
  const digits = rest.startsWith("+") ? rest.slice(1) : rest.startsWith("00") ? rest.slice(2) : rest;
  return E164.test(digits) ? { e164: `+${digits}`, digits } : null;
}

interface VariantRule {
  /** The short and the long spelling of one number; `long` has `digit` before the second group. */
  short: RegExp;
  long: RegExp;
  digit: string;
  /** Which of the two is the key. */
  key: "short" | "long";
}

/**
 * Countries where chat platforms and people spell one number in two ways (chatwoot/chatwoot#5840, #13986, #14048; read
 * 2026-11-20). Which form an account is registered under cannot be computed: sending uses the platform's id.
 */
const VARIANT_RULES: readonly VariantRule[] = [
  // Brazil: mobiles got a ninth digit, 9, after the area code; older accounts keep eight. Old mobiles start with 6 to
  // 9, landlines with 2 to 5: those must not become someone's mobile.
  { short: /^(55[1-9][1-9])([6-9][0-9]{7})$/, long: /^(55[1-9][1-9])9([6-9][0-9]{7})$/, digit: "9", key: "long" },
  // Mexico: the 1 for mobiles was abolished in 2019 but remains in platform ids.
  { short: /^(52)([2-9][0-9]{9})$/, long: /^(52)1([2-9][0-9]{9})$/, digit: "1", key: "short" },
  // Argentina: 9 for mobiles from abroad, often omitted. No area code starts with 9.
  { short: /^(54)([1-8][0-9]{9})$/, long: /^(54)9([1-8][0-9]{9})$/, digit: "9", key: "long" },
];

/**
 * A person's lookup key: equal for all variants of one number, otherwise the digits themselves. Only for comparing;
 * never dial it.
 *
 * @param digits as `normalizePhone` returns them
 */
export function phoneKey(digits: string): string {
  for (const rule of VARIANT_RULES) {
    if (rule.key === "long") {
      const short = rule.short.exec(digits);
      if (short !== null) return `${short[1]}${rule.digit}${short[2]}`;
    } else {
      const long = rule.long.exec(digits);
      if (long !== null) return `${long[1]}${long[2]}`;
    }
  }
  return digits;
}

/** All spellings of the number, the given one first: one or two. */
export function phoneVariants(digits: string): string[] {
  for (const { short, long, digit } of VARIANT_RULES) {
    const shortMatch = short.exec(digits);
    if (shortMatch !== null) return [digits, `${shortMatch[1]}${digit}${shortMatch[2]}`];
    const longMatch = long.exec(digits);
    if (longMatch !== null) return [digits, `${longMatch[1]}${longMatch[2]}`];
  }
  return [digits];
}
