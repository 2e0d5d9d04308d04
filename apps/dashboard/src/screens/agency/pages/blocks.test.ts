import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf, readDraft, summaryOf } from "./blocks.ts";

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

test("a stored draft is read, anything else is rejected", () => {
  assert.deepEqual(readDraft(JSON.stringify({ title: "a", slug: "a", description: "", blocks: [] })), {
    title: "a",
    slug: "a",
    description: "",
    blocks: [],
  });
  for (const text of ["", "x", "null", "[]", '{"title":"a"}']) assert.equal(readDraft(text), null, text);
});

test("a block is described by its heading, its first line or its form", () => {
  assert.equal(summaryOf({ type: "text", text: "First\nsecond" }, undefined), "First");
  assert.equal(summaryOf({ type: "form", formId: "frm_1" }, "Early access"), "Early access");
});
