import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, AT, PERSON, element, eventsOf, fixture, frame, message, only, textMessage } from "./frames.ts";

const url = "https://cdn.example.com/x";
const attached = (...attachments: unknown[]) => message({ attachments });

test("every documented attachment has its type; a single one may have another key", () => {
  const kinds = Object.entries({
    image: "image",
    video: "video",
    audio: "audio",
    file: "document",
    share: "image",
    ig_post: "image",
    media: "image",
    reel: "video",
    ig_reel: "video",
    story_mention: "image",
    story: "image",
    ig_story: "image",
  });
  for (const [type, kind] of kinds) {
    assert.equal(attached({ type, payload: { url } }).type, kind, type);
    assert.equal(message({ attachment: { type, payload: { url } } }).media[0]?.providerMediaId, url, type);
  }
});

test("an attachment without a URL, or of an unknown type, is kept raw, also next to known ones", () => {
  for (const part of [{ type: "image" }, { type: "image", payload: {} }, { type: "hologram", payload: { url } }, { type: "constructor" }]) {
    const kept = attached(part);
    assert.equal(kept.type, "unsupported");
    assert.equal(kept.content?.["unsupportedType"], part.type);
  }
  const mixed = attached({ type: "hologram" }, { type: "image", payload: { url } });
  assert.equal(mixed.type, "image");
  assert.deepEqual(mixed.content, { otherAttachments: [{ type: "hologram" }] });
  assert.equal(message({ text: "a caption", attachments: [{ type: "image", payload: { url } }] }).text, "a caption");
});

test("a tap may lack its title or payload, and carries a referral", () => {
  const tap = (postback: object) => only(frame(element({ postback: { mid: "mid.TAP", ...postback } })), "message");
  assert.deepEqual(tap({ title: "Hours" }).content, { reply: { id: "Hours", title: "Hours" } });
  assert.deepEqual(tap({ payload: "HOURS" }).content, { reply: { id: "HOURS", title: "HOURS" } });
  assert.deepEqual(tap({ title: "a", referral: { ref: "bio" } }).content?.["referral"], { ref: "bio" });
  assert.equal(tap({}).type, "unsupported");
});

test("the account's own actions are never taken for a customer's message", () => {
  const own = { sender: { id: ACCOUNT }, recipient: { id: PERSON } };
  const unflagged = only(frame({ ...textMessage("from the app"), ...own }), "message");
  assert.deepEqual([unflagged.direction, unflagged.person.address, unflagged.opensWindow], ["echo", PERSON, false]);
  const self = element({ message: { mid: "m", text: "x", is_echo: true, is_self: true } });
  assert.equal(eventsOf(frame(self))[0]?.kind, "ignored");
  for (const part of [{ reaction: { mid: "m", action: "react", emoji: "x" } }, { read: { mid: "m" } }]) {
    assert.equal(eventsOf(frame(element({ ...part, ...own })))[0]?.kind, "ignored");
  }
  const unsent = element({ message: { mid: "mid.OURS", is_deleted: true, is_echo: true }, ...own });
  assert.deepEqual(eventsOf(frame(unsent)), [{ kind: "deleted", targetExternalId: "mid.OURS", occurredAt: AT }]);
});

test("a reaction without its emoji is recognised by its name; one without a message is ignored", () => {
  const react = (reaction: object) => eventsOf(frame(element({ reaction })));
  const [sad] = react({ mid: "m", action: "react", reaction: "sad" });
  assert.equal(sad?.kind === "reaction" && sad.emoji, "\u{1f622}");
  for (const nothing of [
    { mid: "m", action: "react" },
    { mid: "m", reaction: "constructor" },
    { action: "react", emoji: "x" },
  ]) {
    assert.equal(react(nothing)[0]?.kind, "ignored");
  }
});

test("handover notices are kept in the conversation as notes; an edit without content is ignored", () => {
  for (const event of ["optin", "pass_thread_control", "take_thread_control", "request_thread_control", "app_roles"]) {
    const note = only(frame(element({ [event]: { metadata: "x" } })), "message");
    assert.deepEqual([note.type, note.content?.["event"], note.opensWindow], ["system", event, false]);
  }
  assert.equal(eventsOf(frame(element({ message_edit: { mid: "m" } })))[0]?.kind, "ignored");
  assert.equal(eventsOf(frame(element({ delivery: { mids: [] } })))[0]?.kind, "ignored");
});

test("a message during another app's turn and our own echo of it are context", () => {
  const body = fixture("standby");
  const [part] = body.entry[0].standby;
  delete part.message.is_echo;
  assert.equal(only(body, "message").context, true);
  part.message.is_echo = true;
  [part.sender, part.recipient] = [part.recipient, part.sender];
  const echo = only(body, "message");
  assert.deepEqual([echo.direction, echo.content, echo.context], ["echo", { standby: true }, undefined]);
});
