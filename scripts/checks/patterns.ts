/**
 * Every regular expression of the product, and whether it can be made slow: literals, `new RegExp(...)`, strings that are matched as
 * patterns, and the `pattern` of schemas; also calls of String.normalize. See docs/adr/0150.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import {
  isCallExpression,
  isNewExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isRegularExpressionLiteral,
} from "typescript/unstable/ast/is";
import { API, type Checker, TypeFlags } from "typescript/unstable/sync";

export interface FoundPattern {
  /** Relative to the repository's root. */
  path: string;
  line: number;
  /** null: composed at run time. */
  source: string | null;
  flags: string;
  /** Not a pattern, but a call of String.normalize, which takes quadratic time as well. */
  normalizes?: true;
}

/** Why a pattern is accepted although the checker does not consider it safe. */
export interface Exception {
  path: string;
  source: string;
  flags: string;
  reason: string;
}

/** A file with patterns composed at run time, or with something else called `pattern`, and why that is harmless. */
export interface Composed {
  path: string;
  reason: string;
}

export interface PatternProblem {
  path: string;
  line: number;
  message: string;
}

/** The patterns in the files of a TypeScript project that `isOurs` accepts. */
export function findPatterns(configFile: string, root: string, isOurs: (path: string) => boolean): FoundPattern[] {
  const api = new API({ cwd: dirname(configFile) });
  try {
    const project = api.updateSnapshot({ openProject: configFile }).getProject(configFile);
    if (project === undefined) throw new Error(`${configFile} is no project`);
    const found: FoundPattern[] = [];
    for (const name of project.program.getSourceFileNames()) {
      const path = relative(root, name);
      if (path.startsWith("..") || path.includes("node_modules") || !isOurs(path)) continue;
      const file = project.program.getSourceFile(name);
      if (file !== undefined) visit(file, file, path, project.checker, found);
    }
    return found;
  } finally {
    api.close();
  }
}

function visit(node: Node, file: SourceFile, path: string, checker: Checker, found: FoundPattern[]): void {
  const add = (at: Node, source: string | null, flags: string) =>
    found.push({ path, line: file.text.slice(0, at.getStart(file)).split("\n").length, source, flags });
  /** The value of an expression whose type is a single string. */
  const textOf = (expression: Node) => {
    const type = checker.getTypeAtLocation(expression) as { value?: unknown } | undefined;
    return typeof type?.value === "string" ? type.value : null;
  };
  const isText = (expression: Node) => ((checker.getTypeAtLocation(expression)?.flags ?? 0) & TypeFlags.StringLike) !== 0;

  if (isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf("/");
    add(node, node.text.slice(1, end), node.text.slice(end + 1));
  } else if ((isNewExpression(node) || isCallExpression(node)) && node.expression.getText(file) === "RegExp") {
    const [source, flags] = node.arguments ?? [];
    // For an existing pattern it is just a copy.
    if (source !== undefined && source.kind !== SyntaxKind.RegularExpressionLiteral && isText(source))
      add(node, textOf(source), flags === undefined ? "" : (textOf(flags) ?? ""));
  } else if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
    const [argument] = node.arguments;
    const method = node.expression.name.getText(file);
    // String.match, matchAll and search interpret a string as a pattern.
    if (
      ["match", "matchAll", "search"].includes(method) &&
      argument !== undefined &&
      isText(argument) &&
      isText(node.expression.expression)
    )
      add(node, textOf(argument), "");
    // Whatever the receiver: inside an optional chain its type is not a string.
    if (method === "normalize" && node.arguments.length <= 1 && (argument === undefined || textOf(argument)?.startsWith("NF") === true)) {
      add(node, null, "");
      (found.at(-1) as FoundPattern).normalizes = true;
    }
  } else if (isPropertyAssignment(node) && node.name.getText(file) === "pattern" && isText(node.initializer)) {
    // Schemas are compiled with the flag u.
    add(node, textOf(node.initializer), "u");
  }
  node.forEachChild((child) => visit(child, file, path, checker, found));
}

/** The only file that may call String.normalize. */
const normalForms = "apps/server/src/platform/text/normal.ts";

export interface Judged {
  /** The number of distinct patterns. */
  checked: number;
  problems: PatternProblem[];
}

/** Slow patterns, patterns that cannot be judged, and unnecessary exceptions. */
export async function judgePatterns(
  found: readonly FoundPattern[],
  exceptions: readonly Exception[],
  composed: readonly Composed[],
  cacheFile?: string,
): Promise<Judged> {
  const problems: PatternProblem[] = [];
  const patterns = new Map<string, { source: string; flags: string; places: { path: string; line: number }[] }>();
  const add = (source: string, flags: string, place: { path: string; line: number }) => {
    const key = JSON.stringify([source, flags]);
    const known = patterns.get(key) ?? { source, flags, places: [] };
    patterns.set(key, known);
    known.places.push(place);
  };
  const unusedComposed = new Set(composed);
  for (const { path, line, source, flags, normalizes } of found) {
    if (normalizes === true) {
      if (path !== normalForms)
        problems.push({ path, line, message: `normalize() takes quadratic time over many marks: use normalForm of ${normalForms}` });
    } else if (source !== null) add(source, flags, { path, line });
    else {
      const known = composed.find((one) => one.path === path);
      if (known === undefined)
        problems.push({
          path,
          line,
          message: "a pattern put together at run time, of a file that is not in scripts/checks/pattern-exceptions.ts",
        });
      else unusedComposed.delete(known);
    }
  }
  for (const { path } of unusedComposed)
    problems.push({
      path,
      line: 1,
      message: "no pattern is put together here any more: take it out of scripts/checks/pattern-exceptions.ts",
    });

  const unusedExceptions = new Set(exceptions);
  const verdicts = await verdictsOf([...patterns.values()], cacheFile);
  for (const [at, { source, flags, places }] of [...patterns.values()].entries()) {
    const verdict = verdicts[at] as string | null;
    if (verdict === null) continue;
    for (const place of places) {
      const excused = exceptions.find((one) => one.path === place.path && one.source === source && one.flags === flags);
      if (excused === undefined) problems.push({ ...place, message: `/${source}/${flags} ${verdict}` });
      else unusedExceptions.delete(excused);
    }
  }
  for (const { path, source } of unusedExceptions)
    problems.push({
      path,
      line: 1,
      message: `/${source}/ needs no exception any more: take it out of scripts/checks/pattern-exceptions.ts`,
    });
  return { checked: patterns.size, problems };
}

interface Diagnostics {
  status: "safe" | "vulnerable" | "unknown";
  complexity?: { summary: string };
  attack?: { pattern: string };
  error?: { kind: string; message?: string };
}

const require = createRequire(import.meta.url);
const backend = process.env["RECHECK_BACKEND"] ?? (hasNative() ? "native" : "pure");
/**
 * The limit is in steps, not time: the verdict is the same on slow and fast machines. A pattern without a verdict in time is also a
 * problem.
 */
const parameters = { timeout: 60_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null, attackLimit: 20_000_000 };
const atOnce = 2;

/** For each pattern null, or what is wrong with it. Verdicts are cached in `cacheFile` by pattern and checker version. */
async function verdictsOf(
  patterns: readonly { source: string; flags: string }[],
  cacheFile: string | undefined,
): Promise<(string | null)[]> {
  const { version } = require("recheck/package.json") as { version: string };
  const kept = cacheFile === undefined ? {} : await readCache(cacheFile);
  const keyOf = ({ source, flags }: { source: string; flags: string }) =>
    createHash("sha256")
      .update(JSON.stringify([version, parameters, source, flags]))
      .digest("hex");
  const keys = patterns.map(keyOf);
  const missing = patterns.map((pattern, at) => ({ ...pattern, key: keys[at] as string })).filter(({ key }) => !Object.hasOwn(kept, key));
  if (missing.length > 0) {
    process.env["RECHECK_BACKEND"] = backend;
    const { check } = require("recheck") as { check(source: string, flags: string, given: object): Promise<Diagnostics> };
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = missing.pop(); next !== undefined; next = missing.pop())
          kept[next.key] = wordsOf(await check(next.source, next.flags, parameters));
      }),
    );
    if (cacheFile !== undefined) {
      await mkdir(dirname(cacheFile), { recursive: true });
      await writeFile(cacheFile, JSON.stringify(Object.fromEntries(keys.map((key) => [key, kept[key]]))));
    }
  }
  return keys.map((key) => kept[key] as string | null);
}

function wordsOf({ status, complexity, attack, error }: Diagnostics): string | null {
  if (status === "safe") return null;
  if (status === "unknown") return `cannot be judged: ${error?.kind} ${error?.message ?? ""}`.trim();
  return `can take long: ${complexity?.summary}, by ${attack?.pattern.slice(0, 200)}`;
}

async function readCache(file: string): Promise<Record<string, string | null>> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Record<string, string | null>;
  } catch {
    // There is none yet, or writing it was interrupted: everything is judged again.
    return {};
  }
}

function hasNative(): boolean {
  const system = { darwin: "macos", linux: "linux", win32: "windows" }[process.platform as string];
  try {
    require.resolve(`recheck-${system}-${process.arch}/package.json`, { paths: [resolve(require.resolve("recheck"), "..")] });
    return true;
  } catch {
    // No native build for this system: the same program in JavaScript, several times slower.
    return false;
  }
}
