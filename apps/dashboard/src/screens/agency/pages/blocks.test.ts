import assert from "node:assert/strict";
import { test } from "node:test";
import type { LandingPage } from "@parley/sdk";
import { bodyOf, changesOf, readEdits, summaryOf } from "./blocks.ts";

test("a block is sent with only its own non-empty parts; an empty description marks a picture as decorative", () => {
  const body = bodyOf({
    title: "Trade",
    slug: "trade",
    description: " ",
    blocks: [
      { type: "hero", heading: "Wood", text: "", items: [{ heading: "a", text: "b" }] },
      { type: "image", mediaId: "med_1", alt: "", imageUrl: "/public/files/x" },
    ],
  });
  assert.deepEqual(body, {
    title: "Trade",
    slug: "trade",
    description: null,
    blocks: [
      { type: "hero", heading: "Wood" },
      { type: "image", mediaId: "med_1", alt: "" },
    ],
  });
});

test("stored edits are read, anything else is rejected", () => {
  for (const edits of [{ title: "a", slug: "a", description: "", blocks: [] }, { title: "a" }, { blocks: [] }])
    assert.deepEqual(readEdits(JSON.stringify(edits)), edits);
  for (const text of ["", "x", "null", "[]", '{"title":1}', '{"blocks":{}}']) assert.deepEqual(readEdits(text), {}, text);
});

test("only what was changed is sent: a colleague's changes to the rest stay", () => {
  const page = { title: "Trade", slug: "trade", description: null, blocks: [{ type: "text", text: "Wood" }] } as unknown as LandingPage;
  assert.deepEqual(changesOf(page, { description: " Oak " }), { description: " Oak " });
  assert.deepEqual(changesOf(page, { blocks: [{ type: "text", text: "" }] }), { blocks: [{ type: "text" }] });
  assert.deepEqual(changesOf(page, {}), {});
  assert.deepEqual(changesOf(page, { title: "Trade", description: "", blocks: [{ type: "text", text: "Wood", heading: "" }] }), {});
});

test("a block is described by its heading, its first line or its form", () => {
  assert.equal(summaryOf({ type: "text", text: "First\nsecond" }, undefined), "First");
  assert.equal(summaryOf({ type: "form", formId: "frm_1" }, "Early access"), "Early access");
});
