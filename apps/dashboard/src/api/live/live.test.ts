/** A page that follows the server, through a day with some of everything; live.full.test.ts uses random sequences of events. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { follow, steps } from "../../../test/live-stage.ts";

const day: [what: string, a: number, b: number][] = [
  ["somebody writes", 0, 0],
  ["somebody writes", 1, 0],
  ["somebody writes", 2, 0],
  ["background work is done", 0, 0],
  ["a conversation is opened", 0, 0],
  ["the team answers", 1, 0],
  ["the line is cut", 0, 0],
  ["a conversation is changed", 1, 0],
  ["the customer edits, deletes or reacts", 2, 0],
  ["another list is shown", 2, 0],
  ["a note", 0, 0],
  ["another page takes the line over", 0, 0],
  ["the page changes one", 0, 5],
  ["somebody writes a lot", 3, 0],
  ["contacts are merged", 0, 2],
  ["events are lost", 0, 0],
  ["many are changed", 0, 7],
  ["a contact is renamed", 0, 0],
  ["the network is away for a moment", 0, 0],
  ["more is loaded", 0, 0],
  ["a contact is deleted", 1, 0],
  ["a message is delivered and read", 0, 0],
];

describe("a page that follows the server", () => {
  it("shows what a fresh fetch returns, after a day with some of everything", async () => {
    for (const [what] of day) assert.ok(what in steps, what);
    await follow(day.map(([what, a, b], at) => ({ what, a, b, delayMs: 10, wait: at % 2 === 0 })));
  });
});
