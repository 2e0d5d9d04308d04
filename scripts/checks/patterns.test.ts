import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type FoundPattern, findPatterns, judgePatterns } from "./patterns.ts";

/** A line of code, and whether the check accepts it. */
const lines: [string, boolean][] = [
  ["export const a = /^(?:<!--[\\s\\S]*?-->|\\s)*<html/;", false],
  ["export const b = (text: string) => text.match(/\\S+@\\S+\\.\\S+/g);", false],
  ["export const c = (text: string) => text.replace(/\\s*\\n\\s*$/, '');", false],
  ["export const d = new RegExp('(a+)+$');", false],
  ["export const e = RegExp('(x|x)*y', 'i');", false],
  ["export const f = { type: 'string', pattern: '^(a|a)*$' };", false],
  ["const nested = '^(b*)*$'; export const g = { pattern: nested };", false],
  ["export const h = (text: string) => text.search('(c+)+d');", false],
  ['export const i = (text: string) => new RegExp("^" + text + "+$");', false],
  ["export const j = (text: string) => ({ pattern: text });", false],
  ["export const k = (text: string) => text.match(text);", false],
  ["export const l = /[/]x+y/v;", false],
  ["export const s = (text: string | undefined) => text?.trim().normalize('NFC');", false],
  ["export const u = (own: { normalize(text: string, at: number): string }) => own.normalize('payload', 1);", true],
  ["export const m = /^[a-z]{2,3}(-[a-z]+)?$/;", true],
  ["export const n = new RegExp(/^x$/, 'g');", true],
  ["export const o = 6 / 2 / 1; // (a+)+$ /(a+)+$/", true],
  ["export const p = { pattern: '^#[0-9a-f]{6}$' };", true],
  ["export const q = 'not a pattern: (a+)+$';", true],
  ["export const r = { search: (text: string) => text }.search('(a+)+$');", true],
];

describe("the check of regular expressions", () => {
  let folder: string;
  let found: FoundPattern[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-patterns-"));
    const options = { target: "esnext", lib: ["esnext"], strict: true, noEmit: true, types: [] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["*.ts"] }));
    for (const [at, [line]] of lines.entries()) await writeFile(join(folder, `line-${at}.ts`), `// one line before\n${line}\n`);
    found = findPatterns(join(folder, "tsconfig.json"), folder, () => true);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("refuses every kind of slow pattern with its place, and accepts the others", async () => {
    const { problems } = await judgePatterns(found, [], []);
    const refused = new Set(problems.map(({ path }) => path));
    assert.deepEqual(
      lines.map(([line], at) => [line, !refused.has(`line-${at}.ts`)]),
      lines,
    );
    assert.ok(
      problems.every(({ line }) => line === 2),
      JSON.stringify(problems),
    );
  });

  it("applies an exception only in its own file, and refuses an unnecessary one", async () => {
    const own = found.filter(({ path }) => path === "line-3.ts");
    const excepted = { path: "line-3.ts", source: "(a+)+$", flags: "", reason: "" };
    assert.deepEqual(await judgePatterns(own, [excepted], []), { checked: 1, problems: [] });
    assert.equal((await judgePatterns(own, [{ ...excepted, path: "line-4.ts" }], [])).problems.length, 2);
    assert.equal((await judgePatterns([], [excepted], [])).problems.length, 1);
    assert.equal((await judgePatterns([], [], [{ path: "line-8.ts", reason: "" }])).problems.length, 1);
    assert.deepEqual(
      (
        await judgePatterns(
          found.filter(({ path }) => path === "line-8.ts"),
          [],
          [{ path: "line-8.ts", reason: "" }],
        )
      ).problems,
      [],
    );
  });
});
