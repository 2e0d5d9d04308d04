/** The languages for the chat app's templates, in its spelling. The platform refuses any other, and has the final say. */
const codes =
  "af ar az bg bn ca cs da de de_AT de_CH el en en_AU en_CA en_GB en_IN en_US es es_AR es_CL es_CO es_ES es_MX es_PE et fa fi fil fr fr_BE fr_CA fr_CH gu he hi hr hu id it ja ka kk kn ko lt lv mk ml mr ms nb nl nl_BE pa pl pt_BR pt_PT ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh_CN zh_HK zh_TW zu";

export function languageName(language: string, code: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "language" }).of(code.replace("_", "-")) ?? code;
  } catch {
    // The platform may have a code that the browser does not know.
    return code;
  }
}

/** Sorted by their names in `language`, including `own`, whichever it is. */
export function templateLanguages(language: string, own: string): { id: string; name: string }[] {
  return [...new Set([...codes.split(" "), own])]
    .map((id) => ({ id, name: `${languageName(language, id)} · ${id}` }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}
