/**
 * The statements of an SQL file, without the comments before them and without their semicolons. Knows quoted strings
 * and names, E'' strings, dollar quotes, nested comments and BEGIN ATOMIC bodies: enough for migration files.
 */
export function splitStatements(sql: string): string[] {
  const token =
    /--[^\n]*|(?<block>\/\*)|\$(?<tag>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w\u0080-\uffff][\w$\u0080-\uffff]*|;/gy;
  const statements: string[] = [];
  let current = "";
  let depth = 0;
  let previousWord = "";
  let index = 0;
  while (index < sql.length) {
    token.lastIndex = index;
    const match = token.exec(sql);
    if (match === null) {
      current += sql[index];
      index += 1;
      continue;
    }
    let text = match[0];
    if (text.startsWith("--")) text = text.replace(/.*/s, "");
    index += match[0].length;
    if (match.groups?.block !== undefined) {
      index = endOfBlockComment(sql, index);
      text = " ";
    } else if (match[0].startsWith("$")) {
      const end = sql.indexOf(match[0], index);
      const stop = end === -1 ? sql.length : end + match[0].length;
      text += sql.slice(index, stop);
      index = stop;
    } else if (text === ";" && depth === 0) {
      if (current.trim() !== "") statements.push(current.trim());
      current = "";
      previousWord = "";
      continue;
    } else if (/^\w/.test(text)) {
      const word = text.toLowerCase();
      // Inside a BEGIN ATOMIC body, END also closes CASE.
      if (word === "atomic" && previousWord === "begin") depth = 1;
      else if (depth > 0 && word === "case") depth += 1;
      else if (depth > 0 && word === "end") depth -= 1;
      previousWord = word;
    }
    current += text;
  }
  if (current.trim() !== "") statements.push(current.trim());
  return statements;
}

function endOfBlockComment(sql: string, start: number): number {
  let depth = 1;
  let index = start;
  while (index < sql.length && depth > 0) {
    if (sql.startsWith("/*", index)) {
      depth += 1;
      index += 2;
    } else if (sql.startsWith("*/", index)) {
      depth -= 1;
      index += 2;
    } else {
      index += 1;
    }
  }
  return index;
}
