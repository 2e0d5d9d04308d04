import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getCalls, noteCall, subscribeCalls } from "./calls.ts";

const at = "http://127.0.0.1/api/v1";

describe("the page's own calls", () => {
  it("are recorded with their status, without any text from a body", () => {
    let notified = 0;
    const off = subscribeCalls(() => notified++);
    const id = "cnt_0198c6f2a4b17e3d9c5b8f1a2d3e4f50";
    const body = JSON.stringify({ password: "hunter", nested: [{ contactId: id, text: "Hello", urgent: true, n: 3 }] });
    const answered = noteCall(`${at}/messages?x=1`, { method: "POST", body });
    assert.equal(getCalls().at(-1)?.status, null);
    answered(200);
    off();
    const call = getCalls().at(-1);
    assert.deepEqual([call?.method, call?.path, call?.status], ["POST", "/api/v1/messages?x=1", 200]);
    assert.deepEqual(call?.body, { password: "…", nested: [{ contactId: id, text: "…", urgent: true, n: 3 }] });
    assert.equal(notified, 2);
  });

  it("are limited to a hundred", () => {
    for (let n = 0; n < 150; n++) noteCall(`${at}/contacts/${n}`, {})(200);
    assert.equal(getCalls().length, 100);
    assert.equal(getCalls().at(-1)?.path, "/api/v1/contacts/149");
  });

  it("may have files and no body", () => {
    noteCall(`${at}/media`, { method: "POST", body: new FormData() })(200);
    assert.equal("body" in (getCalls().at(-1) ?? {}), false);
  });
});
