import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import type { ParleyEvent } from "@parley/sdk";
import { concernsOf, knownEventTypes } from "./changes.ts";

const document = JSON.parse(await readFile(new URL("../../../../../openapi.json", import.meta.url), "utf8"));

describe("the resources that events concern", () => {
  it("every type of the API document has an entry, and there is no other", () => {
    assert.deepEqual([...knownEventTypes].sort(), Object.keys(document.webhooks).sort());
  });

  it("the document's own example of each type is understood", () => {
    for (const [type, { post }] of Object.entries<any>(document.webhooks)) {
      const name = post.requestBody.content["application/json"].schema.$ref.split("/").at(-1);
      const example = document.components.examples[name]?.value;
      assert.ok(example, `${type} has an example`);
      const concerns = concernsOf(example);
      assert.ok(Array.isArray(concerns), type);
      for (const concern of concerns)
        assert.ok(concern.kind === "resource" || typeof concern.id === "string", `${type}: ${JSON.stringify(concern)}`);
    }
  });

  it("a message concerns its thread and its conversation", () => {
    const data = { channelId: "chn_1", conversationId: "conv_1", contactId: "cnt_1", message: { id: "msg_1" } };
    assert.deepEqual(concernsOf({ id: "evt_1", type: "message.status", createdAt: "", data } as unknown as ParleyEvent), [
      { kind: "messages", id: "msg_1", conversationId: "conv_1" },
      { kind: "conversations", id: "conv_1" },
    ]);
  });

  it("what may be sent depends on the customer's consent, and on messages that were not sent", () => {
    const concerns = (type: string, data: object) => concernsOf({ id: "evt_1", type, createdAt: "", data } as unknown as ParleyEvent) ?? [];
    const sendOptions = (type: string, data: object) =>
      concerns(type, data).filter((concern) => concern.kind === "resource" && concern.resource === "send-options");
    const everywhere = [{ kind: "resource", resource: "send-options" }];
    const change = (field: string) => ({ contactId: "cnt_1", changes: { [field]: { from: "opted_out", to: "opted_in" } } });
    assert.deepEqual(sendOptions("contact.updated", change("optIn")), everywhere);
    assert.deepEqual(sendOptions("contact.updated", change("name")), []);
    assert.deepEqual(sendOptions("contact.merged", { contactId: "cnt_1", mergedContactId: "cnt_2" }), everywhere);
    const status = (word: string) => ({ conversationId: "conv_1", contactId: "cnt_1", message: { id: "msg_1" }, status: word });
    for (const word of ["failed", "cancelled"])
      assert.deepEqual(sendOptions("message.status", status(word)), [{ kind: "resource", resource: "send-options", id: "conv_1" }], word);
    assert.deepEqual(sendOptions("message.status", status("delivered")), [], "each tick would fetch them");
  });

  it("an unknown type concerns everything", () => {
    for (const type of ["invoice.paid", "toString", "__proto__"])
      assert.equal(concernsOf({ type, data: {} } as unknown as ParleyEvent), null);
  });
});
