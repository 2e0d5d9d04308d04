import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inPlaceOf, slashAt, wholeWord } from "./slash-word.ts";

describe("the word after a slash", () => {
  it("begins at the start of the text, or where the menu was opened, and ends at the caret", () => {
    assert.deepEqual(slashAt("/ho", 3, null), { from: 0, typed: "ho" });
    assert.deepEqual(slashAt("/hours", 1, null), { from: 0, typed: "" }, "up to the caret");
    assert.equal(slashAt("/ho", 0, null), null, "before it");
    assert.equal(slashAt("/ho now", 7, null), null, "a word further on");
    assert.equal(slashAt("1/2", 3, null), null, "a slash in the text");
    assert.deepEqual(slashAt("See /ho soon", 7, 4), { from: 4, typed: "ho" });
    assert.equal(slashAt("See /ho soon", 12, 4), null, "a word further on");
    assert.deepEqual(slashAt("/ho", 3, 7), { from: 0, typed: "ho" }, "the opened one is gone");
  });

  it("is as long as it selects the reply, also if the caret is in its middle", () => {
    const selects = (typed: string) => "hours".includes(typed);
    assert.deepEqual(wholeWord({ from: 0, typed: "ho" }, "/hours", selects), { from: 0, typed: "hours" });
    assert.deepEqual(wholeWord({ from: 4, typed: "ho" }, "See /hour, soon", selects), { from: 4, typed: "hour" }, "up to the comma");
    assert.deepEqual(wholeWord({ from: 0, typed: "ho" }, "/ho urs", selects), { from: 0, typed: "ho" }, "up to the space");
    assert.deepEqual(wholeWord({ from: 0, typed: "h" }, "/hHello", selects), { from: 0, typed: "h" }, "a word of its own");
    assert.deepEqual(wholeWord({ from: 0, typed: "" }, "/hours", selects), { from: 0, typed: "" }, "a slash before a word");
  });

  it("is replaced by the reply, and the text around it stays", () => {
    assert.equal(inPlaceOf({ from: 0, typed: "ho" }, "/ho", "Open."), "Open.");
    assert.equal(inPlaceOf({ from: 4, typed: "ho" }, "See /ho, soon", "Open."), "See Open., soon");
    assert.equal(inPlaceOf({ from: 3, typed: "" }, "See/", "Open."), "See Open.");
    assert.equal(inPlaceOf({ from: 0, typed: "ho" }, "/ho And on?", "Open."), "Open. And on?");
    assert.equal(inPlaceOf({ from: 0, typed: "ho" }, "Something else", "Open."), "Something else\n\nOpen.");
  });
});
