import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Trigger } from "./definition.ts";
import { contextOf, startsFlow } from "./triggers.ts";

const said = (text: string, type = "text") => ({
  type: "message.received",
  data: { channelId: "chn_a", message: { id: "msg_a", type, text } },
});
const changed = (changes: object) => ({ type: "any", data: { channelId: "chn_a", changes } });

describe("a trigger", () => {
  const keyword = (mode: string | undefined, ...keywords: string[]): Trigger => ({
    type: "message.keyword",
    keywords,
    ...(mode && { mode }),
  });
  const cases: [string, Trigger, { type: string; data: Record<string, unknown> }, boolean][] = [
    ["a word in any case", keyword("word", "Price"), said("the PRICE?"), true],
    ["a part of a word", keyword("word", "price"), said("priceless"), false],
    ["a word unless told otherwise", keyword(undefined, "price"), said("priceless"), false],
    ["several words", keyword("word", "how much"), said("So, how  much is it"), true],
    ["a part, where that is meant", keyword("contains", "price"), said("priceless"), true],
    ["the whole", keyword("exact", "stop"), said(" Stop "), true],
    ["more than the whole", keyword("exact", "stop"), said("stop it"), false],
    ["a message of the platform's own", { type: "message.received" }, said("price", "system"), false],
    ["another channel", { type: "message.received", channelIds: ["chn_b"] }, said("x"), false],
    ["a tag that comes", { type: "contact.tag_added", tag: "VIP" }, changed({ tags: { from: [], to: ["vip"] } }), true],
    ["a tag that was there", { type: "contact.tag_added", tag: "vip" }, changed({ tags: { from: ["vip"], to: ["vip", "x"] } }), false],
    ["a tag that goes", { type: "contact.tag_removed", tag: "vip" }, changed({ tags: { from: ["vip"], to: [] } }), true],
    [
      "a custom field",
      { type: "contact.field_changed", field: "customFields.plan" },
      changed({ customFields: { from: {}, to: { plan: "pro" } } }),
      true,
    ],
    [
      "another custom field",
      { type: "contact.field_changed", field: "customFields.plan" },
      changed({ customFields: { from: { plan: "pro" }, to: { plan: "pro", seats: 2 } } }),
      false,
    ],
    ["a status", { type: "conversation.status_changed", to: ["resolved"] }, changed({ status: { from: "open", to: "resolved" } }), true],
    [
      "another status",
      { type: "conversation.status_changed", to: ["resolved"] },
      changed({ status: { from: "open", to: "pending" } }),
      false,
    ],
    ["a change of something else", { type: "ticket.status_changed" }, changed({ priority: { from: "low", to: "high" } }), false],
    ["what is started by hand", { type: "manual" }, said("x"), false],
  ];
  for (const [name, trigger, event, starts] of cases)
    it(`${starts ? "matches" : "ignores"} ${name}`, () => assert.equal(startsFlow(trigger, event), starts));

  it("stores a long message without half a character, which the database would reject", () => {
    const { message } = contextOf(said(`${"a".repeat(4_095)}😀`).data);
    const text = message?.text ?? "";
    assert.deepEqual([text.isWellFormed(), text.length], [true, 4_096]);
  });
});
