import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { editedNames, editsSince, storedEdits, withEdit } from "./edits.ts";

const saved = { title: "Trade", tags: ["a"], text: "" };

describe("the edits of a form", () => {
  it("are the values that differ from the saved ones", () => {
    assert.deepEqual(editedNames(saved, { title: "Trade", tags: ["a", "b"] }), ["tags"]);
    assert.deepEqual(withEdit(saved, { text: "Hello" }, { title: "Trades" }), { text: "Hello", title: "Trades" });
  });

  it("do not include a value that was typed and deleted again", () => {
    assert.deepEqual(withEdit(saved, { text: "Hello", tags: ["b"] }, { text: "" }), { tags: ["b"] });
    assert.deepEqual(withEdit(saved, { tags: ["b"] }, { tags: ["a"] }), {});
  });

  it("left after saving are those made since, also by taking back what was saved", () => {
    const submitted = { title: "Trades", text: "Hello", tags: ["b"] };
    assert.deepEqual(editsSince(saved, submitted, submitted), {});
    assert.deepEqual(editsSince(saved, submitted, { ...submitted, title: "Trading" }), { title: "Trading" });
    const { text, ...others } = submitted;
    assert.deepEqual(editsSince(saved, submitted, others), { text: "" }, `${text} was deleted again`);
  });

  it("are stored as nothing if there is none", () => {
    assert.equal(storedEdits({}), "");
    assert.equal(storedEdits({ text: "" }), '{"text":""}');
  });
});
