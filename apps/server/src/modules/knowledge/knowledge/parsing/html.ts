import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import type { Block } from "../sources/chunking.ts";
import { Unreadable } from "./unreadable.ts";

/** The part of the DOM that is used; a server's types do not include it. */
interface Node {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  childNodes: Iterable<Node>;
}
interface Element extends Node {
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<Element>;
  querySelector(selector: string): Element | null;
  remove(): void;
}
interface Document {
  title: string;
  documentElement: Element | null;
  body: Element;
  querySelectorAll(selector: string): Iterable<Element>;
}

const never =
  "script,style,noscript,template,svg,canvas,iframe,object,embed,form,button,select,input,textarea,dialog,[hidden],[aria-hidden=true]";
const boilerplateSelector = "nav,header,footer,aside,[role=navigation],[role=banner],[role=contentinfo],[role=search]";
/** Invisible text may be addressed to a model. */
const hiddenStyle = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])/i;
/** Below this share of the page's text, the main content was guessed wrong. */
const contentShareMin = 0.25;

const blockNames = new Set(
  "ADDRESS ARTICLE BLOCKQUOTE BODY CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER HEADER HR HTML LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD UL".split(
    " ",
  ),
);

/**
 * A page's headings and texts: its main content, without what a browser would hide. `wholePage`: all of it is content.
 * Scripts are not run, nothing is fetched.
 */
export function readHtml(html: string, options: { wholePage?: boolean } = {}): Block[] {
  try {
    const document = open(html);
    const title = document.title.trim();
    for (const element of [...document.querySelectorAll(never)]) element.remove();
    for (const element of [...document.querySelectorAll("[style]")])
      if (hiddenStyle.test(element.getAttribute("style") ?? "")) element.remove();
    if (options.wholePage === true) return blocksOf(rootOf(document));
    for (const element of [...document.querySelectorAll(boilerplateSelector)]) if (!hasMain(element)) element.remove();
    const all = blocksOf(rootOf(document));
    const main = mainContent(document);
    const blocks = main === null || lengthOf(main) < contentShareMin * lengthOf(all) ? all : main;
    const first = blocks[0];
    return title === "" || blocks.length === 0 || (first?.kind === "heading" && first.text === title)
      ? blocks
      : [{ kind: "heading", level: 1, text: title }, ...blocks.map(below)];
  } catch (error) {
    throw new Unreadable("unreadable", { cause: error });
  }
}

/** Adds optional tags, because the parser does not know the rules for them. */
function open(html: string): Document {
  const inner = /<body[\s>]/i.test(html) || /<html[\s>]/i.test(html) ? html : `<head></head><body>${html}</body>`;
  return parseHTML(/<html[\s>]/i.test(html) ? html : `<html>${inner}</html>`).document as unknown as Document;
}

/** The whole document, even if the body tag is missing. */
function rootOf(document: Document): Element {
  return document.documentElement ?? document.body;
}

function hasMain(element: Element): boolean {
  return element.querySelector("main,article,[role=main]") !== null;
}

function mainContent(document: Document): Block[] | null {
  const article = new Readability(document as never, { charThreshold: 200, keepClasses: false }).parse();
  if (article?.content == null) return null;
  return blocksOf(rootOf(open(article.content)));
}

/** Nests a block below the page's title. */
function below(block: Block): Block {
  return block.kind === "heading" ? { ...block, level: Math.min(6, block.level + 1) } : block;
}

function lengthOf(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + block.text.length, 0);
}

function blocksOf(root: Element): Block[] {
  const blocks: Block[] = [];
  let text = "";
  const close = () => {
    const shown = text.replace(/[^\S\n]+/g, " ").trim();
    if (shown !== "") blocks.push({ kind: "text", text: shown });
    text = "";
  };
  const visit = (node: Node, isPre: boolean): void => {
    if (node.nodeType === 3) {
      text += isPre ? (node.textContent ?? "") : (node.textContent ?? "").replace(/\s+/g, " ");
      return;
    }
    if (node.nodeType !== 1) return;
    const name = node.nodeName.toUpperCase();
    if (name === "HEAD") return;
    const heading = /^H([1-6])$/.exec(name);
    if (heading !== null || name === "TR") {
      close();
      const shown =
        heading !== null
          ? plain(node)
          : [...node.childNodes]
              .filter((cell) => /^T[DH]$/i.test(cell.nodeName))
              .map(plain)
              .filter((cell) => cell !== "")
              .join(" | ");
      if (shown !== "")
        blocks.push(heading === null ? { kind: "text", text: shown } : { kind: "heading", level: Number(heading[1]), text: shown });
      return;
    }
    if (name === "BR") {
      text += "\n";
      return;
    }
    const isBlock = blockNames.has(name);
    if (isBlock) close();
    if (name === "LI") text = "- ";
    for (const child of node.childNodes) visit(child, isPre || name === "PRE");
    if (isBlock) {
      if (text === "- ") text = "";
      close();
    }
  };
  visit(root, false);
  close();
  return blocks;
}

function plain(node: Node): string {
  return (node.textContent ?? "").replace(/\s+/g, " ").trim();
}
