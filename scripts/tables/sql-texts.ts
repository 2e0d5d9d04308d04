import { type ESTree, parseSync, Visitor } from "vite";

/** A text in a source file. */
export interface Text {
  /**
   * For a template, with a `hole` where code inserts something; constants of the file, and the first of two alternatives, are filled in.
   */
  text: string;
  /** The inserted expressions as source text, one for each hole. */
  holes: string[];
  line: number;
}

/** Marks where code inserts something. */
export const hole = "\u0001";

/** Returns a function that finds the line of an offset, from 1, by binary search. Pure. */
export function linesOf(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** All texts of a TypeScript file, including those nested in templates. Pure. */
export function textsOf(path: string, source: string): Text[] {
  const { program, errors } = parseSync(path, source);
  const [broken] = errors;
  if (broken !== undefined) throw new Error(`${path}: ${broken.message}`);
  /** Constants whose name occurs once in the file; null: more than once. */
  const constants = new Map<string, ESTree.Expression | null>();
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      for (const { id, init } of declarations)
        if (id.type === "Identifier") constants.set(id.name, kind === "const" && !constants.has(id.name) ? init : null);
    },
  }).visit(program);

  /** null: not a text. For a choice, the first alternative that is a text; the other one is also among the texts. */
  function read(node: ESTree.Expression | null | undefined): Pick<Text, "text" | "holes"> | null {
    if (node?.type === "ConditionalExpression") return read(node.consequent) ?? read(node.alternate);
    if (node?.type === "Literal" && typeof node.value === "string") return { text: node.value, holes: [] };
    if (node?.type !== "TemplateLiteral") return null;
    const holes: string[] = [];
    const parts = node.quasis.map(({ value }, i) => {
      const put = node.expressions[i];
      if (put === undefined) return value.cooked ?? "";
      const known = read(put.type === "Identifier" ? constants.get(put.name) : put);
      holes.push(...(known === null ? [source.slice(put.start, put.end)] : known.holes));
      return `${value.cooked ?? ""}${known === null ? hole : known.text}`;
    });
    return { text: parts.join(""), holes };
  }

  const lineOf = linesOf(source);
  const texts: Text[] = [];
  const take = (node: ESTree.StringLiteral | ESTree.TemplateLiteral) => {
    const found = read(node);
    if (found !== null) texts.push({ ...found, line: lineOf(node.start) });
  };
  new Visitor({
    Literal: (node) => typeof node.value === "string" && take(node as ESTree.StringLiteral),
    TemplateLiteral: take,
  }).visit(program);
  return texts;
}

/**
 * A statement, or a part of one; SQL keywords are in lower case here, unlike sentences. Savepoints and transaction settings do not count,
 * because they name no table.
 */
export function isSql(text: string): boolean {
  return (
    /^\s*(?:select\s+\S|with (?:recursive )?\w+(?: \([\w, ]+\))? as\b|insert into |update \S+\s+(?:\w+\s+)?set\b|delete from |merge into |truncate |lock table |alter |values \()/.test(
      text,
    ) || /\(select\s|\b(?:from|join) \w+ (?:as )?\w+ (?:where|on|join|cross|left)\b/.test(text)
  );
}
