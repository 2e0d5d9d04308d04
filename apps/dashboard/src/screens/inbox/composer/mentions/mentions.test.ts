import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mentionAt, mentionedIn, peopleFor, splitMentions } from "./mentions.ts";

const people = [
  { id: "1", name: "Ann" },
  { id: "2", name: "Ann Berg" },
  { id: "3", name: "Zoë Lund" },
];

describe("mentions", () => {
  it("begin with an @ after a space, and end at the caret", () => {
    assert.deepEqual(mentionAt("ask @zo", 7), { from: 4, typed: "zo" });
    assert.deepEqual(mentionAt("@", 1), { from: 0, typed: "" });
    assert.equal(mentionAt("ask @zo now", 11), null, "a word further on");
    assert.equal(mentionAt("a@example", 9), null, "an address");
    assert.equal(mentionAt("ask @zo", 3), null, "before it");
  });

  it("find people by any word of their name", () => {
    assert.deepEqual(
      peopleFor(people, "LU").map(({ id }) => id),
      ["3"],
    );
    assert.deepEqual(
      peopleFor(people, "zoe").map(({ id }) => id),
      ["3"],
    );
    assert.equal(peopleFor(people, "").length, 3);
  });

  it("are whole names in the text, the longest one first", () => {
    assert.deepEqual(mentionedIn("@Ann Berg and @Zoë Lund, please", people), ["2", "3"]);
    assert.deepEqual(mentionedIn("@Ann, look", people), ["1"]);
    assert.deepEqual(mentionedIn("@Anna and Zoë Lund", people), []);
    assert.deepEqual(splitMentions("@Ann Berg: same batch", ["Ann", "Ann Berg"]), [
      { at: 0, text: "@Ann Berg", isMention: true },
      { at: 9, text: ": same batch", isMention: false },
    ]);
  });

  it("are the selected person if two have the same name", () => {
    const namesakes = [...people, { id: "4", name: "Ann" }];
    assert.deepEqual(mentionedIn("@Ann, look", namesakes, ["4"]), ["4"]);
    assert.deepEqual(mentionedIn("@Ann, look", namesakes, ["4", "1"]), ["1"], "the first one was deleted again");
    assert.deepEqual(mentionedIn("@Ann and @Ann", namesakes, ["4", "1"]), ["4", "1"]);
    assert.deepEqual(mentionedIn("@Ann, look", namesakes, ["3"]), ["1", "4"], "typed by hand: either may be meant");
    assert.deepEqual(mentionedIn("nobody", namesakes, ["4"]), []);
  });
});
