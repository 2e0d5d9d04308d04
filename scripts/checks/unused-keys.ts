/**
 * Texts of the dashboard that nothing shows. A key counts as used if it occurs in quotes or a template builds it: `ticket.status.${status}`
 * uses all keys with that beginning and end. Pure; scripts/checks/check-dashboard.ts feeds it.
 */
const keyLine = /^ {2}"([^"]+)":/gm;
const quoted = /["'`]([\w-]+(?:\.[\w-]+)+)["'`]/g;
/** Its literal parts before the first and after the last placeholder; a key has a dot before its placeholder. */
const template = /`([\w.-]*\.[\w-]*)\$\{[^`]*\}([\w.-]*)`/g;

export interface SourceText {
  path: string;
  text: string;
}

export function unusedKeys(catalogue: readonly SourceText[], sources: readonly SourceText[]): { path: string; key: string }[] {
  const words = new Set<string>();
  const built: { begin: string; end: string }[] = [];
  for (const { text } of sources) {
    for (const [, word = ""] of text.matchAll(quoted)) words.add(word);
    for (const [, begin = "", end = ""] of text.matchAll(template)) built.push({ begin, end });
  }
  const isBuilt = (key: string) => built.some(({ begin, end }) => key.startsWith(begin) && key.endsWith(end));
  return catalogue.flatMap(({ path, text }) =>
    [...text.matchAll(keyLine)].flatMap(([, key = ""]) => (words.has(key) || isBuilt(key) ? [] : [{ path, key }])),
  );
}
