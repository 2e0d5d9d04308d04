/**
 * What the dashboard's components may not hard-code, because something else provides it: colours and measures (tokens), directions (logical
 * properties), texts (catalogues), React Aria (`ui/`). Pure: file texts in, problems out. scripts/checks/check-dashboard.ts feeds it the
 * tree.
 *
 * A line is excused by a comment with `dashboard-rules:` and the reason.
 */
import { type ESTree, parseSync, Visitor } from "vite";

export interface DashboardFile {
  /** Relative to apps/dashboard/src, with forward slashes. */
  path: string;
  text: string;
}

export interface DashboardProblem {
  path: string;
  line: number;
  message: string;
}

const colour = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![0-9a-z])|\b(?:rgb|rgba|hsl|hsla|oklch|oklab|lch|lab|hwb|color)\(/i;
const pixels = /(?<![\w.])\d+(?:\.\d+)?px\b/;
/**
 * A physical side, as in Tailwind's and our own classes: `ml-2`, `-mr-1`, `left-0`, `rounded-l`, `border-r-2`, `text-right`, `phone:pl-4`.
 */
const side =
  /(?<![\w-])-?(?:(?:scroll-)?[mp][lr]-|(?:left|right)-(?!to-)|(?:border|rounded)-(?:[lr]|[tb][lr])(?![\w])|(?:text|float|clear|origin|object|bg)-(?:left|right)(?![\w]))/;
/** Properties of a style object, and of `element.style`. */
const sideProperty = /^(?:left|right)$|(?:Left|Right)(?:Width|Color|Style|Radius)?$/;
/** Numeric style properties that are not lengths. */
const unitless = new Set([
  "opacity",
  "zIndex",
  "order",
  "flex",
  "flexGrow",
  "flexShrink",
  "lineHeight",
  "fontWeight",
  "scale",
  "gridRow",
  "gridColumn",
]);
/** Attributes that people read or hear. */
const readAttributes = new Set([
  "label",
  "title",
  "placeholder",
  "alt",
  "hint",
  "tooltip",
  "description",
  "text",
  "confirmLabel",
  "menuLabel",
  "valueText",
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
]);
const letters = /\p{L}/u;
const library = /^(?:react-aria-components|react-aria|react-stately)(?:\/|$)/;

/**
 * A sibling selector for any element: the browser restyles a whole parent for each element inserted into it, on every page with the style
 * sheet.
 */
const siblingOfAnything = /\*\s*[+~]|[+~]\s*\*/;

export function checkDashboard(files: readonly DashboardFile[]): DashboardProblem[] {
  return files.flatMap((file) => (file.path.endsWith(".css") ? checkStyles(file) : checkFile(file)));
}

function checkStyles({ path, text }: DashboardFile): DashboardProblem[] {
  const message = "a sibling of anything (`* + *`) restyles whole subtrees: name the children, or use :not(:first-child)";
  return text
    .replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, " "))
    .split("\n")
    .flatMap((line, at) => (/[{,]\s*$/.test(line) && siblingOfAnything.test(line) ? [{ path, line: at + 1, message }] : []));
}

type AnyNode = { type: string; start: number; end: number };

function checkFile({ path, text }: DashboardFile): DashboardProblem[] {
  const { program, comments, errors } = parseSync(path, text);
  const [broken] = errors;
  if (broken !== undefined) throw new Error(`${path}: ${broken.message}`);
  const lines = lineStarts(text);
  const lineOf = (offset: number) => lines.findLastIndex((start) => start <= offset) + 1;
  // A comment excuses its own line and the next.
  const excused = new Set(
    comments
      .filter((comment) => /dashboard-rules: \S/.test(comment.value))
      .flatMap((comment) => [lineOf(comment.end), lineOf(comment.end) + 1]),
  );
  const problems: DashboardProblem[] = [];
  const say = (node: AnyNode, message: string) => {
    const line = lineOf(node.start);
    if (!excused.has(line) && !problems.some((each) => each.line === line && each.message === message))
      problems.push({ path, line, message });
  };
  const childContainers = new Set<unknown>();
  const isComponent = path.endsWith(".tsx");
  const isExample = path.startsWith("ui/gallery/");

  function checkImport(node: AnyNode, source: string) {
    if (library.test(source) && !path.startsWith("ui/")) say(node, `imports ${source}: only ui/ does; screens use its components`);
  }
  /** For a string or a part of a template. */
  function checkText(node: AnyNode, value: string) {
    if (!isComponent) return;
    if (colour.test(value)) say(node, "a colour: use a token (a class, or var(--…) in styles/)");
    if (pixels.test(value)) say(node, "a length in px: use a token, or put it into styles/");
  }
  function checkClasses(node: AnyNode, value: string) {
    const found = side.exec(value);
    if (found !== null) say(node, `"${found[0]}…" is a side of the screen: use the logical one (ms, me, ps, pe, start, end)`);
  }
  function checkStyle(node: ESTree.Node) {
    if (node.type !== "ObjectExpression") return;
    for (const property of node.properties) {
      if (property.type !== "Property") continue;
      const name =
        property.key.type === "Identifier" ? property.key.name : property.key.type === "Literal" ? String(property.key.value) : "";
      if (sideProperty.test(name)) say(property, `"${name}" is a side of the screen: use the logical property (inset-inline-start, …)`);
      if (name === "textAlign" && property.value.type === "Literal" && /^(?:left|right)$/.test(String(property.value.value)))
        say(property, `"${name}" is given a side of the screen: use start or end`);
      if (
        property.value.type === "Literal" &&
        typeof property.value.value === "number" &&
        property.value.value !== 0 &&
        !unitless.has(name)
      )
        say(property, `"${name}" is a length in px: use a token, or put it into styles/`);
    }
  }

  new Visitor({
    ImportDeclaration: (node) => checkImport(node, node.source.value),
    ExportNamedDeclaration: (node) => node.source !== null && checkImport(node, node.source.value),
    ImportExpression: (node) => node.source.type === "Literal" && checkImport(node, String(node.source.value)),
    Literal: (node) => typeof node.value === "string" && checkText(node, node.value),
    TemplateElement: (node) => checkText(node, node.value.cooked ?? ""),
    MemberExpression(node) {
      const { object, property } = node;
      if (object.type !== "MemberExpression" || object.property.type !== "Identifier" || object.property.name !== "style") return;
      const name = property.type === "Identifier" ? property.name : property.type === "Literal" ? String(property.value) : "";
      if (sideProperty.test(name)) say(node, `".style.${name}" is a side of the screen: use the logical property`);
    },
    JSXText(node) {
      if (!isExample && letters.test(node.value)) say(textStart(node), "a text between tags: it belongs into the catalogue (i18n/en)");
    },
    JSXExpressionContainer(node) {
      if (isExample) return;
      const { expression } = node;
      // As an attribute's value it is judged together with the attribute.
      if (
        expression.type === "Literal" &&
        typeof expression.value === "string" &&
        childContainers.has(node) &&
        letters.test(expression.value)
      )
        say(node, "a text between tags: it belongs into the catalogue (i18n/en)");
    },
    JSXElement: rememberChildren,
    JSXFragment: rememberChildren,
    JSXAttribute(node) {
      const name = node.name.type === "JSXIdentifier" ? node.name.name : "";
      if (node.value === null) return;
      if (/class(?:Name)?$/i.test(name)) stringsIn(node.value, checkClasses);
      if (name === "style" && node.value.type === "JSXExpressionContainer") checkStyle(node.value.expression);
      const literal = node.value.type === "JSXExpressionContainer" ? node.value.expression : node.value;
      if (
        !isExample &&
        readAttributes.has(name) &&
        literal.type === "Literal" &&
        typeof literal.value === "string" &&
        letters.test(literal.value)
      )
        say(node, `a text in "${name}": it belongs into the catalogue (i18n/en)`);
    },
    CallExpression(node) {
      if (node.callee.type === "Identifier" && node.callee.name === "classes")
        for (const argument of node.arguments) stringsIn(argument, checkClasses);
    },
  }).visit(program);
  return problems.sort((a, b) => a.line - b.line);

  function rememberChildren({ children }: { children: readonly unknown[] }) {
    for (const child of children) childContainers.add(child);
  }
  function textStart(node: AnyNode & { value: string }): AnyNode {
    return { ...node, start: node.start + node.value.search(letters) };
  }
}

/** All strings and template parts below a node. */
function stringsIn(node: ESTree.Node, found: (node: AnyNode, value: string) => void): void {
  walk(node);
  function walk(each: unknown): void {
    if (typeof each !== "object" || each === null) return;
    if (Array.isArray(each)) return each.forEach(walk);
    const { type, value } = each as { type?: string; value?: unknown };
    if (type === "Literal" && typeof value === "string") found(each as AnyNode, value);
    else if (type === "TemplateElement") found(each as AnyNode, (value as { cooked: string | null }).cooked ?? "");
    else for (const [key, child] of Object.entries(each)) if (key !== "parent") walk(child);
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
