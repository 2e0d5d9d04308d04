import { normalizePhone, phoneKey } from "#platform/phone/phone.ts";
import { normalForm } from "#platform/text/normal.ts";

export interface ContactSearch {
  /** LIKE patterns for list_contacts(); a contact that matches any of them is a candidate. */
  anyOf: string[];
  /** LIKE patterns that must all match as well. */
  allOf: string[];
  /** The key of the number, if the text is a complete one. */
  phoneKey: string | null;
}

const wordsMax = 8;
const digitsMin = 3;

/**
 * How to search for text typed into a search box. Phone-like text is searched by its digits, so that separators, a leading +, 00 or
 * national 0 do not matter; other text word by word. Pure.
 */
export function planContactSearch(q: string): ContactSearch {
  const text = normalForm("NFC", q).trim().toLowerCase();
  const digits = phoneDigits(q);
  if (digits !== null) {
    const whole = normalizePhone(q);
    return { anyOf: [...new Set([contains(digits), contains(text)])], allOf: [], phoneKey: whole === null ? null : phoneKey(whole.digits) };
  }
  // The longest word is the most selective one: the index gets it, the others only narrow the result.
  const words = [...new Set(text.split(/\s+/u))].slice(0, wordsMax).sort((a, b) => b.length - a.length);
  return { anyOf: [contains(words[0] ?? "")], allOf: words.slice(1).map(contains), phoneKey: null };
}

function phoneDigits(q: string): string | null {
  const plain = normalForm("NFKC", q)
    .trim()
    .replace(/^tel:/i, "")
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
  const [international, rest] = /^\s*[+(]*\+/.test(plain) ? [true, plain.replace(/\(\s*0\s*\)/, "")] : [false, plain];
  if (!/^[\s\d+\-‐-―−.·/()[\]\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069]+$/u.test(rest)) return null;
  const digits = rest.replace(/\D/g, "");
  // 00 before a country code and 0 before an area code are not part of the stored number.
  const significant = international ? digits : digits.replace(/^0{1,2}/, "");
  return significant.length >= digitsMin ? significant : null;
}

function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
