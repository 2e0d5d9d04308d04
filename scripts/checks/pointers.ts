/**
 * Whether what documents and comments point to exists: files and folders of the repository, headings, migrations and ADRs by number. Folders of
 * the machine they were written on are problems too. Pure: texts in, problems out. scripts/checks/check-pointers.ts feeds it the tree.
 */
export interface Text {
  /** Relative to the repository's root, with forward slashes. */
  path: string;
  text: string;
}

export interface Pointer {
  path: string;
  line: number;
  message: string;
}

/** The folders that a path may start with, and those that comments omit in front of it. */
const roots = ["apps", "packages", "docs", "scripts", "bench", ".ci"];
const shortcuts = ["apps/server/src/", "apps/server/", "packages/", "packages/database/", "docs/"];
const shortFolders = ["modules", "platform", "connectors", "functions", "schema", "migrations", "subsystems", "guides", "adr"];

const extension = "(?:tsx?|mjs|md|sql|sh)";
const name = "[\\w@*{},+-][\\w@.*{},+-]*";
/** Anything with one of our extensions. Excludes look-alikes: a word without a letter before the dot, or part of a URL. */
const filePattern = new RegExp(`(?<![\\w/.:@$*{},-])(?:\\.\\.?/)*(?:${name}/)*${name}\\.${extension}(?![\\w-]|\\.\\w|/)`, "g");
const folderPattern = new RegExp(
  `(?<![\\w/.:@$-])(?:${[...roots, ...shortFolders].map((root) => root.replace(".", "\\.")).join("|")})/(?:${name}/)*(?:${name})?`,
  "g",
);

/** `files`: every file of the repository. */
export function checkPointers(texts: readonly Text[], files: readonly string[]): Pointer[] {
  const tree = readTree(files);
  const headings = new Map(texts.filter(({ path }) => path.endsWith(".md")).map(({ path, text }) => [path, headingsOf(text)]));
  const numbered = texts.filter(({ path }) => path.endsWith(".md")).map(({ path, text }) => [`/${path}`, sectionsOf(text)] as const);
  const problems: Pointer[] = [];
  for (const { path, text } of texts) {
    const prose = path.endsWith(".md") ? withoutAddresses(withoutFences(text)) : withoutAddresses(commentsOf(path, text));
    const say = (index: number, message: string) => problems.push({ path, line: prose.slice(0, index).split("\n").length, message });
    const linked: [number, number][] = [];
    if (path.endsWith(".md")) {
      for (const match of prose.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)) {
        linked.push([match.index, match.index + match[0].length]);
        const [, target = "", anchor] = match;
        const found = target === "" ? path : resolveFrom(path, target);
        if (!tree.has(found)) say(match.index, `links to ${target}, which is not there`);
        else if (anchor !== undefined && headings.get(found)?.has(anchor) === false)
          say(match.index, `links to the heading #${anchor}, which ${found} has not`);
      }
    }
    const inLink = (index: number) => linked.some(([from, to]) => index >= from && index < to);
    const seen = new Set<string>();
    for (const pattern of [filePattern, folderPattern]) {
      for (const match of prose.matchAll(pattern)) {
        const target = match[0].replace(/[.,*]+$/, (end) => (end.includes("*") ? end.replace(/[.,]+$/, "") : ""));
        const key = `${match.index} ${target}`;
        if (inLink(match.index) || seen.has(key)) continue;
        seen.add(key);
        if (pattern === folderPattern && new RegExp(`\\.${extension}$`).test(target)) continue;
        if (!isThere(path, target, tree)) say(match.index, `points to ${target}, which is not there`);
      }
    }
    for (const match of prose.matchAll(/\bmigrations?\/?\s?(\d{4})(?:(?:,|\sand|\sto)\s(\d{4}))*|\b(\d{4})_[a-z][a-z0-9_]+(?!\.?\w)/g)) {
      // The folded migrations may still be mentioned by number.
      if (path.startsWith("packages/database/") || /0001\sto\s0061$/.test(match[0])) continue;
      for (const number of match[0].match(/\d{4}/g) ?? [])
        if (!tree.migrations.has(number))
          say(match.index, `names migration ${number}, which is not there: name the file of schema/ or functions/`);
    }
    for (const match of prose.matchAll(/(?<![\w.:/])\/(?:tmp|home|root|work|Users)\/[\w.-]+\/[\w./-]*/g))
      say(match.index, `names ${match[0]}, a place of one machine`);
    for (const match of prose.matchAll(/([\w-]+\.md)`?,?\s(?:section\s)?(\d+(?:\.\d+)+)/g)) {
      const [, file = "", section = ""] = match;
      if (!numbered.some(([found, sections]) => found.endsWith(`/${file}`) && sections.has(section)))
        say(match.index, `names section ${section} of ${file}, which is not there`);
    }
    for (const match of prose.matchAll(/\bADRs?\s(\d{1,4})(?:(?:,|\sand|\sto)\s(\d{4}))*|\badr\/(\d{4})(?![\w-])/g))
      for (const number of match[0].match(/\d{1,4}/g) ?? [])
        if (!tree.adrs.has(number.padStart(4, "0"))) say(match.index, `names ADR ${number}, which is not there`);
  }
  return problems;
}

interface Tree {
  has(path: string): boolean;
  /** Whether any file's path ends with this. */
  ends(path: string): boolean;
  paths: readonly string[];
  migrations: ReadonlySet<string>;
  adrs: ReadonlySet<string>;
}

function readTree(files: readonly string[]): Tree {
  const all = new Set<string>();
  const ends = new Set<string>();
  for (const file of files) {
    const parts = file.split("/");
    for (let n = 1; n <= parts.length; n += 1) all.add(parts.slice(0, n).join("/"));
    for (let n = 0; n < parts.length; n += 1) ends.add(parts.slice(n).join("/"));
  }
  const numbers = (pattern: RegExp) => new Set(files.flatMap((file) => pattern.exec(file)?.[1] ?? []));
  return {
    has: (path) => all.has(path.replace(/\/$/, "")),
    ends: (path) => ends.has(path),
    paths: [...all],
    migrations: numbers(/^packages\/database\/migrations\/(\d{4})_/),
    adrs: numbers(/^docs\/adr\/(\d{4})-/),
  };
}

function isThere(from: string, target: string, tree: Tree): boolean {
  // A placeholder for a name.
  if (/NNNN|\bNAME\b/.test(target)) return true;
  if (target.startsWith(".")) return tree.has(resolveFrom(from, target)) || tree.has(target);
  if (/[*{]/.test(target)) {
    const pattern = globPattern(target);
    return tree.paths.some((path) => pattern.test(path));
  }
  const path = target.replace(/\/$/, "");
  if (tree.ends(path)) return true;
  if (tree.has(resolveFrom(from, path)) || ["", ...shortcuts].some((start) => tree.has(start + path))) return true;
  // docs/adr/0137 refers to the file that starts with it.
  return /\/\d{4}$/.test(path) && tree.paths.some((found) => found.startsWith(`${path}-`) || found.startsWith(`docs/${path}-`));
}

function globPattern(target: string): RegExp {
  const source = target
    .replace(/\/$/, "")
    .replaceAll(/[.+]/g, "\\$&")
    .replaceAll("**", "\u0000")
    .replaceAll("*", "[^/]*")
    .replaceAll("\u0000", ".*")
    .replaceAll(/\{([^}]*)\}/g, (_, words: string) => `(?:${words.replaceAll(",", "|")})`);
  return new RegExp(`(?:^|/)${source}$`);
}

function resolveFrom(from: string, target: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Anchors, as GitHub generates them from headings. */
function headingsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, heading = ""] of withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-");
    let own = slug;
    for (let n = 1; found.has(own); n += 1) own = `${slug}-${n}`;
    found.add(own);
  }
  return found;
}

/** Section numbers at the start of headings: `### 2.7 Sending`. */
function sectionsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from(withoutFences(text).matchAll(/^#{1,6} (\d+(?:\.\d+)+)[. ]/gm), ([, number = ""]) => number));
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");

/** Examples are not pointers; lines keep their numbers. */
function withoutFences(text: string): string {
  return text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, blank);
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s)>\]]*/g, blank);
}

/** The comments in place, everything else blanked. */
function commentsOf(path: string, text: string): string {
  const pattern =
    path.endsWith(".sql") || path.endsWith(".txt")
      ? /(?<=^|\s)(?:--|#)[^\n]*/g
      : path.endsWith("run") || path.endsWith(".sh")
        ? /(?<=^|\s)#[^\n]*/g
        : /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
  let out = "";
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    out += blank(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return out + blank(text.slice(end));
}
