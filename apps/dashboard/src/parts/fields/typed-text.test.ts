import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { appended, unlessChanged } from "./typed-text.ts";

describe("typed text", () => {
  it("is replaced only if it is still what was submitted", () => {
    assert.equal(unlessChanged("one", "")("one"), "");
    assert.equal(unlessChanged("one", "")("one and two"), "one and two");
    const submitted = { title: "one" };
    assert.equal(unlessChanged(submitted, { title: "saved" })(submitted).title, "saved");
  });

  it("is followed by an addition after a blank line", () => {
    assert.equal(appended("", "More."), "More.");
    assert.equal(appended(" \n", "More."), "More.");
    assert.equal(appended("Hello. \n", "More."), "Hello.\n\nMore.");
  });
});
