import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDrafts, type Draft, type DraftStore } from "./drafts.ts";

function memory(): DraftStore & { kept: Map<string, Draft> } {
  const kept = new Map<string, Draft>();
  return {
    kept,
    all: async () => [...kept.values()],
    put: async (draft) => void kept.set(draft.name, draft),
    delete: async (name) => void kept.delete(name),
  };
}

describe("drafts", () => {
  it("outlive the page, belong to their owner, and are deleted when they are cleared", async () => {
    const store = memory();
    const open = (owner: string) => createDrafts({ owner, store, notifyPages: () => undefined, now: Date.now });
    const first = open("ada");
    await first.loaded;
    first.set("conversation/conv_1/reply", "Dear");
    first.set("conversation/conv_1/reply", "Dear Sir");
    first.set("conversation/conv_1/note", "Angry");
    await first.flush();
    const next = open("ada");
    const other = open("grace");
    await Promise.all([next.loaded, other.loaded]);
    assert.equal(next.get("conversation/conv_1/reply"), "Dear Sir");
    assert.equal(next.get("conversation/conv_1/note"), "Angry");
    assert.equal(other.get("conversation/conv_1/reply"), "");
    next.set("conversation/conv_1/reply", "");
    await next.flush();
    assert.deepEqual([...store.kept.keys()], ["ada conversation/conv_1/note"]);
  });

  it("text from another page is shown, except where text is being typed here", async () => {
    const store = memory();
    const open = () => createDrafts({ owner: "ada", store, notifyPages: () => undefined, now: Date.now });
    const [one, other] = [open(), open()];
    await Promise.all([one.loaded, other.loaded]);
    one.set("form/a", "one");
    one.set("form/b", "one");
    await one.flush();
    other.set("form/b", "mine");
    let notified = 0;
    other.onChange(() => {
      notified += 1;
    });
    await other.reload();
    assert.deepEqual([other.get("form/a"), other.get("form/b"), notified], ["one", "mine", 1]);
    await other.flush();
  });

  it("drafts are deleted after a month without a change", async () => {
    const store = memory();
    store.kept.set("ada form/a", { name: "ada form/a", text: "old", at: Date.now() - 31 * 86_400_000 });
    const drafts = createDrafts({ owner: "ada", store, notifyPages: () => undefined, now: Date.now });
    await drafts.loaded;
    assert.deepEqual([drafts.get("form/a"), store.kept.size], ["", 0]);
  });
});
