import assert from "node:assert/strict";
import { test } from "node:test";
import { AT, RECEIVED_AT, accountFrame, connector, eventsOf, fixture, frame, message, only, split, textMessage } from "./frames.ts";

const status = (fields: Record<string, unknown>, rest = {}) =>
  eventsOf(frame({ statuses: [{ id: "wamid.S", status: "sent", timestamp: "1794998400", ...fields }], ...rest }));

test("the platform's time is used if readable, and never later than the receipt", () => {
  const at = (timestamp: unknown) => message({ timestamp }).occurredAt;
  const received = RECEIVED_AT.toISOString();
  assert.equal(at("1794998400"), AT);
  assert.equal(at(1794998400), AT);
  for (const odd of ["9999999999", 9e15, "", null, "soon", "-5", 0, {}, ["a"], 1.5, "1794998400000", "1".repeat(30)]) {
    assert.equal(at(odd), received, String(odd));
  }
  assert.equal(at("1500000000"), "2017-07-14T02:40:00.000Z", "a message that comes late keeps its own time");
});

test("every character of a text is kept, except those that no database accepts", () => {
  const kept = "e\u0301 👩‍👩‍👧‍👦 \u202eabc\u202c \u200d\u2066שלום\u2069 𝒳 \\u0000 \n\t";
  assert.equal(message({ text: { body: kept } }).text, kept);
  assert.equal(message({ text: { body: "a\u0000b\ud800c\udc00d" } }).text, "a\ufffdb\ufffdc\ufffdd");
  assert.equal(message({ text: { body: "x".repeat(65_536) } }).text?.length, 65_536);
});

test("content is cleaned at every depth, including keys and JSON inside JSON", () => {
  const form = message({
    type: "interactive",
    text: undefined,
    interactive: { type: "nfm_reply", nfm_reply: { response_json: '{"a\\u0000":["\\ud800"],"big":12345678901234567890}' } },
  });
  assert.deepEqual(form.content, { form: { "a\ufffd": ["\ufffd"], big: "12345678901234567890" } });
  const raw = message({ type: "new", new: { deep: [{ "k\u0000": "v\u0000" }] } });
  assert.ok(!JSON.stringify(raw).includes("\\u0000"));
});

test("a form answer that is not JSON is kept as text", () => {
  const event = message({ type: "interactive", interactive: { type: "nfm_reply", nfm_reply: { response_json: "{oops" } } });
  assert.deepEqual(event.content, { form: "{oops" });
});

test("an unknown type, or a known one that differs from the documentation, is kept whole", () => {
  const odd: Record<string, unknown>[] = [
    { type: "hologram", hologram: {} },
    { type: "constructor" },
    { type: "__proto__" },
    { type: "toString" },
    { type: null },
    { type: "image", image: {} },
    { type: "image", image: null },
    { type: "text", text: {} },
    { type: "location", location: { latitude: "north" } },
    { type: "contacts", contacts: [] },
    { type: "interactive", interactive: { type: "valueOf" } },
    { type: "order", order: "no" },
    { type: "unknown", errors: [{ code: 131052, title: "Media download error" }] },
    { type: "ephemeral" },
  ];
  for (const fields of odd) {
    const event = message({ text: undefined, ...fields });
    assert.equal(event.type, "unsupported", JSON.stringify(fields));
    assert.equal(event.opensWindow, true);
    assert.deepEqual(event.content?.["raw"], JSON.parse(JSON.stringify({ ...textMessage("x"), text: undefined, ...fields })));
  }
});

test("a media part without its download key still has its caption", () => {
  const event = message({ type: "image", image: { caption: "the label" } });
  assert.deepEqual([event.type, event.text], ["unsupported", "the label"]);
});

test("only the customer's own messages open the window", () => {
  assert.equal(message({}).opensWindow, true);
  assert.equal(message({ group_id: "g1" }).opensWindow, false);
  assert.deepEqual(message({ group_id: "g1" }).content, { group: { id: "g1" } });
  const welcome = message({ type: "request_welcome", text: undefined });
  assert.deepEqual([welcome.type, welcome.opensWindow, welcome.content], ["system", false, { system: { type: "request_welcome" } }]);
  const automatic = message({
    type: "interactive",
    interactive: { type: "call_permission_reply", call_permission_reply: { response: "accept", response_source: "automatic" } },
  });
  assert.equal(automatic.opensWindow, false);
});

test("forwarded, frequently forwarded, and referral with any type", () => {
  assert.deepEqual(message({ context: { frequently_forwarded: true } }).content, { forwarded: true, frequentlyForwarded: true });
  const image = message({ type: "image", image: { id: "1" }, referral: { source_type: "post", video_url: "https://v" } });
  assert.deepEqual([image.type, image.content], ["image", { referral: { sourceType: "post", videoUrl: "https://v" } }]);
});

test("a reaction without an emoji removes the reaction; one without a target is ignored", () => {
  const reaction = (part: unknown) => eventsOf(frame({ messages: [{ ...textMessage("x"), type: "reaction", reaction: part }] }))[0];
  for (const emoji of [undefined, null, ""]) {
    const event = reaction({ message_id: "wamid.T", emoji });
    assert.equal(event?.kind === "reaction" && event.emoji, null);
  }
  assert.equal(reaction({ emoji: "👍" })?.kind, "ignored");
  assert.equal(reaction(null)?.kind, "ignored");
});

test("system notes: a number change under its older name, an identity check, an unknown one", () => {
  const system = (part: unknown) => eventsOf(frame({ messages: [{ ...textMessage("x"), type: "system", text: undefined, system: part }] }));
  assert.deepEqual(
    system({ type: "customer_changed_number", new_wa_id: "447700900987", body: "b" }).map((e) => e.kind),
    ["identity_changed", "message"],
  );
  for (const part of [
    { type: "customer_identity_changed", identity: { hash: "h" } },
    { type: "of_tomorrow" },
    {},
    null,
    { type: "user_changed_number", wa_id: "447700900123" },
  ]) {
    const [note, ...rest] = system(part);
    assert.deepEqual(rest, []);
    assert.ok(note?.kind === "message" && note.type === "system" && !note.opensWindow && note.person.address === "447700900123");
  }
});

test("echoes of any type belong to the customer's conversation, trigger no bot, and their edits and deletions apply", () => {
  const echo = (fields: Record<string, unknown>) =>
    eventsOf(
      frame(
        {
          message_echoes: [{ from: "15550100100", to: "447700900123", id: "wamid.E", timestamp: "1794998400", ...fields }],
        },
        "smb_message_echoes",
      ),
    )[0];
  const image = echo({ type: "image", image: { id: "1" } });
  assert.ok(image?.kind === "message" && image.direction === "echo" && !image.opensWindow && image.person.address === "447700900123");
  assert.equal(echo({ type: "revoke", revoke: { original_message_id: "wamid.O" } })?.kind, "deleted");
  assert.equal(
    echo({ type: "edit", edit: { original_message_id: "wamid.O", message: { type: "text", text: { body: "n" } } } })?.kind,
    "edited",
  );
  assert.throws(() => echo({ to: undefined, type: "text", text: { body: "x" } }), /names no person/);
});

test("a message without a sender is an error for a person to examine, not a message from nobody", () => {
  assert.throws(() => message({ from: undefined }), /names no person/);
  assert.throws(() => message({ from: "120363012345678901@g.us" }), /names no person/);
});

test("statuses: played means read, case does not matter, unknown ones are ignored, groups name no person", () => {
  const kinds = (word: unknown) => status({ status: word }).map((event) => (event.kind === "status" ? event.status : event.kind));
  assert.deepEqual(kinds("played"), ["read"]);
  assert.deepEqual(kinds("DELIVERED"), ["delivered"]);
  for (const word of ["warning", "constructor", "__proto__", null, 3, {}]) assert.deepEqual(kinds(word), ["ignored"]);
  const [group] = status({ recipient_id: "120363012345678901", recipient_type: "group" });
  assert.ok(group?.kind === "status" && group.person === undefined);
  const [hidden] = status({ recipient_user_id: "GB.1" });
  assert.deepEqual(hidden?.kind === "status" && hidden.person, { providerUserId: "GB.1" });
});

test("a failed status always has a reason, as far as the platform gives one", () => {
  const errorOf = (errors: unknown) => {
    const [event] = status({ status: "failed", errors });
    return event?.kind === "status" ? event.error : undefined;
  };
  assert.equal(errorOf([{ code: 131050 }])?.code, "recipient_opted_out");
  assert.equal(errorOf({ code: "131026", title: "Message undeliverable" })?.message, "Message undeliverable");
  for (const nothing of [undefined, null, [], [null], "no"]) assert.equal(errorOf(nothing)?.class, "permanent");
});

test("template events: every word has a state, languages have one spelling, the quality event is known by its keys", () => {
  const event = (value: object, field = "message_template_status_update") =>
    only(
      accountFrame(field, {
        message_template_name: "t",
        message_template_language: "en-US",
        message_template_id: 1680012345678901,
        ...value,
      }),
      "template",
    );
  const words: Record<string, string | undefined> = {
    APPROVED: "approved",
    REJECTED: "rejected",
    PENDING: "pending",
    PAUSED: "paused",
    DISABLED: "disabled",
    FLAGGED: undefined,
    IN_APPEAL: "in_appeal",
    REINSTATED: "approved",
    LIMIT_EXCEEDED: "disabled",
    LOCKED: "disabled",
    ARCHIVED: "archived",
    UNARCHIVED: "approved",
    DELETED: "deleted",
    PENDING_DELETION: "deleted",
    // It is unknown whether these allow sending.
    OF_TOMORROW: "disabled",
    FROZEN: "disabled",
    constructor: "disabled",
  };
  for (const [word, state] of Object.entries(words)) {
    const { status: found, platformStatus, reason, language } = event({ event: word, reason: "NONE" });
    const own = state === undefined ? undefined : word;
    assert.deepEqual([found, platformStatus, reason, language], [state, own, state === undefined ? word : undefined, "en_US"]);
  }
  assert.equal(event({ new_quality_score: "RED" }).quality, "RED");
  assert.equal(event({ new_quality_score: "RED" }).status, undefined);
  const edited = event({}, "message_template_components_update");
  assert.deepEqual([edited.contentChanged, edited.status, event({ event: "APPROVED" }).contentChanged], [true, undefined, undefined]);
  const announced = event({ correct_category: "MARKETING", new_category: "UTILITY" }, "template_category_update");
  assert.deepEqual([announced.category, announced.reason], [undefined, "The category will become MARKETING."]);
  assert.equal(
    event({ event: "PAUSED", other_info: { title: "FIRST_PAUSE", description: "Low quality." } }).reason,
    "FIRST_PAUSE Low quality.",
  );
  assert.equal(eventsOf(accountFrame("message_template_status_update", {}))[0]?.kind, "ignored");
});

test("account events change the channel's status only when they explicitly say so", () => {
  const event = (value: object, field = "account_update") => only(accountFrame(field, value), "channel");
  const ban = (waba_ban_state: string) =>
    event({ event: "DISABLED_UPDATE", ban_info: { waba_ban_state, waba_ban_date: "1 December 2026" } });
  assert.equal(event({ event: "ACCOUNT_DELETED" }).status, "Disconnected");
  assert.equal(event({ event: "ACCOUNT_OFFBOARDED" }).status, "Disconnected");
  assert.equal(event({ event: "PARTNER_REMOVED", disconnection_info: { reason: "USER" } }).status, "Disconnected");
  assert.equal(event({ event: "ACCOUNT_RECONNECTED" }).status, "Connected");
  assert.deepEqual([ban("DISABLE").status, ban("REINSTATE").status, ban("SCHEDULE_FOR_DISABLE").status], ["Error", "Connected", undefined]);
  assert.equal(ban("SCHEDULE_FOR_DISABLE").notice, "The platform will disable the business account: 1 December 2026.");
  for (const value of [
    { event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "SCAM" } },
    { event: "OF_TOMORROW" },
    {},
    { event: "ACCOUNT_RESTRICTION", restriction_info: [null, { expiration: 9e15 }] },
    { event: "constructor" },
  ]) {
    const { status: found, notice } = event(value);
    assert.equal(found, undefined);
    assert.ok(notice);
  }
});

test("limits are read from a tier's name or a number", () => {
  const limit = (value: unknown, key = "max_daily_conversations_per_business") =>
    only(accountFrame("business_capability_update", { [key]: value }), "channel").messagingLimit;
  assert.deepEqual(
    [limit("TIER_2K"), limit(2000), limit("2000"), limit(-1), limit(777), limit(null)],
    ["TIER_2K", "TIER_2K", "TIER_2K", "TIER_UNLIMITED", "777", undefined],
  );
  const number = only(accountFrame("phone_number_quality_update", { event: "DOWNGRADE", current_limit: "TIER_250" }), "channel");
  assert.deepEqual([number.messagingLimit, number.messagesPerSecond], ["TIER_250", undefined]);
});

test("alerts, name decisions, security events and unknown fields are reported or ignored, never lost in an exception", () => {
  const alert = { entity_type: "BUSINESS", alert_info: { alert_severity: "CRITICAL", alert_description: "Something is wrong." } };
  assert.equal(only(accountFrame("account_alerts", alert), "channel").notice, "CRITICAL: Something is wrong.");
  assert.match(
    only(accountFrame("phone_number_name_update", { decision: "REJECTED", requested_verified_name: "N" }), "channel").notice ?? "",
    /REJECTED/,
  );
  assert.ok(only(accountFrame("security", { event: "PIN_CHANGED", display_phone_number: "1555" }), "channel").notice);
  for (const field of ["history", "smb_app_state_sync", "of_tomorrow", "__proto__", ""]) {
    assert.equal(eventsOf(accountFrame(field, { x: 1 }))[0]?.kind, "ignored", field);
  }
});

test("preferences and id changes name a person or are errors", () => {
  const preference = (fields: object) =>
    eventsOf(
      frame(
        {
          user_preferences: [{ wa_id: "447700900123", value: "stop", timestamp: 1794998400, ...fields }],
        },
        "user_preferences",
      ),
    )[0];
  assert.ok(preference({ value: "resume" })?.kind === "preference");
  for (const fields of [{ value: "maybe" }, { value: null }, { category: "something_else" }]) {
    assert.equal(preference(fields)?.kind, "ignored");
  }
  assert.throws(() => preference({ wa_id: undefined }), /names no person/);
  const change = (user_id: unknown, wa_id?: string) => eventsOf(frame({ user_id_update: [{ wa_id, user_id }] }, "user_id_update"))[0];
  assert.equal(change({ previous: "GB.1", current: "GB.2" })?.kind, "identity_changed");
  assert.equal(change({ current: "GB.2" }, "447700900123")?.kind, "identity_changed");
  assert.equal(change({ previous: "GB.1", current: "GB.1" })?.kind, "ignored");
  assert.throws(() => change({ current: "GB.2" }), /names no person/);
});

test("calls: a customer's call opens the window once; its offer is limited in size and never part of the message", () => {
  const events = (fields: object, changeFields: object = {}) =>
    eventsOf(frame({ calls: [{ ...fixture("call_connect").entry[0].changes[0].value.calls[0], ...fields }], ...changeFields }, "calls"));
  const call = (fields: object): any => events(fields)[0];
  assert.equal(call({})?.kind, "message");
  assert.ok(!JSON.stringify(call({}).content).includes("IN IP4"));
  for (const fields of [{ direction: "BUSINESS_INITIATED" }, { event: "ringing" }, { event: null }, { id: null }, { id: "x".repeat(201) }])
    assert.equal(call(fields)?.kind, "ignored");
  const offered = (session: unknown) => call({ session }).call;
  const sdp = `v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n`;
  assert.equal(offered({ sdp_type: "offer", sdp }).offer, sdp);
  assert.equal(offered({ sdp_type: "offer", sdp: sdp + "a".repeat(65_536 - sdp.length) }).offer.length, 65_536);
  for (const [session, why] of [
    [{ sdp_type: "offer", sdp: sdp + "a".repeat(1_048_576) }, /has 1048\d{3} bytes; at most 65536/],
    [{ sdp_type: "offer", sdp: "v=0\r\nm=video 9 X\r\n" }, /no audio/],
    [{ sdp_type: "offer", sdp: "no description" }, /no audio/],
    [{ sdp_type: "answer", sdp }, /no session description/],
    [{ sdp_type: "offer", sdp: { v: 0 } }, /no session description/],
    [null, /no session description/],
  ] as const) {
    const { offer, unusable } = offered(session);
    assert.equal(offer, null);
    assert.match(unusable, why);
  }
  // An oversized offer is not even stored.
  const large = frame({ calls: [{ id: "wacid.1", event: "connect", session: { sdp: "a".repeat(1_048_576) } }] }, "calls");
  assert.ok(JSON.stringify(split(large)).length < 2_000);
});

test("calls: the end of a call is processed after its start, and says why it failed", () => {
  const [call] = fixture("call_connect").entry[0].changes[0].value.calls;
  const [ended] = fixture("call_terminate").entry[0].changes[0].value.calls;
  const failure = { code: 138021, title: "No media", message: "No media", error_data: { details: "No audio arrived." } };
  const items = split(frame({ calls: [{ ...ended, status: ["FAILED"] }, call], errors: [failure] }, "calls"));
  const inOrder = items.toSorted((a, b) => a.rank - b.rank).flatMap(({ payload }) => connector.normalize(payload, RECEIVED_AT));
  assert.deepEqual(
    inOrder.map(({ kind }) => kind),
    ["message", "call_ended", "ignored"],
  );
  const { error } = inOrder[1] as any;
  assert.deepEqual([error.providerCode, error.class, error.message], ["138021", "retryable", "No audio arrived."]);
  const unexplained: any = eventsOf(frame({ calls: [{ ...ended, status: "FAILED" }] }, "calls"))[0];
  assert.equal(unexplained.error.class, "permanent");
});

test("a payload that is not ours is ignored", () => {
  for (const payload of [null, undefined, 1, "x", [], {}, { part: "message" }, { part: "constructor", key: "k" }]) {
    assert.equal(connector.normalize(payload, RECEIVED_AT)[0]?.kind, "ignored");
  }
});
