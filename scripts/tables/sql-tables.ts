import { hole } from "./sql-texts.ts";

/** A table that an SQL text names, and what the text does with it. */
export interface TableUse {
  table: string;
  kind: "read" | "insert" | "update" | "delete" | "truncate";
  /** In the text, from 0. */
  offset: number;
}

interface Token {
  /** Lower case; a quoted name without its quotes. */
  word: string;
  offset: number;
}

/** Functions with a FROM inside their parentheses that is not a list of tables. */
const fromWithin = new Set(["extract", "substring", "trim", "position", "overlay"]);
const commandEnds = new Set([
  "where",
  "set",
  "values",
  "returning",
  "on",
  "group",
  "order",
  "limit",
  "window",
  "having",
  "union",
  "except",
]);

/**
 * What an SQL text (a statement, a part of one, the body of a function) does with tables, judging by the places where a table's name may
 * occur. `isTable` tells whether a name is one; other names there are a CTE, an alias or a variable. Where code inserts the name, `table`
 * is the `hole`. Pure.
 */
export function tablesIn(sql: string, isTable: (name: string) => boolean): TableUse[] {
  const tokens = tokensOf(sql);
  const uses: TableUse[] = [];
  /** By nesting depth: whether a name after a comma is a table, and the word before the parenthesis. */
  const levels: { inFrom: boolean; before: string }[] = [{ inFrom: false, before: "" }];
  const word = (i: number) => tokens[i]?.word ?? "";

  const use = (at: number, kind: TableUse["kind"]) => {
    let i = at;
    while (["only", "lateral", "table"].includes(word(i))) i++;
    if (word(i) === "public" && word(i + 1) === ".") i += 2;
    const token = tokens[i];
    if (token === undefined || word(i + 1) === "." || (kind === "read" && word(i + 1) === "(")) return;
    if (token.word === hole || isTable(token.word)) uses.push({ table: token.word, kind, offset: token.offset });
  };

  for (const [i, token] of tokens.entries()) {
    const level = levels.at(-1) as (typeof levels)[number];
    switch (token.word) {
      case "(":
        levels.push({ inFrom: false, before: word(i - 1) });
        break;
      case ")":
        if (levels.length > 1) levels.pop();
        break;
      case ";":
        level.inFrom = false;
        break;
      case ",":
        if (level.inFrom) use(i + 1, "read");
        break;
      case "from":
        if (word(i - 1) === "delete") use(i + 1, "delete");
        else if (word(i - 1) === "distinct" || fromWithin.has(level.before)) break;
        else use(i + 1, "read");
        level.inFrom = true;
        break;
      case "join":
      case "using":
        use(i + 1, "read");
        if (token.word === "using" && word(i + 1) !== "(") level.inFrom = true;
        break;
      case "into":
        if (word(i - 1) === "insert") use(i + 1, "insert");
        if (word(i - 1) === "merge") use(i + 1, "update");
        break;
      case "update":
        // Excludes locks, conflicts, merges and triggers.
        if (!["for", "key", "do", "then", "before", "after", "or"].includes(word(i - 1))) use(i + 1, "update");
        break;
      case "truncate":
        use(i + 1, "truncate");
        break;
      default:
        if (commandEnds.has(token.word)) level.inFrom = false;
    }
  }
  return uses;
}

/** Words, symbols and holes; no comments or quoted texts. */
function tokensOf(sql: string): Token[] {
  const pattern =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$(?:(?!\$\1\$)[\s\S])*?\$\1\$|"((?:[^"]|"")*)"|([A-Za-z_\u0001][\w\u0001]*)|([(),.;])/g;
  const tokens: Token[] = [];
  for (const match of sql.matchAll(pattern)) {
    const [, , quoted, name, mark] = match;
    const word = quoted ?? name?.toLowerCase() ?? mark;
    if (word !== undefined) tokens.push({ word, offset: match.index });
  }
  return tokens;
}
