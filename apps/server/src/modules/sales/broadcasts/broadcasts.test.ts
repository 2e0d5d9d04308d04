import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { checkCounts, setBroadcastStage } from "../../../../test/broadcasts.ts";
import { startTestApp } from "../../../../test/harness.ts";

const t = await startTestApp();
after(() => t.stop());

const statusEvents = async (tenantId: string, broadcastId: string) =>
  (
    await t.app.database.worker<{ data: any }>({
      text: "select data from event_log where tenant_id = $1 and type = 'message.status' and data->>'broadcastId' = $2 order by xid, id",
      values: [tenantId, broadcastId],
    })
  ).map(({ data }) => data);
const updates = async (tenantId: string, broadcastId: string) =>
  (
    await t.app.database.worker<{ data: any }>({
      text: "select data from event_log where tenant_id = $1 and type = 'broadcast.updated' and data->>'broadcastId' = $2 order by xid, id",
      values: [tenantId, broadcastId],
    })
  ).map(({ data }) => data.status);

describe("a broadcast", () => {
  it("reaches each contact once with their own values, and reports each outcome", async () => {
    const stage = await setBroadcastStage(t);
    const { tenant } = stage;
    const people = await stage.people(3, (i) => (i === 2 ? { name: undefined } : { name: `Ada${i} Lovelace` }));
    const draft = await stage.draft();
    assert.deepEqual([draft.status, draft.counts.recipients, draft.recipientsFrozenAt], ["draft", 0, null]);
    assert.deepEqual(draft.messageContent.variables, [{ field: "firstName", fallback: "there" }]);
    assert.equal((await stage.verb(draft.id, "send")).status, "sending");
    const done = await stage.until(draft.id, "completed");
    assert.deepEqual([done.counts.recipients, done.counts.read, done.counts.pending], [3, 3, 0]);
    await checkCounts(t, stage, draft.id);
    const recipients = await stage.recipients(draft.id);
    assert.deepEqual(new Set(recipients.map((r) => r.contactId)), new Set(people.map((p) => p.id)));
    const texts = [];
    for (const { number } of people) {
      assert.equal(stage.sentTo(number).length, 1);
      const recipient = recipients.find((r) => r.phone === `+${number}`);
      const { body } = await tenant.api.get(`/api/v1/messages/${recipient.messageId}`);
      assert.deepEqual([body.type, body.author, body.to], ["template", { kind: "broadcast", id: draft.id }, number]);
      assert.ok(recipient.sentAt !== null && recipient.readAt !== null);
      texts.push([body.content.variables[0], body.text]);
    }
    assert.deepEqual(texts, [
      ["Ada0", "Hello Ada0, there is an offer."],
      ["Ada1", "Hello Ada1, there is an offer."],
      ["there", "Hello there, there is an offer."],
    ]);
    const events = await statusEvents(tenant.id, draft.id);
    assert.deepEqual(
      events.map((e) => e.status).sort(),
      ["sent", "sent", "sent", "delivered", "delivered", "delivered", "read", "read", "read"].sort(),
    );
    assert.deepEqual(await updates(tenant.id, draft.id), ["draft", "sending", "completed"]);
    await stage.draft();
    const started = async (query: string) =>
      (await tenant.api.get(`/api/v1/broadcasts?${query}`)).body.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(await started(`since=${done.startedAt}`), [draft.id], "a draft has not started");
    assert.deepEqual(await started(`since=2020-01-01T00:00:00Z&until=${done.startedAt}&channelId=${done.channelId}`), []);
    const stats = (await tenant.api.get(`/api/v1/broadcasts/${draft.id}/stats`)).body;
    assert.deepEqual(stats.funnel, { attempted: 3, sent: 3, delivered: 3, read: 3, replied: 0 });
    assert.deepEqual([stats.rates.read, stats.rates.failed, stats.estimatedCompletionAt], [1, 0, null]);
  });

  it("does not appear in the inbox until the contact replies, and then counts as replied", async () => {
    const stage = await setBroadcastStage(t);
    const { tenant } = stage;
    const [quiet, talker] = (await stage.people(2)) as [any, any];
    const customer = t.simulator.customer(talker.number, "Talker");
    const { id } = await stage.draft();
    await stage.verb(id, "send");
    await stage.until(id, "completed");
    const of = async (contact: string) => (await tenant.api.get(`/api/v1/conversations?contactId=${contact}`)).body.data;
    for (const person of [quiet, talker]) {
      const [conversation, ...others] = await of(person.id);
      assert.deepEqual(
        [others.length, conversation.status, conversation.resolvedBy, conversation.unreadCount],
        [0, "resolved", "broadcast", 0],
      );
    }
    const again = await stage.draft();
    await stage.verb(again.id, "send");
    await stage.until(again.id, "completed");
    assert.equal((await of(quiet.id)).length, 1, "the same conversation takes the next broadcast");
    t.clock.advance(60_000);
    await customer.sendText(stage.channel.externalId, "Tell me more");
    await t.settle();
    const [opened, ...more] = await of(talker.id);
    assert.deepEqual([more.length, opened.status], [0, "open"]);
    assert.deepEqual(
      [(await stage.get(again.id)).counts.replied, (await stage.get(id)).counts.replied],
      [1, 0],
      "a reply is to the last broadcast",
    );
    await checkCounts(t, stage, again.id);
    // An open conversation keeps its preview, its position and its waiting customer.
    const third = await stage.draft({ targetAudience: { contactIds: [talker.id] } });
    await stage.verb(third.id, "send");
    await stage.until(third.id, "completed");
    const [after_] = await of(talker.id);
    for (const field of ["status", "lastMessage", "lastMessageAt", "waitingSince", "unreadCount"])
      assert.deepEqual(after_[field], opened[field], field);
    const thread = (await tenant.api.get(`/api/v1/conversations/${opened.id}/messages`)).body.data;
    assert.equal(thread.filter((m: any) => m.author.kind === "broadcast").length, 3);
  });

  it("leaves out contacts, with the reason", async () => {
    const stage = await setBroadcastStage(t);
    const { tenant } = stage;
    const people = await stage.people(4, (i) => ({ customFields: i === 3 ? { city: "Oslo" } : i === 0 ? {} : { city: "Paris" } }));
    await tenant.api.patch(`/api/v1/contacts/${people[1]!.id}`, { optIn: "opted_out" });
    await tenant.api.post(`/api/v1/contacts/${people[2]!.id}/block`, {});
    const nobody = (await tenant.api.post("/api/v1/contacts", { name: "No number", customFields: { city: "Rome" } })).body.id;
    const messageContent = JSON.stringify({ name: "offer", language: "en", variables: [{ field: "customFields.city" }] });
    const { id, messageContent: shown } = await stage.draft({ messageContent });
    assert.deepEqual(shown, { name: "offer", language: "en", variables: [{ field: "customFields.city" }] });
    await stage.verb(id, "send");
    await stage.until(id, "completed");
    const by = new Map((await stage.recipients(id)).map((r) => [r.contactId, [r.status, r.reason]]));
    assert.deepEqual(by.get(people[0]!.id), ["skipped", "missing_variable"]);
    assert.deepEqual(by.get(people[1]!.id), ["skipped", "opted_out"]);
    assert.deepEqual(by.get(people[2]!.id), ["skipped", "blocked"]);
    assert.deepEqual(by.get(people[3]!.id), ["read", null]);
    assert.deepEqual(by.get(nobody), ["skipped", "no_identity"]);
    const stats = (await tenant.api.get(`/api/v1/broadcasts/${id}/stats`)).body;
    assert.deepEqual(
      new Set(stats.skippedBy.map((s: any) => `${s.reason} ${s.count}`)),
      new Set(["missing_variable 1", "opted_out 1", "blocked 1", "no_identity 1"]),
    );
    assert.equal((await stage.recipients(id, "&status=skipped")).length, 4);
    await checkCounts(t, stage, id);
  });

  it("goes to the surviving contact, once, if two recipients were merged while it waited", async () => {
    const stage = await setBroadcastStage(t);
    const [one, two] = (await stage.people(2)) as [any, any];
    const { id } = await stage.draft({ sendRatePerMinute: 10 });
    await stage.verb(id, "send");
    await t.drain();
    const first = (await stage.recipients(id, "&status=sending"))[0] ?? (await stage.recipients(id)).find((r) => r.status !== "pending");
    const waiting = [one, two].find((p) => p.id !== first.contactId);
    const merged = await stage.tenant.api.post(`/api/v1/contacts/${first.contactId}/merge`, { contactId: waiting.id });
    assert.equal(merged.status, 200, merged.text);
    await stage.until(id, "completed");
    const counts = (await stage.get(id)).counts;
    assert.deepEqual([counts.recipients, counts.skipped], [2, 1]);
    assert.equal(stage.sentTo(one.number).length + stage.sentTo(two.number).length, 1);
  });

  it("waits for its time, and takes the audience as of then", async () => {
    const stage = await setBroadcastStage(t);
    await stage.people(1);
    const at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    const { id } = await stage.draft({ scheduledAt: at });
    assert.equal((await stage.verb(id, "schedule")).status, "scheduled");
    await stage.people(1);
    t.clock.advance(3_599_000);
    await t.drain();
    assert.equal((await stage.get(id)).status, "scheduled");
    t.clock.advance(1_000);
    const done = await stage.until(id, "completed");
    assert.deepEqual([done.counts.read, done.startedAt], [2, at]);
  });

  it("is scheduled, at creation or later, by anybody who may send, if it can be sent", async () => {
    const stage = await setBroadcastStage(t);
    await stage.people(1);
    const at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    const made = await stage.draft({ scheduledAt: at });
    assert.deepEqual([made.status, made.scheduledAt], ["scheduled", at]);
    const draft = await stage.draft({});
    assert.equal(draft.status, "draft");
    const writer = t.api(await t.key(stage.tenant.id, { scopes: ["broadcasts:read", "broadcasts:write"] }));
    const path = `/api/v1/broadcasts/${draft.id}`;
    const refused = await writer.patch(path, { title: "Changed", scheduledAt: at });
    assert.deepEqual([refused.status, refused.body.error.code], [403, "insufficient_scope"]);
    const past = await stage.tenant.api.patch(path, { scheduledAt: t.clock.now().toISOString() });
    assert.deepEqual([past.status, past.body.error.details], [422, [{ field: "scheduledAt", issue: "out_of_range" }]]);
    const nobody = await stage.tenant.api.patch(path, {
      scheduledAt: at,
      targetAudience: { rules: [{ field: "name", op: "eq", value: "Nobody at all" }] },
    });
    assert.deepEqual([nobody.status, nobody.body.error.code], [422, "audience_empty"]);
    assert.deepEqual(await stage.get(draft.id), draft, "nothing of a refused change");
    assert.equal((await stage.tenant.api.patch(path, { scheduledAt: at })).body.status, "scheduled");
    t.clock.advance(3_600_000);
    for (const { id } of [made, draft]) assert.equal((await stage.until(id, "completed")).startedAt, at);
  });

  it("becomes a draft again without its time: nothing starts until it is rescheduled", async () => {
    const stage = await setBroadcastStage(t);
    const [person] = await stage.people(1);
    const minute = () => new Date(t.clock.now().getTime() + 60_000).toISOString();
    const made = await stage.draft({ scheduledAt: minute() });
    const path = `/api/v1/broadcasts/${made.id}`;
    const writer = t.api(await t.key(stage.tenant.id, { scopes: ["broadcasts:read", "broadcasts:write"] }));
    const back = await writer.patch(path, { scheduledAt: null });
    assert.deepEqual([back.status, back.body.status, back.body.scheduledAt], [200, "draft", null]);
    t.clock.advance(120_000);
    await t.settle();
    assert.deepEqual([(await stage.get(made.id)).status, stage.sentTo(person!.number).length], ["draft", 0]);
    assert.equal((await stage.tenant.api.post(`${path}/schedule`, { scheduledAt: minute() })).body.status, "scheduled");
    t.clock.advance(60_000);
    await stage.until(made.id, "completed");
    assert.equal(stage.sentTo(person!.number).length, 1);
    assert.deepEqual(await updates(stage.tenant.id, made.id), ["draft", "scheduled", "draft", "scheduled", "sending", "completed"]);
    assert.equal((await stage.tenant.api.patch(path, { scheduledAt: null })).status, 409);
  });

  it("fails with the reason if its audience is empty at that time", async () => {
    const stage = await setBroadcastStage(t);
    const [person] = await stage.people(1, () => ({ tags: ["vip"] }));
    const rules = [{ field: "tags", op: "has_any", value: ["vip"] }];
    const { id } = await stage.draft({ targetAudience: { rules }, scheduledAt: new Date(t.clock.now().getTime() + 60_000).toISOString() });
    await stage.verb(id, "schedule");
    await stage.tenant.api.patch(`/api/v1/contacts/${person!.id}`, { tags: [] });
    t.clock.advance(60_000);
    assert.match((await stage.until(id, "failed")).error, /audience was empty/);
  });

  it("is paused immediately, continues where it was, and nobody gets it twice", async () => {
    const stage = await setBroadcastStage(t);
    const people = await stage.people(12);
    const { id } = await stage.draft({ sendRatePerMinute: 60 });
    await stage.verb(id, "send");
    await t.drain();
    const paused = await stage.verb(id, "pause");
    assert.deepEqual([paused.status, paused.pauseReason], ["paused", "requested"]);
    t.clock.advance(60_000);
    await t.settle();
    const gone = people.filter(({ number }) => stage.sentTo(number).length > 0).length;
    assert.ok(gone >= 1 && gone <= 4, `${gone} left before the pause`);
    const { counts } = await stage.get(id);
    assert.deepEqual([counts.pending, counts.sending], [12 - gone, 0]);
    await checkCounts(t, stage, id);
    await stage.verb(id, "resume");
    const done = await stage.until(id, "completed");
    assert.equal(done.counts.read, 12);
    for (const { number } of people) assert.equal(stage.sentTo(number).length, 1);
    assert.deepEqual(await updates(stage.tenant.id, id), ["draft", "sending", "paused", "sending", "completed"]);
    await checkCounts(t, stage, id);
  });

  it("when cancelled, skips the recipients who have not got it yet", async () => {
    const stage = await setBroadcastStage(t);
    const people = await stage.people(10);
    const { id } = await stage.draft({ sendRatePerMinute: 60 });
    await stage.verb(id, "send");
    await t.drain();
    assert.equal((await stage.verb(id, "cancel")).status, "cancelled");
    t.clock.advance(60_000);
    await t.settle();
    const gone = people.filter(({ number }) => stage.sentTo(number).length > 0).length;
    const skipped = await stage.recipients(id, "&status=skipped");
    assert.equal(skipped.length, 10 - gone);
    assert.ok(skipped.length > 0 && skipped.every((r) => r.reason === "cancelled"));
    await checkCounts(t, stage, id);
    for (const verb of ["resume", "send", "pause", "cancel", "schedule"])
      assert.equal((await stage.tenant.api.post(`/api/v1/broadcasts/${id}/${verb}`, {})).body.error.code, "invalid_transition");
  });

  it("respects its rate", async () => {
    const stage = await setBroadcastStage(t);
    await stage.people(6);
    const { id } = await stage.draft({ sendRatePerMinute: 30 });
    const since = t.clock.now().getTime();
    await stage.verb(id, "send");
    await stage.until(id, "completed");
    const calls = t.simulator.calls
      .filter((call: any) => call.phoneNumberId === stage.channel.externalId)
      .map((call: any) => call.at - since);
    assert.equal(calls.length, 6);
    for (const [i, at] of calls.entries()) assert.ok(at >= i * 2_000, `message ${i} left after ${at} ms`);
  });

  it("lets messages that people write on the channel go first", async () => {
    const stage = await setBroadcastStage(t, { messagesPerSecond: 10 });
    const people = await stage.people(12);
    const customer = t.simulator.customer("447700999001", "Waiting");
    await customer.sendText(stage.channel.externalId, "Hello?");
    await t.drain();
    const { id } = await stage.draft({ targetAudience: { contactIds: people.map((p) => p.id) } });
    const agent = await t.person(stage.tenant.id, { role: "agent" });
    await stage.verb(id, "send");
    // Recipients are frozen and messages created; the dispatcher has not run yet.
    await t.app.database.worker({
      text: "update channel_pacing set pause_until = $2 where tenant_id = $1",
      values: [stage.tenant.id, new Date(t.clock.now().getTime() + 2_000)],
    });
    await t.drain();
    const before = t.simulator.calls.length;
    const reply = await agent.api.post("/api/v1/messages", {
      channelId: stage.channel.id,
      to: "447700999001",
      type: "text",
      text: "Here I am.",
    });
    assert.equal(reply.status, 200, reply.text);
    t.clock.advance(2_100);
    await stage.until(id, "completed");
    const calls = t.simulator.calls.slice(before).filter((call: any) => call.phoneNumberId === stage.channel.externalId);
    const place = calls.findIndex((call: any) => call.reference === reply.body.id);
    assert.ok(place >= 0 && place <= 1, `the reply left as number ${place} of ${calls.length}`);
  });

  it("retries failed recipients, and only those", async () => {
    const stage = await setBroadcastStage(t);
    const people = await stage.people(4);
    const bad = people[1]!.number;
    t.simulator.faults.forRecipient(bad, { kind: "error", code: 131026, httpStatus: 400 } as never, 1);
    const { id } = await stage.draft();
    await stage.verb(id, "send");
    const done = await stage.until(id, "completed");
    assert.deepEqual([done.counts.failed, done.counts.read], [1, 3]);
    const [failed] = await stage.recipients(id, "&status=failed");
    assert.deepEqual([failed.contactId, failed.error.code], [people[1]!.id, failed.reason]);
    assert.equal((await stage.verb(id, "retry-failed")).status, "sending");
    const again = await stage.until(id, "completed");
    assert.deepEqual([again.counts.failed, again.counts.read], [0, 4]);
    for (const { number } of people) assert.equal(stage.sentTo(number).length, 1, number);
    assert.equal((await stage.tenant.api.post(`/api/v1/broadcasts/${id}/retry-failed`)).body.error.code, "conflict");
    await checkCounts(t, stage, id);
  });

  it("does not count failures being retried as failures of the new round", async () => {
    const stage = await setBroadcastStage(t);
    const people = await stage.people(6);
    for (const { number } of people.slice(0, 3))
      t.simulator.faults.forRecipient(number, { kind: "error", code: 131026, httpStatus: 400 } as never, 1);
    const { id } = await stage.draft({ autoPause: null });
    await stage.verb(id, "send");
    const first = await stage.until(id, "completed", "paused");
    assert.equal(first.counts.failed, 3);
    const autoPause = JSON.stringify({ failurePercent: 10, optOutPercent: 100, afterMessages: 1 });
    await t.app.database.worker({
      text: "update broadcasts set auto_pause = $2 where tenant_id = $1",
      values: [stage.tenant.id, autoPause],
    });
    await stage.verb(id, "retry-failed");
    const again = await stage.until(id, "completed", "paused");
    assert.deepEqual([again.status, again.counts.read], ["completed", 6]);
  });

  it("pauses by itself if too many sends fail, and if too many contacts opt out", async () => {
    const stage = await setBroadcastStage(t);
    const people = await stage.people(10);
    for (const { number } of people) t.simulator.faults.forRecipient(number, { kind: "error", code: 131026, httpStatus: 400 } as never, 1);
    const autoPause = { failurePercent: 50, optOutPercent: 10, afterMessages: 2 };
    const { id } = await stage.draft({ sendRatePerMinute: 30, autoPause });
    await stage.verb(id, "send");
    const paused = await stage.until(id, "paused");
    assert.equal(paused.pauseReason, "failure_rate");
    assert.ok(paused.counts.failed >= 2 && paused.counts.pending > 0, JSON.stringify(paused.counts));
    t.simulator.faults.clear?.();
    const [first] = await stage.recipients(id, "&status=failed");
    assert.ok(first);

    const other = await setBroadcastStage(t);
    const readers = await other.people(12);
    const second = await other.draft({ sendRatePerMinute: 30, autoPause });
    await other.verb(second.id, "send");
    await t.settle();
    const got = readers.filter(({ number }) => other.sentTo(number).length > 0);
    assert.ok(got.length > 0);
    for (const { number } of got) await t.simulator.customer(number, "Reader").sendText(other.channel.externalId, "STOP");
    const stopped = await other.until(second.id, "paused");
    assert.equal(stopped.pauseReason, "opt_out_rate");
    assert.ok(stopped.counts.optedOut >= 1);
    await checkCounts(t, other, second.id);
  });

  for (const [how, kind] of [
    ["in the call", "error"],
    ["by a status", "failed_status"],
  ] as const)
    it(`skips recipients who had opted out at the platform before, reported ${how}: not an opt-out of this broadcast, so it continues`, async () => {
      const stage = await setBroadcastStage(t);
      const people = await stage.people(10);
      for (const { number } of people.slice(0, 4))
        t.simulator.faults.forRecipient(number, { kind, code: 131050, httpStatus: 400 } as never, 1);
      const { id } = await stage.draft({ autoPause: { failurePercent: 50, optOutPercent: 10, afterMessages: 2 } });
      await stage.verb(id, "send");
      const { status, counts } = await stage.until(id, "completed", "paused");
      assert.deepEqual([status, counts.skipped, counts.read, counts.optedOut], ["completed", 4, 6, 0]);
      assert.equal((await stage.tenant.api.get(`/api/v1/contacts/${people[0]?.id}`)).body.optIn, "opted_out");
      await checkCounts(t, stage, id);
    });

  for (const [how, fault] of [
    ["in the call", { kind: "error", code: 131048, httpStatus: 400 }],
    ["by a status", { kind: "failed_status", code: 131042 }],
  ] as const)
    it(`pauses if the platform accepts no more messages from the number, reported ${how}, and continues when a person resumes it`, async () => {
      const stage = await setBroadcastStage(t);
      const people = await stage.people(7);
      // The number's recipient limit is reached somewhere in the middle.
      for (const { number } of people.slice(0, 5)) t.simulator.faults.forRecipient(number, fault as never, 1);
      const { id } = await stage.draft({ sendRatePerMinute: 30, autoPause: null });
      await stage.verb(id, "send");
      const paused = await stage.until(id, "paused");
      assert.equal(paused.pauseReason, "channel_refused");
      assert.ok(paused.counts.failed >= 1 && paused.counts.failed <= 3, `not the whole audience: ${JSON.stringify(paused.counts)}`);
      assert.ok(paused.counts.pending > 0);
      t.simulator.faults.clear?.();
      t.clock.advance(3_600_000);
      await stage.verb(id, "resume");
      const done = await stage.until(id, "completed", "paused");
      assert.deepEqual([done.status, done.counts.failed + done.counts.read, done.counts.pending], ["completed", 7, 0]);
      await stage.verb(id, "retry-failed");
      assert.equal((await stage.until(id, "completed", "paused")).counts.read, 7);
      await checkCounts(t, stage, id);
    });

  it("pauses if the platform refuses its template, even before the template's status says so", async () => {
    const stage = await setBroadcastStage(t);
    const people = await stage.people(8);
    for (const { number } of people) t.simulator.faults.forRecipient(number, { kind: "error", code: 132015, httpStatus: 400 } as never, 1);
    const { id } = await stage.draft({ sendRatePerMinute: 30, autoPause: null });
    await stage.verb(id, "send");
    const paused = await stage.until(id, "paused", "failed");
    assert.equal(paused.pauseReason, "template_not_approved");
    assert.ok(paused.counts.pending > 0, JSON.stringify(paused.counts));
    t.simulator.faults.clear?.();
    await stage.verb(id, "retry-failed");
    assert.equal((await stage.until(id, "completed", "paused")).counts.read, 8);
  });

  it("estimates its end, in its responses and in lists, while it is being sent", async () => {
    const stage = await setBroadcastStage(t);
    await stage.people(5);
    const { id, estimatedCompletionAt } = await stage.draft({ sendRatePerMinute: 1 });
    assert.equal(estimatedCompletionAt, null);
    await stage.verb(id, "send");
    await t.drain();
    const { counts, estimatedCompletionAt: at } = await stage.get(id);
    const left = counts.pending + counts.sending;
    assert.equal(Date.parse(at), t.clock.now().getTime() + left * 60_000);
    const list = (await stage.tenant.api.get("/api/v1/broadcasts")).body.data;
    assert.deepEqual(
      [list[0].estimatedCompletionAt, (await stage.tenant.api.get(`/api/v1/broadcasts/${id}/stats`)).body.estimatedCompletionAt],
      [at, at],
    );
    const paused = await stage.verb(id, "pause");
    assert.equal(paused.estimatedCompletionAt, null);
  });

  it("exports all recipients as a CSV file", async () => {
    const stage = await setBroadcastStage(t);
    await stage.people(3, (i) => (i === 0 ? { name: "=SUM(1)" } : {}));
    const { id } = await stage.draft();
    await stage.verb(id, "send");
    await stage.until(id, "completed");
    const response = await stage.tenant.api.get(`/api/v1/broadcasts/${id}/recipients.csv`);
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, "text/csv; charset=utf-8"]);
    const rows = parse(response.text, { bom: true, columns: true }) as Record<string, string>[];
    assert.deepEqual(
      rows.map((row) => row["status"]),
      ["read", "read", "read"],
    );
    assert.ok(rows.some((row) => row["name"] === "'=SUM(1)"));
  });
});
