/** The path of a message from acceptance to its last status. Case numbers: docs/subsystems/channels/messaging.md. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, describe, it } from "node:test";
import { type OutboundMessage, type ProviderError, providerFailure, type SendOutcome } from "@parley/connector-kit";
import { withClient } from "@parley/database";
import pg from "pg";
import { fakePlatform, messageEvent } from "../../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";
import { parseWireId } from "../../../../platform/ids/ids.ts";

const hour = 3_600_000;
const platform = fakePlatform("patient", {
  window: { durationMs: 48 * hour, typesOutside: [] },
  outboundTypes: ["text", "reaction"],
});
Object.assign(platform.connector, {
  authorization: {
    authorizeUrl: () => "",
    exchange: async () => [],
    refresh: async () => {
      throw providerFailure(refusal("retryable", { scope: "account", message: "Refreshing is out of order." }));
    },
  },
});

/** Its credentials cannot be refreshed. */
const strict = fakePlatform("strict", { window: { durationMs: 48 * hour, typesOutside: [] } });

function refusal(errorClass: ProviderError["class"], more: Partial<ProviderError> = {}): ProviderError {
  return { class: errorClass, providerCode: "77", code: "provider_error", message: "Not now.", scope: "message", ...more };
}
const refused = (...error: Parameters<typeof refusal>): SendOutcome => ({ kind: "refused", error: refusal(...error) });

describe("outbound messages on their way to the platform", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<typeof platform.channel>>;
  let people = 0;
  before(async () => {
    t = await startTestApp({ connectors: [platform, strict] });
    tenant = await t.tenant();
    channel = await platform.channel(t, tenant);
  });
  after(() => t.stop());
  afterEach(() => {
    platform.answer = undefined;
    strict.answer = undefined;
  });

  /** A person who has just written. */
  async function customer(on = channel): Promise<string> {
    const person = `person-${++people}`;
    await on.write(person);
    return person;
  }
  async function accepted(to: string, text: string, on = channel): Promise<string> {
    const response = await tenant.api.post("/api/v1/messages", { channelId: on.id, to, type: "text", text });
    assert.equal(response.status, 200, response.text);
    return response.body.id;
  }
  const read = async (id: string) => (await tenant.api.get(`/api/v1/messages/${id}`)).body;
  const outboundOf = async (id: string) => {
    const { conversationId } = await read(id);
    const { data } = (await tenant.api.get(`/api/v1/conversations/${conversationId}/messages?limit=100`)).body;
    return data.filter((m: { direction: string }) => m.direction === "outbound");
  };
  const statusEvents = async (id: string) =>
    (await tenant.api.get("/api/v1/events?after=&limit=100&type=message.status")).body.data
      .filter((e: any) => e.data.message.id === id)
      .map((e: any) => `${e.data.previousStatus}>${e.data.status}`);
  /** Answers from a list, repeating the last one; returns the times of the calls. */
  function answering(outcomes: (SendOutcome | "accept")[]): Date[] {
    const calls: Date[] = [];
    platform.answer = async (message) => {
      const outcome = outcomes[Math.min(calls.length, outcomes.length - 1)] as SendOutcome | "accept";
      calls.push(t.clock.now());
      return outcome === "accept" ? { kind: "accepted", externalId: `out-${message.id}` } : outcome;
    };
    return calls;
  }
  async function pass(ms: number, steps = 1): Promise<void> {
    for (let step = 0; step < steps; step++) {
      t.clock.advance(ms);
      await t.drain();
    }
  }
  const echo = (person: string, externalId: string, text: string, more: object = {}) =>
    messageEvent("echo", person, text, { ours: true, externalId, occurredAt: t.clock.now().toISOString(), ...more });
  const readMark = (person: string) => ({
    kind: "read_mark",
    person: { providerUserId: person },
    upTo: t.clock.now().toISOString(),
    occurredAt: t.clock.now().toISOString(),
  });

  it("1: throttling uses up no attempt, however often it happens", async () => {
    const own = await platform.channel(t, tenant);
    const id = await accepted(await customer(own), "patience", own);
    const calls = answering([
      ...Array.from({ length: 20 }, () => refused("retryable", { scope: "channel", retryAfterMs: 10_000 })),
      "accept",
    ]);
    await t.drain();
    await pass(10_000, 20);
    assert.equal(calls.length, 21);
    assert.equal((await read(id)).status, "sent");
  });

  it("2: a wait of many hours is respected to the minute", async () => {
    const own = await platform.channel(t, tenant);
    const id = await accepted(await customer(own), "tomorrow", own);
    const calls = answering([refused("retryable", { scope: "channel", retryAfterMs: 24 * hour }), "accept"]);
    await t.drain();
    await pass(hour, 23);
    assert.equal(calls.length, 1);
    await pass(hour);
    assert.equal(calls.length, 2);
    assert.equal((await read(id)).status, "sent");
  });

  it("3: a message that could not be sent for more than a day fails, and says why", async () => {
    const own = await platform.channel(t, tenant);
    const id = await accepted(await customer(own), "never", own);
    const calls = answering([refused("retryable", { scope: "channel", retryAfterMs: 6 * hour })]);
    await t.drain();
    await pass(6 * hour, 8);
    const { status, error } = await read(id);
    assert.deepEqual([status, error.code, error.providerCode, error.retryable], ["failed", "rate_limited", "77", true]);
    assert.equal(calls.length, 5, "at 0, 6, 12, 18 and 24 hours");
  });

  it("4: a problem with the message itself is tried eight times", async () => {
    const id = await accepted(await customer(), "trouble");
    const calls = answering([refused("retryable")]);
    await t.drain();
    await pass(10 * 60_000, 10);
    assert.equal(calls.length, 8);
    const { status, error } = await read(id);
    assert.deepEqual([status, error.code, error.retryable], ["failed", "provider_error", true]);
  });

  it("5: for one person the waits grow fourfold, independently of other attempts", async () => {
    const id = await accepted(await customer(), "pair limit");
    const tooFast = refused("retryable", { scope: "recipient", retryAfterMs: 4_000 });
    const calls = answering([tooFast, refused("retryable", { retryAfterMs: 1_000 }), tooFast, tooFast, "accept"]);
    await t.drain();
    // Every second around those at which something is due.
    await pass(1_000, 6);
    await pass(14_000);
    await pass(1_000, 2);
    await pass(62_000);
    await pass(1_000, 2);
    assert.equal((await read(id)).status, "sent");
    const seconds = calls.map((call) => (call.getTime() - (calls[0] as Date).getTime()) / 1_000);
    assert.deepEqual(seconds, [0, 4, 5, 21, 85]);
  });

  it("5: other waits do not lengthen it beyond an hour, and it alone does not fail the message", async () => {
    const own = await platform.channel(t, tenant);
    const id = await accepted(await customer(own), "pair limit after throttling", own);
    const throttled = Array.from({ length: 12 }, () => refused("retryable", { scope: "channel", retryAfterMs: 10_000 }));
    const tooFast = refused("retryable", { scope: "recipient", retryAfterMs: 60_000 });
    const calls = answering([
      ...throttled,
      tooFast,
      refused("retryable", { scope: "channel", retryAfterMs: 23.5 * hour }),
      tooFast,
      "accept",
    ]);
    await t.drain();
    await pass(10_000, 12);
    assert.equal(calls.length, 13);
    await pass(hour);
    assert.equal(calls.length, 14);
    await pass(23.5 * hour);
    assert.equal(calls.length, 15);
    await pass(hour / 2);
    assert.equal((await read(id)).status, "sent");
  });

  it("6: neither does the time until a person reconnects the channel", async () => {
    const own = await strict.channel(t, tenant);
    const id = await accepted(await customer(own), "reconnected", own);
    const outcomes: (SendOutcome | "accept")[] = [
      refused("credentials", { scope: "channel" }),
      refused("retryable", { scope: "channel", retryAfterMs: 10_000 }),
      "accept",
    ];
    let calls = 0;
    strict.answer = async () => {
      const outcome = outcomes[calls++] as SendOutcome | "accept";
      return outcome === "accept" ? { kind: "accepted", externalId: "out-reconnected" } : outcome;
    };
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/channels/${own.id}`)).body.status, "NeedsReauth");
    await pass(30 * hour);
    assert.equal(calls, 1);
    assert.equal((await tenant.api.patch(`/api/v1/channels/${own.id}`, { config: { secret: "another" } })).body.status, "Connected");
    await t.drain();
    assert.equal(calls, 2);
    await pass(10_000);
    assert.equal((await read(id)).status, "sent");
  });

  it("6: refreshing credentials uses up no attempt", async () => {
    const own = await platform.channel(t, tenant);
    const id = await accepted(await customer(own), "refreshing", own);
    const dead = Array.from({ length: 15 }, () => refused("credentials", { scope: "channel" }));
    const calls = answering([...dead, refused("retryable", { retryAfterMs: 2_000 }), "accept"]);
    await t.drain();
    await pass(2_000, 16);
    assert.equal(calls.length, 17);
    assert.equal((await read(id)).status, "sent");
  });

  it("7: an echo resolves a message that had waited long before its call", async () => {
    const person = await customer();
    const id = await accepted(person, "waited");
    t.clock.advance(2 * hour);
    platform.answer = async (message) => {
      await channel.sendEvent(echo(person, "ext-7", message.text as string));
      // The answer arrives only after the echo was processed.
      for (const until = Date.now() + 20_000; Date.now() < until; ) if ((await read(id)).status === "sent") break;
      return { kind: "accepted", externalId: "ext-7" };
    };
    await t.drain();
    assert.deepEqual(
      (await outboundOf(id)).map((m: any) => [m.id, m.status, m.externalId]),
      [[id, "sent", "ext-7"]],
    );
  });

  it("7: also one whose call was cut off after a long wait; a much later repetition is a separate message", async () => {
    const person = await customer();
    const id = await accepted(person, "waited too");
    t.clock.advance(2 * hour);
    answering([{ kind: "unknown", error: refusal("unknown") }]);
    await t.drain();
    assert.equal((await read(id)).status, "unknown");
    await channel.echo(person, "waited too", {
      ours: true,
      externalId: "ext-8",
      occurredAt: new Date(t.clock.now().getTime() + hour).toISOString(),
    });
    assert.equal((await outboundOf(id)).length, 2);
    assert.equal((await read(id)).status, "unknown");
    await channel.echo(person, "waited too", { ours: true, externalId: "ext-9" });
    assert.deepEqual([(await read(id)).status, (await read(id)).externalId], ["sent", "ext-9"]);
    assert.equal((await outboundOf(id)).length, 2);
  });

  it("8: an echo stored before the answer is merged into the message it repeats, with everything that refers to it", async () => {
    const person = await customer();
    const id = await accepted(person, "As we  sent it");
    const switchTo = (status: string) => tenant.api.patch(`/api/v1/channels/${channel.id}`, { status });
    // Nothing is sent meanwhile.
    await switchTo("Disconnected");
    await channel.echo(person, "As the platform shows it", {
      ours: true,
      externalId: "ext-taken",
      media: [{ kind: "image", providerMediaId: "m1" }],
    });
    const stored = (await outboundOf(id)).find((m: any) => m.externalId === "ext-taken");
    await channel.write(person, "quoting", { replyToExternalId: "ext-taken" });
    await channel.sendEvent(readMark(person));
    await t.drain();
    assert.equal((await read(stored.id)).status, "read");
    answering([{ kind: "accepted", externalId: "ext-taken" }]);
    await switchTo("Connected");
    await t.drain();
    const outbound = await outboundOf(id);
    assert.deepEqual(
      outbound.map((m: any) => [m.id, m.status, m.externalId, m.text]),
      [[id, "read", "ext-taken", "As we  sent it"]],
    );
    assert.equal((await tenant.api.get(`/api/v1/messages/${stored.id}`)).status, 404);
    assert.deepEqual(await statusEvents(id), ["queued>sent", "sent>read"]);
    const { conversationId } = await read(id);
    const thread = (await tenant.api.get(`/api/v1/conversations/${conversationId}/messages`)).body.data;
    assert.equal(thread.find((m: any) => m.text === "quoting").replyToId, id);
  });

  it("8: if another message of ours has the id already, the second one becomes sent without it, and that is logged", async () => {
    answering([{ kind: "accepted", externalId: "ext-twice" }]);
    const first = await accepted(await customer(), "one");
    await t.drain();
    const second = await accepted(await customer(), "two");
    await t.drain();
    assert.deepEqual([(await read(first)).status, (await read(first)).externalId], ["sent", "ext-twice"]);
    assert.deepEqual([(await read(second)).status, (await read(second)).externalId], ["sent", null]);
    assert.match(t.logged(), new RegExp(`"${second}"[^\n]*an id that another message has`));
  });

  it("9: a read mark that arrives before an echo resolves a cut-off send still counts", async () => {
    const person = await customer();
    const id = await accepted(person, "cut");
    answering([{ kind: "unknown", error: refusal("unknown") }]);
    await t.drain();
    const sentAt = t.clock.now().toISOString();
    t.clock.advance(5_000);
    await channel.sendEvent(readMark(person));
    await t.drain();
    t.clock.advance(5_000);
    await channel.sendEvent(echo(person, "ext-read", "cut", { occurredAt: sentAt }));
    await t.drain();
    await pass(60_000);
    assert.equal((await read(id)).status, "read");
  });

  it("10: of two reactions in flight at once, the later one is sent last and is the one that shows", async () => {
    const person = await customer();
    const { data } = (await tenant.api.get("/api/v1/messages?limit=1&direction=inbound")).body;
    const left: unknown[] = [];
    let [underWay, most] = [0, 0];
    platform.answer = async (message: OutboundMessage) => {
      left.push(message.content?.["emoji"]);
      most = Math.max(most, ++underWay);
      await read(data[0].id);
      underWay -= 1;
      return { kind: "accepted", externalId: `out-${message.id}` };
    };
    for (const emoji of ["👍", "❤", "😂"]) {
      const content = { messageId: data[0].id, emoji };
      assert.equal(
        (await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: person, type: "reaction", content })).status,
        200,
      );
    }
    await t.drain();
    await pass(1_000, 6);
    assert.deepEqual(left, ["👍", "❤", "😂"]);
    assert.equal(most, 1);
    const shown = (await read(data[0].id)).reactions;
    assert.deepEqual(
      shown.map((r: any) => r.emoji),
      ["😂"],
    );
  });

  it("10: it shows even if the outcome of the other is stored last", async () => {
    const person = await customer();
    const { data } = (await tenant.api.get("/api/v1/messages?limit=1&direction=inbound")).body;
    const ids: string[] = [];
    for (const emoji of ["👍", "❤"]) {
      const content = { messageId: data[0].id, emoji };
      const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: person, type: "reaction", content });
      ids.push(parseWireId("msg", sent.body.id) as string);
    }
    const [older, newer] = ids as [string, string];
    const clients = await Promise.all(
      [0, 1].map(async () => {
        const client = new pg.Client(t.database.admin);
        await client.connect();
        return client;
      }),
    );
    const [first, second] = clients as [pg.Client, pg.Client];
    try {
      const show = async (client: pg.Client, id: string) => {
        await client.query("update messages set status = 'sent' where id = $1", [id]);
        return client.query("select show_reactions($1, $2)", [tenant.id, [id]]);
      };
      await first.query("begin");
      await show(first, newer);
      await second.query("begin");
      const pid = (await second.query("select pg_backend_pid() as pid")).rows[0].pid;
      const waiting = show(second, older);
      for (let waits = false; !waits; ) {
        const { rows } = await first.query("select wait_event_type from pg_stat_activity where pid = $1", [pid]);
        waits = rows[0].wait_event_type === "Lock";
      }
      await first.query("commit");
      await waiting;
      await second.query("commit");
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
    assert.deepEqual(
      (await read(data[0].id)).reactions.map((r: any) => r.emoji),
      ["❤"],
    );
    await t.drain();
  });

  it("11: a call longer than its lease keeps its claim, and its answer counts", async () => {
    const id = await accepted(await customer(), "slow");
    let answer: ((outcome: SendOutcome) => void) | undefined;
    platform.answer = () => new Promise<SendOutcome>((resolve) => (answer = resolve));
    const live = await startTestApp({ sharing: t, live: true, connectors: [platform] });
    try {
      const until = async (what: string, is: () => Promise<boolean> | boolean) => {
        for (const deadline = Date.now() + 60_000; !(await is()); ) {
          assert.ok(Date.now() < deadline, what);
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      await until("the call begins", () => answer !== undefined);
      for (let round = 0; round < 2; round++) {
        t.clock.advance(50_000);
        live.app.wake.hint("processes");
        const fresh = t.clock.now().getTime() + 30_000;
        await until("the lease is renewed", () =>
          withClient(t.database.admin, async (admin) => {
            const { rows } = await admin.query("select lease_until from outbound_dispatches where message_id = $1", [
              parseWireId("msg", id),
            ]);
            return rows[0]?.lease_until.getTime() > fresh;
          }),
        );
      }
      // Another process, for which the first lease would have expired.
      await t.drain();
      assert.equal((await read(id)).status, "sending");
      answer?.({ kind: "accepted", externalId: "ext-slow" });
      await until("the answer is stored", async () => (await read(id)).status === "sent");
      assert.deepEqual(await statusEvents(id), ["queued>sent"]);
    } finally {
      await live.stop();
    }
  });

  it("10: one whose call was cut off shows with the first status that the platform reports", async () => {
    const person = await customer();
    const { data } = (await tenant.api.get("/api/v1/messages?limit=1&direction=inbound")).body;
    answering([{ kind: "unknown", error: refusal("unknown") }]);
    const content = { messageId: data[0].id, emoji: "🎉" };
    const { id } = (await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: person, type: "reaction", content })).body;
    await t.drain();
    assert.equal((await read(id)).status, "unknown");
    await channel.sendEvent({
      kind: "status",
      status: "delivered",
      externalId: "ext-reaction",
      reference: id,
      occurredAt: t.clock.now().toISOString(),
    });
    await t.drain();
    assert.equal((await read(id)).status, "delivered");
    assert.deepEqual(
      (await read(data[0].id)).reactions.map((r: any) => r.emoji),
      ["🎉"],
    );
  });

  it("12: a message returned to the queue of a channel that was deleted meanwhile fails", async () => {
    const own = await platform.channel(t, tenant);
    const id = await accepted(await customer(own), "too late", own);
    platform.answer = async () => {
      assert.ok((await tenant.api.delete(`/api/v1/channels/${own.id}`)).status < 300);
      return refused("retryable", { scope: "channel", retryAfterMs: 1_000 });
    };
    await t.drain();
    const { status, error } = await read(id);
    assert.deepEqual([status, error.code], ["failed", "channel_not_connected"]);
    assert.deepEqual(await statusEvents(id), ["queued>failed"]);
  });

  it("12: so does a message accepted at that moment", async () => {
    const own = await platform.channel(t, tenant);
    const id = await accepted(await customer(own), "just too late", own);
    await withClient(t.database.admin, (admin) =>
      admin.query("update channels set deleted_at = $2, status = 'Disconnected' where id = $1", [
        parseWireId("chn", own.id),
        t.clock.now(),
      ]),
    );
    await t.drain();
    const { status, error } = await read(id);
    assert.deepEqual([status, error.code], ["failed", "channel_not_connected"]);
  });

  it("13: a returned claim keeps its number, a running lease does not expire, and an answer beats the end of its lease", async () => {
    const own = await platform.channel(t, tenant);
    const person = await customer(own);
    const message = parseWireId("msg", await accepted(person, "claimed", own)) as string;
    const worker = new pg.Client(t.database.worker);
    await worker.connect();
    try {
      const now = () => t.clock.now();
      const claim = async (claimId: string) => {
        const { rows } = await worker.query("select message_id, attempts from claim_outbound($1, $2, 400, 50, $3) where message_id = $4", [
          now(),
          new Date(now().getTime() + 60_000),
          claimId,
          message,
        ]);
        return rows[0]?.attempts;
      };
      const row = () =>
        withClient(t.database.admin, async (admin) => {
          const { rows } = await admin.query("select status, attempted_at from messages where id = $1", [message]);
          return rows[0];
        });
      const complete = (...items: object[]) =>
        withClient(t.database.admin, (admin) =>
          admin.query("select complete_sends($1, $2, $3)", [
            tenant.id,
            now(),
            JSON.stringify(items.map((item) => ({ msg: message, att: 2, ev: randomUUID(), ...item }))),
          ]),
        );
      const first = randomUUID();
      assert.equal(await claim(first), 1);
      await worker.query("select return_claims($1)", [[first]]);
      assert.deepEqual(await row(), { status: "queued", attempted_at: null });
      t.clock.advance(1_000);
      assert.equal(await claim(randomUUID()), 2);
      await complete({ st: "unknown", expired: true });
      assert.equal((await row()).status, "sending");
      t.clock.advance(61_000);
      await complete({ st: "unknown", expired: true }, { st: "sent", ext: "out-claimed" });
      assert.equal((await row()).status, "sent");
      const { data } = (await tenant.api.get("/api/v1/events?after=&limit=100&type=message.status")).body;
      assert.deepEqual(
        data.filter((e: any) => parseWireId("msg", e.data.message.id) === message).map((e: any) => e.data.status),
        ["sent"],
      );
    } finally {
      await worker.end();
    }
  });
});
