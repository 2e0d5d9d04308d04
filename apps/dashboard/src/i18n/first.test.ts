/** Components rendered before the other texts are loaded may use only the first texts. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { first } from "./en/first.ts";
import { rest } from "./en/rest.ts";

const source = fileURLToPath(new URL("..", import.meta.url));
const roots = ["main.tsx", "screens/inbox/InboxScreen.tsx"];
/** Excludes types and late imports (`import(…)`). */
const imported = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"(\.[^"]+\.tsx?)";/gm;

function drawnFirst(): Map<string, string> {
  const texts = new Map<string, string>();
  const waiting = roots.map((path) => join(source, path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path) || !existsSync(path)) continue;
    const text = readFileSync(path, "utf8");
    texts.set(path, text);
    for (const [, next = ""] of text.matchAll(imported)) waiting.push(join(dirname(path), next));
  }
  return texts;
}

test("the first load contains the texts that it shows", () => {
  const files = drawnFirst();
  assert.ok(files.size > 80, `only ${files.size} files were found`);
  const [known, later] = [Object.keys(first), Object.keys(rest)];
  const missing: string[] = [];
  let said = 0;
  for (const [path, text] of files) {
    if (path.includes("/i18n/")) continue;
    const words = new Set([...text.matchAll(/"([\w-]+(?:\.[\w-]+)+)"/g)].map(([, word]) => word));
    said += known.filter((key) => words.has(key)).length;
    for (const key of later) if (words.has(key)) missing.push(`${relative(source, path)}: ${key}`);
    // t(`inbox.sort.${…}`): one of the keys with this beginning and end.
    for (const [, begin = "", end = ""] of text.matchAll(/\bt\(`([\w.-]*)\$\{[^`]*\}([\w.-]*)`/g))
      if (!known.some((key) => key.startsWith(begin) && key.endsWith(end))) missing.push(`${relative(source, path)}: ${begin}…${end}`);
  }
  assert.ok(said > 100, `only ${said} texts were found`);
  assert.deepEqual(missing, []);
});
