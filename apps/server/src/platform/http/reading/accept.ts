/** What a client prefers, from its Accept and Accept-Encoding headers (RFC 9110, 12.5). Unreadable entries are ignored. */

interface Preference {
  /** Lower case, without parameters. */
  name: string;
  /** 0 to 1; 0: not acceptable. */
  weight: number;
}

function readPreferences(header: string | undefined): Preference[] {
  return (header ?? "").split(",").flatMap((part) => {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    if (name === "") return [];
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const number = weight === undefined ? 1 : Number(weight);
    return [{ name, weight: number >= 0 && number <= 1 ? number : 0 }];
  });
}

/**
 * Whether the client prefers a page to JSON. A browser opening an address names text/html; a program that accepts
 * anything, or sends no Accept, gets JSON.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const preferences = readPreferences(accept);
  const find = (...names: string[]) => {
    for (const name of names) {
      const at = preferences.findIndex((preference) => preference.name === name);
      if (at >= 0) return { at, name, weight: (preferences[at] as Preference).weight };
    }
    return { at: Number.POSITIVE_INFINITY, name: "", weight: 0 };
  };
  const page = find("text/html", "text/*");
  const json = find("application/json", "application/*", "*/*");
  if (page.weight === 0 || page.weight < json.weight) return false;
  // At equal weights a named type precedes a wildcard, and an earlier one a later one.
  return page.weight > json.weight || json.name.endsWith("*") || page.at < json.at;
}

/** The first of our encodings that the client accepts; null: it gets the bytes as they are. */
export function chooseEncoding<const T extends string>(acceptEncoding: string | undefined, ours: readonly T[]): T | null {
  const preferences = readPreferences(acceptEncoding);
  const weightOf = (name: string) =>
    (preferences.find((preference) => preference.name === name) ?? preferences.find((preference) => preference.name === "*"))?.weight ?? 0;
  const [best] = ours.map((name) => ({ name, weight: weightOf(name) })).sort((a, b) => b.weight - a.weight);
  // A client may prefer identity explicitly; otherwise it is the last choice.
  const plain = preferences.find((preference) => preference.name === "identity")?.weight ?? 0;
  return best !== undefined && best.weight > 0 && best.weight >= plain ? best.name : null;
}
