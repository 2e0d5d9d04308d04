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

  it("an unknown type concerns everything", () => {
    for (const type of ["invoice.paid", "toString", "__proto__"])
      assert.equal(concernsOf({ type, data: {} } as unknown as ParleyEvent), null);
  });
});
