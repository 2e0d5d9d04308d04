/**
 * Guides of screens: each one that a route names exists, none is unused, and none contains more than the panel can show, or a product's
 * name.
 */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { readGuide } from "./guide-text.ts";
import { guideIds, guideOf } from "./guides.ts";

const folder = new URL("../../../../../docs/guides/screens/", import.meta.url);

test("the guides are exactly those that routes name", async () => {
  assert.deepEqual((await readdir(folder)).toSorted(), guideIds.map((id) => `${id}.md`).toSorted());
  // The compiler requires one for each route; this checks that the map is read as written.
  assert.equal(guideOf("/app/tickets/$ticketId"), "tickets");
  assert.equal(guideOf("/app/settings/$part", "team"), "settings");
  assert.equal(guideOf("/app/settings/$part", "billing"), "billing");
  assert.equal(guideOf("/gallery"), null);
});

test("every route of the router has a guide, or renders nothing", async () => {
  const router = await readFile(new URL("../../router.tsx", import.meta.url), "utf8");
  const map = await readFile(new URL("guides.ts", import.meta.url), "utf8");
  const paths = [...router.matchAll(/path: "([^"]+)"/g)].map(([, path]) => path as string);
  assert.ok(paths.length > 30, "the routes were not found");
  for (const path of paths)
    if (path !== "/" && path !== "/gallery")
      assert.ok(map.includes(`${path}"`), `${path} has no guide: say in guides.ts which explains it`);
});

for (const id of guideIds) {
  test(`${id} is short, plain, and contains only what the panel can show`, async () => {
    const source = await readFile(new URL(`${id}.md`, folder), "utf8");
    const blocks = readGuide(source);
    assert.equal(blocks[0]?.as, "title");
    assert.ok(blocks.length >= 2 && source.length < 2_500, `${blocks.length} blocks, ${source.length} characters`);
    // Agencies show them under their own name.
    assert.doesNotMatch(source, /parley/i);
    assert.doesNotMatch(source, /\]\(|^\||^```|<[a-z]/m, "links, tables, code and HTML are not shown");
    for (const block of blocks)
      for (const { text } of "items" in block ? block.items.flatMap(({ spans }) => spans) : block.spans)
        assert.doesNotMatch(text, /\*\*|`|\n/);
  });
}
