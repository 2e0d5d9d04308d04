import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { RecordedCall } from "@parley/simulators/chat-app";
import type { ManualClock } from "../../src/platform/clock/clock.ts";
import { eventually } from "../eventually.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";

let next = 0;
const person = () => `44770010${String(next++).padStart(4, "0")}`;

/** Real time that a test can move forward. */
function runningClock(): ManualClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (ms) => {
      ahead += ms;
    },
    set: (at) => {
      ahead = at.getTime() - Date.now();
    },
  };
}

/** The maximum number of calls within any second. */
function busiestSecond(calls: RecordedCall[]): number {
  const at = calls.map((call) => call.at).sort((a, b) => a - b);
  let most = 0;
  for (let from = 0, to = 0; to < at.length; to++) {
    while (at[to]! - at[from]! >= 1_000) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

describe("two workers and one number", () => {
  let first: TestApp;
  let second: TestApp;
  before(async () => {
    first = await startTestApp({ clock: runningClock(), live: true, simulatorOptions: { enforceLimits: true, autoStatuses: false } });
    second = await startTestApp({ sharing: first, live: true });
  });
  after(async () => {
    await second.stop();
    await first.stop();
  });

  async function connected(messagesPerSecond: number): Promise<{ tenant: TestTenant; channel: Awaited<ReturnType<TestApp["channel"]>> }> {
    const tenant = await first.tenant();
    const channel = await first.channel(tenant, { messagesPerSecond });
    first.simulator.registerNumber({
      phoneNumberId: channel.externalId,
      businessAccountId: `2${channel.externalId.slice(1)}`,
      accessToken: `token-${channel.externalId}`,
      displayPhoneNumber: "15550100100",
      callbackUrl: `${first.url}/callbacks/chat-app`,
      messagesPerSecond,
    });
    return { tenant, channel };
  }
  const sendTemplate = async (tenant: TestTenant, channelId: string, to: string) => {
    const sent = await tenant.api.post("/api/v1/messages", { channelId, to, type: "template", content: { name: "hello", language: "en" } });
    assert.equal(sent.status, 200, sent.text);
    return sent.body.id as string;
  };
  const callsOf = (phoneNumberId: string) => first.simulator.calls.filter((call) => call.phoneNumberId === phoneNumberId);
  const accepted = (phoneNumberId: string) => callsOf(phoneNumberId).filter((call) => call.messageId !== undefined);
  const status = async (tenant: TestTenant, id: string) => (await tenant.api.get(`/api/v1/messages/${id}`)).body.status;

  it("50 a second: none is sent twice, and they arrive at about that rate", async (t) => {
    const { tenant, channel } = await connected(50);
    // The number is paused while the backlog is created: accepting 150 at once would keep this one process from sending in time.
    const paused = person();
    first.simulator.faults.forRecipient(paused, { kind: "error", code: 130429, httpStatus: 429, retryAfterSeconds: 4 }, 1);
    const ids = [await sendTemplate(tenant, channel.id, paused)];
    await first.simulator.waitFor(() => callsOf(channel.externalId).length === 1);
    ids.push(...(await Promise.all(Array.from({ length: 149 }, () => sendTemplate(tenant, channel.id, person())))));
    await first.simulator.waitFor(() => accepted(channel.externalId).length >= 150);
    const calls = callsOf(channel.externalId).slice(1);
    const tookMs = calls.at(-1)!.at - calls[0]!.at;
    const most = busiestSecond(calls);
    t.diagnostic(`150 in ${tookMs} ms, busiest second ${most}`);
    // The sending rate is tested exactly in modules/inbox/messages/dispatch/pacing.full.test.ts. This counts arrivals: on a machine that
    // stalls for a moment, calls of one second arrive with those of the next. Without pacing all 150 would arrive in one second.
    const refused = calls.filter((call) => call.errorCode !== undefined);
    assert.ok(refused.length <= 5 && refused.every((call) => call.errorCode === 130429), `${refused.length} were refused by the platform`);
    assert.ok(most <= 100, `${most} in one second`);
    assert.deepEqual(new Set(accepted(channel.externalId).map((call) => call.reference)), new Set(ids));
    assert.deepEqual(first.simulator.doubleSends(), []);
  });

  it("one person gets no more than the platform allows per pair, and another does not wait behind them", async () => {
    const { tenant, channel } = await connected(80);
    const [busy, neighbour] = [person(), person()];
    const ids: string[] = [];
    for (let n = 0; n < 50; n++) ids.push(await sendTemplate(tenant, channel.id, busy));
    const after = await sendTemplate(tenant, channel.id, neighbour);
    await eventually("the neighbour's left", async () => (await status(tenant, after)) === "sent");
    await first.simulator.waitFor(() => first.simulator.sentTo(busy).length >= 40);
    // The rest is sent one by one as the pair's budget grows, every six seconds.
    for (let left = 41; left <= 50; left++) {
      first.clock.advance(6_000);
      await first.simulator.waitFor(() => first.simulator.sentTo(busy).length >= left);
    }
    // The platform counts from arrival, we count from acceptance: on a busy machine some beyond the burst may come a moment early. Without
    // our pacing all ten would.
    const refusals = callsOf(channel.externalId).filter((call) => call.errorCode !== undefined);
    assert.ok(
      refusals.length <= 5 && refusals.every((call) => call.errorCode === 131056),
      JSON.stringify(refusals.map((call) => call.errorCode)),
    );
    assert.deepEqual(new Set(first.simulator.sentTo(busy).map((c) => c.reference)), new Set(ids));
    assert.deepEqual(first.simulator.doubleSends(), []);
  });

  it("130429 pauses the whole number, which resumes by itself, with nothing lost or duplicated", async () => {
    const { tenant, channel } = await connected(80);
    const to = person();
    first.simulator.faults.forRecipient(to, { kind: "error", code: 130429, httpStatus: 429, retryAfterSeconds: 2 }, 1);
    const throttled = await sendTemplate(tenant, channel.id, to);
    await first.simulator.waitFor(() => callsOf(channel.externalId).some((call) => call.errorCode === 130429));
    await eventually("the refusal is written down", async () => (await status(tenant, throttled)) === "queued");
    const refusedAt = callsOf(channel.externalId)[0]!.at;
    const ids = await Promise.all(Array.from({ length: 20 }, () => sendTemplate(tenant, channel.id, person())));
    await first.simulator.waitFor(() => accepted(channel.externalId).length === 21);
    const early = accepted(channel.externalId).filter((call) => call.at - refusedAt < 1_900);
    assert.deepEqual(early, [], "nothing leaves while the number is paused");
    assert.deepEqual(new Set(accepted(channel.externalId).map((c) => c.reference)), new Set([throttled, ...ids]));
    assert.deepEqual(first.simulator.doubleSends(), []);
  });

  it("131056 holds back only that person", async () => {
    const { tenant, channel } = await connected(80);
    const [slow, quick] = [person(), person()];
    first.simulator.faults.forRecipient(slow, { kind: "error", code: 131056 }, 1);
    const held = await sendTemplate(tenant, channel.id, slow);
    await first.simulator.waitFor(() => callsOf(channel.externalId).some((call) => call.errorCode === 131056));
    const free = await sendTemplate(tenant, channel.id, quick);
    await eventually("the other person's leaves", async () => (await status(tenant, free)) === "sent");
    first.clock.advance(4_000);
    await eventually("then theirs", async () => (await status(tenant, held)) === "sent");
    assert.deepEqual(
      accepted(channel.externalId).map((call) => call.reference),
      [free, held],
      "the other person's left meanwhile",
    );
  });

  it("an expired token: the channel asks for a new one, its queue waits, and with it everything is sent once", async () => {
    const { tenant, channel } = await connected(80);
    const to = person();
    first.simulator.faults.forRecipient(to, { kind: "token_dead" }, 1);
    const ids = [await sendTemplate(tenant, channel.id, to)];
    await eventually(
      "the channel needs a new token",
      async () => (await tenant.api.get(`/api/v1/channels/${channel.id}`)).body.status === "NeedsReauth",
    );
    const callsWithDeadToken = callsOf(channel.externalId).length;
    const refused = await tenant.api.post("/api/v1/messages", {
      channelId: channel.id,
      to: person(),
      type: "template",
      content: { name: "hello", language: "en" },
    });
    assert.equal(refused.body.error.code, "channel_not_connected");
    first.clock.advance(3_600_000);
    await first.drain();
    assert.ok(callsOf(channel.externalId).length <= callsWithDeadToken + 1, "nothing is tried with a dead token");
    assert.equal(await status(tenant, ids[0]!), "queued");

    first.simulator.registerNumber({
      phoneNumberId: channel.externalId,
      businessAccountId: `2${channel.externalId.slice(1)}`,
      accessToken: "a-new-token",
      displayPhoneNumber: "15550100100",
      callbackUrl: `${first.url}/callbacks/chat-app`,
    });
    const patched = await tenant.api.patch(`/api/v1/channels/${channel.id}`, { config: { accessToken: "a-new-token" } });
    assert.equal(patched.status, 200, patched.text);
    assert.equal(patched.body.status, "Connected");
    ids.push(await sendTemplate(tenant, channel.id, person()));
    await first.simulator.waitFor(() => accepted(channel.externalId).length === 2);
    for (const id of ids) await eventually("sent", async () => (await status(tenant, id)) === "sent");
    assert.deepEqual(first.simulator.doubleSends(), []);
    assert.equal((await tenant.api.get(`/api/v1/channels/${channel.id}`)).body.status, "Connected");
  });
});
