import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkDashboard } from "./dashboard-rules.ts";

const problemsOf = (text: string, path = "screens/inbox/Row.tsx") => checkDashboard([{ path, text }]);

/** A rule, a line of a component, and the expected message; null: none. */
const lines: [string, string, RegExp | null][] = [
  ["a hexadecimal colour", `const a = <b style={{ color: "#2f5bea" }} />;`, /a colour/],
  ["a short one in a class", "const a = <b className='bg-[#fff]' />;", /a colour/],
  ["a colour by function, in a template", `const a = \`oklch(\${l} 0 0)\`;`, /a colour/],
  ["a token", `const a = <b style={{ background: "var(--accent)" }} className="bg-accent text-text-3" />;`, null],
  ["the number of a ticket", `const a = "#20956";`, null],
  ["an anchor of a message", `const a = \`#msg_\${id}\`;`, null],
  ["a length in px", `const a = <b style={{ inlineSize: "12px" }} />;`, /px/],
  ["a length in px in a class", `const a = <b className="w-[330px]" />;`, /px/],
  ["a number as a length", "const a = <b style={{ inlineSize: 12 }} />;", /px/],
  ["a measured length", `const a = <b style={{ inlineSize: \`\${size}px\` }} />;`, null],
  ["a number that is none", "const a = <b style={{ opacity: 0.5, flex: 1, inset: 0 }} />;", null],
  ["a margin at a side", `const a = <b className="flex ml-auto" />;`, /"ml-…"/],
  ["a padding at a side, for phones", `const a = <b className="phone:pr-2" />;`, /"pr-…"/],
  ["a negative one", `const a = <b className="-ml-1" />;`, /"-ml-…"/],
  ["a text at a side", `const a = <b className={on ? "text-right" : ""} />;`, /"text-right…"/],
  ["a place at a side", `const a = <b className={\`absolute left-\${n}\`} />;`, /"left-…"/],
  ["a border at a side", `const a = classes("border-l", on && "flex");`, /"border-l…"/],
  ["a corner at a side", `const a = classes(on && "rounded-tr-4");`, /"rounded-tr…"/],
  ["logical sides", `const a = <b className="ms-auto pe-2 start-0 text-end border-s rounded-se-4 border-line text-text-2 flip" />;`, null],
  ["a side in a style", "const a = <b style={{ paddingLeft: gap }} />;", /"paddingLeft"/],
  ["a text's side in a style", `const a = <b style={{ textAlign: "right" }} />;`, /"textAlign"/],
  ["a side of an element's style", "element.style.left = x;", /"\.style\.left"/],
  ["where a box is", "const x = box.left + element.scrollLeft;", null],
  ["a text between tags", "const a = <p>Nothing waits for you</p>;", /between tags/],
  ["a text in braces between tags", `const a = <p>{"Nothing"}</p>;`, /between tags/],
  ["a text of another script", "const a = <>صندوق</>;", /between tags/],
  ["a text from the catalogue", `const a = <p>{t("inbox.empty")} · 4, {name}</p>;`, null],
  ["a name that is read", `const a = <Button icon={X} label="Close" />;`, /text in "label"/],
  ["a name in braces", `const a = <input aria-label={"Name"} />;`, /text in "aria-label"/],
  ["a name from the catalogue", `const a = <Button icon={X} label={t("common.close")} alt="" />;`, null],
  ["a component of the library", `import { Button } from "react-aria-components/Button";`, /only ui\//],
  ["the library beneath it", `export { useFocus } from "react-aria/useFocus";`, /only ui\//],
  ["the library, fetched later", `const a = import("react-aria-components/Menu");`, /only ui\//],
  ["our own component", `import { Button } from "../../ui/Button.tsx";`, null],
];

describe("what a dashboard component may not hard-code", () => {
  for (const [rule, text, expected] of lines)
    it(`${rule}: ${expected === null ? "may" : "may not"}`, () => {
      const problems = problemsOf(`// one line before\n${text}\n`);
      if (expected === null) assert.deepEqual(problems, []);
      else {
        assert.equal(problems.length, 1, JSON.stringify(problems));
        assert.match(problems[0]!.message, expected);
        assert.equal(problems[0]!.line, 2);
      }
    });

  it("ui/ may use the library, but no colours", () => {
    const text = `import { Button } from "react-aria-components/Button";\nconst a = "#123456";`;
    assert.deepEqual(
      problemsOf(text, "ui/Button.tsx").map(({ line }) => line),
      [2],
    );
  });

  it("the gallery's examples need no catalogue", () => {
    assert.deepEqual(problemsOf(`const a = <Button label="Close">Close</Button>;`, "ui/gallery/Part.tsx"), []);
  });

  it("a file without components may contain colours and px, but not use the library", () => {
    const text = `export const brand = { accent: "#2f5bea", width: "12px" };\nimport "react-aria-components/Button";`;
    assert.deepEqual(
      problemsOf(text, "api/brand.ts").map(({ line }) => line),
      [2],
    );
  });

  it("a reason excuses only the next line", () => {
    const text = `// dashboard-rules: an example of a colour\nconst a = "#123456";\nconst b = "#654321";\n// dashboard-rules:\nconst c = "#111111";`;
    assert.deepEqual(
      problemsOf(text).map(({ line }) => line),
      [3, 5],
    );
  });

  it("a style sheet may only use specific sibling selectors", () => {
    const text =
      "/* .a > * + * { */\n.a > * + * {\n  inline-size: calc(1px * 2 + 3px);\n}\n.a ~ * {\n}\n.a > :not(:first-child),\n.b + .c > * {\n}";
    assert.deepEqual(
      problemsOf(text, "styles/a.css").map(({ line }) => line),
      [2, 5],
    );
  });

  it("a multi-line text is reported at its first line", () => {
    assert.equal(problemsOf("const a = (\n  <p>\n\n    Nothing\n    waits\n  </p>\n);")[0]?.line, 4);
  });
});
