/** What a reply must not contain, however it is spelled: keys, codes, encoded text. Pure. */

/**
 * The shapes of keys and tokens of common services, which a reply never needs. Every JSON object in base64, and so every JWT, begins with
 * `eyJ`.
 */
export const secretPattern =
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,}|\b(?:svc_(?:live|test)|whsec|ghp|xox[abpr]|AKIA)[-_A-Za-z0-9]{10,}|\bAIza[A-Za-z0-9_-]{20,}|\beyJ[A-Za-z0-9_-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY/;

/** Only letters and digits, in lower case: what is left of a text spelled with separators. */
export const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

export const reversed = (text: string) => [...text].reverse().join("");

/** ROT13, the cipher that everybody asks for first. */
export const rotated = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Links and mail addresses are facts, and searched as such. */
const addresses = /(?:https?:\/\/|www\.)\S+|(?<!\S)\S[^\s@]*@\S[^\s.]*\.\S+/giu;
const codeLengthMin = 16;

/**
 * Identifiers in the tenant's settings: long, with letters and digits, so not codes that customers are given. A model that obeys its
 * customer would read them out.
 */
export function codesOf(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.replace(addresses, " ").match(/[\p{L}\p{N}][\p{L}\p{N}_-]*[\p{L}\p{N}]/gu) ?? []);
  return [...new Set(words)].filter((word) => word.length >= codeLengthMin && /\p{L}/u.test(word) && /\p{N}/u.test(word));
}

/** A secret in the form of `lettersOf`: plain, backwards, rotated, in hexadecimal, in base64 at each of its three offsets. */
export function spellingsOf(secret: string): string[] {
  const plain = lettersOf(secret);
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    // The characters at both ends also depend on what is next to the secret.
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [plain, reversed(plain), rotated(plain), bytes.toString("hex"), ...base64.map(lettersOf)];
}

/**
 * Whether a reply contains a token that is not a word: long, of letters and digits, and in none of these texts. Keys of unknown services
 * and encoded text look like this.
 */
export function hasOpaqueToken(reply: string, known: readonly string[]): boolean {
  const words = reply.replace(addresses, " ").match(/[A-Za-z0-9+=_]{24,}/g) ?? [];
  const knownLetters = lettersOf(known.join("\n"));
  return words.some((word) => /[A-Za-z]/.test(word) && /[0-9]/.test(word) && !knownLetters.includes(lettersOf(word)));
}
