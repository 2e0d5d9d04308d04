import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { accountPage } from "./account-layout.ts";
import { ownBranding } from "./brand.ts";
import { html } from "#platform/html/html.ts";

const page = (branding = ownBranding) => accountPage(branding, { title: "Join", body: html`<h1>Join</h1>` });
const tokens = readFileSync(new URL("../../../../../dashboard/src/styles/tokens.css", import.meta.url), "utf8");

/** One scheme's colours: a block in the dashboard's file; the first or second `:root` on the page. */
function colours(css: string): Map<string, string> {
  return new Map(
    [...css.matchAll(/--([\w-]+):\s*(oklch\([^)]*\))/g)].map(([, name = "", value = ""]) => [name, value.replaceAll(/\b0\./g, ".")]),
  );
}

test("the pages behind links in mails have the dashboard's colours, light and dark", () => {
  const [lightFile = "", darkFile = ""] = tokens.split('[data-theme="dark"] {');
  const [lightPage = "", darkPage = ""] = page().style.split("@media (prefers-color-scheme:dark)");
  for (const [file, shown] of [
    [lightFile, lightPage],
    [darkFile, darkPage.split("\n")[0] ?? ""],
  ] as const) {
    const known = colours(file);
    const used = colours(shown);
    assert.ok(used.size > 15, `only ${used.size} colours`);
    for (const [name, value] of used) assert.equal(value, known.get(name), name);
  }
});

test("a brand's own colours replace the product's ink, and its name replaces the glyph", () => {
  const colors = { primary: "#7a1f5c", onPrimary: "#ffffff", accent: "#7a1f5c", background: "#fff7fb" };
  const own = page();
  const branded = page({ ...ownBranding, name: "Tidepool", colors });
  assert.match(own.html, /class="mark"/);
  assert.doesNotMatch(branded.html, /class="mark"/);
  assert.match(branded.html, /Tidepool/);
  assert.match(branded.style, /--primary:#7a1f5c;.*--canvas:#fff7fb;/);
  assert.doesNotMatch(own.style, /#7a1f5c/);
  assert.doesNotMatch(branded.html, /<script|style="/);
});
