/** Customers' languages in the settings' spelling, besides those that have a text. */
const offered =
  "ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-br ro ru sk sl sr sv sw ta te th tr uk ur vi zh zh-tw";

export type Questions = Readonly<Record<string, string>>;

/** The languages that can be selected, by their names in `language`. */
export function questionLanguages(language: string, own: Questions, usual: Questions): { id: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: "language" });
  return [...new Set([...offered.split(" "), ...Object.keys(own), ...Object.keys(usual)])]
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/**
 * The question for a customer with this language: a text in that language, if necessary ignoring its region, the organization's own before
 * the default; otherwise English.
 */
export function questionFor(own: Questions, usual: Questions, language: string): { text: string; language: string } {
  for (const each of [language, language.split("-")[0] ?? "", "en"]) {
    const text = own[each] ?? usual[each];
    if (text !== undefined) return { text, language: each };
  }
  return { text: "", language };
}
