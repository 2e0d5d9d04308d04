/**
 * Who owns which table, who may write to another's, and where SQL may be. Pure: declarations, file texts and the schema in, problems and
 * uses out. scripts/checks/check-tables.ts feeds it the tree, scripts/tables/page.ts shows the uses.
 */
import type { TableOwner } from "../../apps/server/src/platform/tables.ts";
import { type TableUse, tablesIn } from "./sql-tables.ts";
import { hole, isSql, linesOf, textsOf } from "./sql-texts.ts";

export interface SourceText {
  /** Relative to the repository's root, with forward slashes. */
  path: string;
  text: string;
}

/** What a part of the code does with a table. */
export interface Use {
  table: string;
  kind: TableUse["kind"];
  /** `contacts/segments`, `platform/jobs`, `cli`. */
  by: string;
  path: string;
  line: number;
}

export interface Exceptions {
  /** Files with SQL that are not *.queries.ts, with the reason. */
  sqlElsewhere: Readonly<Record<string, string>>;
  /**
   * Tables whose name code inserts into a statement, by file and expression: the possible tables, or "given": the table's owner calls and
   * passes its name.
   */
  named: Readonly<Record<string, Readonly<Record<string, readonly string[] | "given">>>>;
}

export interface Findings {
  problems: string[];
  uses: Use[];
  /** Modules of database functions, by name. */
  functions: ReadonlyMap<string, string>;
  /** Files outside the platform that contain SQL and are not *.queries.ts. */
  elsewhere: string[];
}

const source = "apps/server/src/";
const functionFolder = "packages/database/functions/";

/** The part of the code that a file belongs to. */
export function partOf(path: string): string {
  const inside = path.slice(source.length);
  return /^modules\/([^/]+\/[^/]+)\//.exec(inside)?.[1] ?? /^(platform\/[^/]+)\//.exec(inside)?.[1] ?? (inside.split("/")[0] as string);
}

export function tableNames(schema: string): Set<string> {
  return new Set([...schema.matchAll(/^create (?:unlogged )?table (\w+) \(/gm)].map(([, name]) => name as string));
}

export function checkTables(given: {
  /** With the folder of each declaration. */
  owners: readonly (TableOwner & { folder: string })[];
  code: readonly SourceText[];
  functions: readonly SourceText[];
  schema: string;
  exceptions: Exceptions;
}): Findings {
  const { owners, exceptions } = given;
  const known = tableNames(given.schema);
  const problems: string[] = [];
  const uses: Use[] = [];
  const ownerByTable = new Map<string, string>();
  for (const { owner, folder, tables } of owners) {
    if (owner !== folder) problems.push(`${folder}/tables.ts calls its module ${owner}`);
    for (const table of Object.keys(tables)) {
      const other = ownerByTable.get(table);
      if (other !== undefined) problems.push(`the table ${table} is declared by ${other} and by ${owner}`);
      ownerByTable.set(table, owner);
      if (!known.has(table)) problems.push(`${folder}/tables.ts declares the table ${table}, which there is not`);
    }
  }
  for (const table of known)
    if (!ownerByTable.has(table)) problems.push(`the table ${table} has no owner: declare it in the tables.ts of its module`);

  const parts = new Set(given.code.map(({ path }) => partOf(path)));
  const functions = new Map<string, string>();
  for (const { path, text } of given.functions) {
    const name = path.slice(functionFolder.length).replace(/\.sql$/, "");
    const by = /^-- module: (\S+)$/m.exec(text.split("create or replace")[0] as string)?.[1];
    if (by === undefined || !parts.has(by)) {
      problems.push(`${path} does not say whose it is: -- module: contacts/segments, or platform/ids`);
      continue;
    }
    functions.set(name, by);
    // The body is a quoted text, and is what we want to read.
    const body = text.replace(/\$\w*\$/g, " ; ");
    const lineOf = linesOf(body);
    for (const { table, kind, offset } of tablesIn(body, (word) => known.has(word)))
      uses.push({ table, kind, by, path, line: lineOf(offset) });
  }

  const elsewhere: string[] = [];
  const usedNames = new Set<string>();
  for (const { path, text } of given.code) {
    const by = partOf(path);
    const isQueries = path.endsWith(".queries.ts");
    let hasSql = false;
    for (const found of textsOf(path, text)) {
      const statement = isSql(found.text);
      hasSql ||= statement;
      if (!statement && !isQueries) continue;
      for (const { table, kind, offset } of tablesIn(found.text, (word) => known.has(word))) {
        const line = found.line + found.text.slice(0, offset).split("\n").length - 1;
        if (table !== hole) {
          uses.push({ table, kind, by, path, line });
          continue;
        }
        const expression = found.holes[found.text.slice(0, offset).split(hole).length - 1] as string;
        const names = exceptions.named[path]?.[expression];
        usedNames.add(`${path} ${expression}`);
        if (names === undefined)
          problems.push(`${path}:${line} names a table by \${${expression}}: say in scripts/tables/exceptions.ts which it can be`);
        else if (names !== "given") for (const name of names) uses.push({ table: name, kind, by, path, line });
      }
    }
    if (!hasSql || isQueries || path.startsWith(`${source}platform/`)) continue;
    elsewhere.push(path);
    if (exceptions.sqlElsewhere[path] === undefined)
      problems.push(`${path} has SQL: it stands in *.queries.ts, or with a reason in scripts/tables/exceptions.ts`);
  }
  for (const path of Object.keys(exceptions.sqlElsewhere))
    if (!elsewhere.includes(path)) problems.push(`scripts/tables/exceptions.ts lets ${path} have SQL, which it has not`);
  for (const [path, names] of Object.entries(exceptions.named))
    for (const expression of Object.keys(names))
      if (!usedNames.has(`${path} ${expression}`))
        problems.push(`scripts/tables/exceptions.ts names \${${expression}} in ${path}, which is not there`);

  problems.push(...judgeWrites(owners, uses, ownerByTable));
  return { problems, uses, functions, elsewhere };
}

/** Writes that are not allowed, and permissions that are not used. */
function judgeWrites(owners: readonly TableOwner[], uses: readonly Use[], ownerByTable: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const tables = new Map(owners.flatMap((owner) => Object.entries(owner.tables)));
  const used = new Set<string>();
  for (const { table, kind, by, path, line } of uses) {
    const owner = ownerByTable.get(table);
    const declared = tables.get(table);
    if (kind === "read" || owner === undefined || owner === by || declared === undefined) continue;
    used.add(`${table} ${by}`);
    if (declared.alsoWrittenBy?.[by] !== undefined) continue;
    // These two do what the owner declares about erasing a contact and about retention.
    if (by === "administration/privacy" && declared.onContactErasure.fate !== "kept") continue;
    if (by === "administration/retention" && declared.retention !== undefined) continue;
    problems.push(
      `${path}:${line} ${by} writes to ${table} (${kind}), which ${owner} owns: call its index.ts, or say in its tables.ts why (alsoWrittenBy)`,
    );
  }
  for (const [table, { alsoWrittenBy }] of tables)
    for (const by of Object.keys(alsoWrittenBy ?? {}))
      if (!used.has(`${table} ${by}`))
        problems.push(`${ownerByTable.get(table)}/tables.ts lets ${by} write to ${table}, which it does not`);
  return problems;
}
