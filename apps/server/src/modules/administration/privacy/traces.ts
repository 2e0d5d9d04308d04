/** Recognises rows that name a person. */
export interface Traces {
  /** Whether a text contains an id or a value. */
  mentions(text: string): boolean;
  /** Whether it contains a value: phone, e-mail address, platform address. */
  holdsValue(text: string): boolean;
}

const wireIds = /[a-z]{2,4}_[0-9a-f]{32}(?![0-9a-f])/g;
const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * Values match as whole words in any case, a phone also after a +; ids match exactly. Pure.
 * @param values in lower case
 */
export function createTraces(ids: Iterable<string>, values: Iterable<string>): Traces {
  const known = new Set(ids);
  const words = [...values];

  function holdsValue(text: string): boolean {
    const lower = text.toLowerCase();
    return words.some((word) => {
      for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
        const [before, after] = [lower[at - 1] ?? "", lower[at + word.length] ?? ""];
        if (!wordCharacter.test(before) && !wordCharacter.test(after)) return true;
        // JSON writes a line feed as
        // : the letter is not part of a word.
        if (lower[at - 2] === "\\" && /[bfnrt]/.test(before) && !wordCharacter.test(after)) return true;
      }
      return false;
    });
  }

  return {
    holdsValue,
    mentions(text) {
      for (const [id] of text.matchAll(wireIds)) if (known.has(id)) return true;
      return holdsValue(text);
    },
  };
}

/** An audit entry keeps ids, and in these fields the service's own terms. */
const plainFields = new Set(["fields", "status", "reason", "source", "kind", "scopes", "state", "because", "role"]);

/** The details of an audit entry, without any other text or number, because these could identify a person. Pure. */
export function withoutDetails(value: unknown, field = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDetails(item, field));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withoutDetails(inner, plainFields.has(field) ? field : key)]),
    );
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string" && (plainFields.has(field) || /^[a-z]{2,4}_[0-9a-f]{32}$/.test(value))) return value;
  return "…";
}
