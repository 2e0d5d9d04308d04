import { type ESTree, parseSync, Visitor } from "vite";

/** A text in a file of code. */
export interface Text {
  /** Of a template, with a `hole` where code puts something in; constants of the file, and the first of two choices, are in their places. */
  text: string;
  /** What code puts in, as it is written: one for each hole. */
  holes: string[];
  line: number;
}

/** Stands in a text where code puts something in. */
export const hole = "\u0001";

/** The line of an offset, from 1, found by halves. Pure. */
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

/** All texts of a file of TypeScript, those within templates too. Pure. */
export function textsOf(path: string, source: string): Text[] {
  const { program, errors } = parseSync(path, source);
  const [broken] = errors;
  if (broken !== undefined) throw new Error(`${path}: ${broken.message}`);
  /** Of names that the file has once; null: more than once. */
  const constants = new Map<string, ESTree.Expression | null>();
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      for (const { id, init } of declarations)
        if (id.type === "Identifier") constants.set(id.name, kind === "const" && !constants.has(id.name) ? init : null);
    },
  }).visit(program);

  /** null: not a text. Of one of two, the first that is a text: the other is among the texts all the same. */
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
 * A statement, or a part of one; PostgreSQL's words are written in small letters here, sentences are not. Savepoints and settings
 * of a transaction are none: they name no table.
 */
export function isSql(text: string): boolean {
  return (
    /^\s*(?:select\s+\S|with (?:recursive )?\w+(?: \([\w, ]+\))? as\b|insert into |update \S+\s+(?:\w+\s+)?set\b|delete from |merge into |truncate |lock table |alter |values \()/.test(
      text,
    ) || /\(select\s|\b(?:from|join) \w+ (?:as )?\w+ (?:where|on|join|cross|left)\b/.test(text)
  );
}
