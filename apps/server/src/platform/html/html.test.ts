import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { html, paragraphs } from "./html.ts";

test("the markup is only ours, whatever is inserted", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const { text: made } = html`<a title="${text}">${text}${[text, html`<b>${text}</b>`]}</a>`;
      assert.deepEqual(
        made.match(/<[^>]*>/g)?.map((tag) => tag.replace(/ title="[^"<>]*"/, "")),
        ["<a>", "<b>", "</b>", "</a>"],
      );
      for (const part of paragraphs(text))
        assert.deepEqual(
          (part.text.match(/<[^>]*>/g) ?? []).filter((tag) => !["<p>", "</p>", "<br>"].includes(tag)),
          [],
        );
    }),
  );
  assert.equal(html`${null}${undefined}${false}${0}`.text, "0");
});
