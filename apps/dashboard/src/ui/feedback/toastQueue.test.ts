import assert from "node:assert/strict";
import { it } from "node:test";
import { ToastQueue } from "./toastQueue.ts";

const texts = (queue: ToastQueue) => queue.shown().map(({ text }) => text);

it("the latest three are shown", () => {
  const queue = new ToastQueue();
  for (const text of ["one", "two", "three", "four"]) queue.show({ text });
  assert.deepEqual(texts(queue), ["two", "three", "four"]);
});

it("one with the same id replaces the other", () => {
  const queue = new ToastQueue();
  queue.show({ id: "save", text: "Not saved", tone: "bad" });
  queue.show({ text: "Resolved" });
  queue.show({ id: "save", text: "Saved", tone: "ok" });
  assert.deepEqual(texts(queue), ["Resolved", "Saved"]);
});

it("is removed by the returned function, once", () => {
  const queue = new ToastQueue();
  let notified = 0;
  const close = queue.show({ text: "Resolved" });
  queue.subscribe(() => notified++);
  close();
  close();
  assert.deepEqual(texts(queue), []);
  assert.equal(notified, 1);
});
