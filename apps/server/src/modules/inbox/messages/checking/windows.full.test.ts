/**
 * The three kinds of window against a small model: random customer messages, sends, failures and time on a manual
 * clock.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import type { ConnectorDescription } from "@parley/connector-kit";
import { type FakePlatform, fakePlatform } from "../../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";

const hour = 3_600_000;
type Window = ConnectorDescription["window"];

const windows: Record<string, Window> = {
  plain_window: { durationMs: 24 * hour, typesOutside: [] },
  tagged_window: { durationMs: 24 * hour, typesOutside: [], humanAgentMs: 7 * 24 * hour },
  counting_window: { durationMs: 48 * hour, typesOutside: [], counts: { beforeFirstAnswer: 10, afterSilence: 3 } },
};

/** The rules of messaging.md, implemented again without a database. */
class Model {
  end: number | null = null;
  answered = false;
  /** When messages were accepted that did not fail. */
  ours: { at: number; id: string; human: boolean }[] = [];
  readonly window: Window;
  constructor(window: Window) {
    this.window = window;
  }

  wrote(at: number): void {
    if (this.ours.some((m) => m.at < at)) this.answered = true;
    this.end = Math.max(this.end ?? 0, at + this.window.durationMs);
  }

  room(at: number, human: boolean): number {
    if (this.end === null) return 0;
    const { counts, humanAgentMs, durationMs } = this.window;
    if (counts !== undefined) {
      const unanswered = this.answered ? Number.POSITIVE_INFINITY : counts.beforeFirstAnswer - this.ours.length;
      const end = this.end;
      const silent = at < end ? Number.POSITIVE_INFINITY : counts.afterSilence - this.ours.filter((m) => m.at >= end).length;
      return Math.max(0, Math.min(unanswered, silent));
    }
    if (at < this.end) return Number.POSITIVE_INFINITY;
    const open = human && humanAgentMs !== undefined && at < this.end - durationMs + humanAgentMs;
    return open ? Number.POSITIVE_INFINITY : 0;
  }
}

type Step =
  | { do: "write" }
  | { do: "send"; n: number; human: boolean; refused: boolean }
  | { do: "wait"; hours: number }
  | { do: "resolve" }
  | { do: "reopen" }
  | { do: "leave" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ do: "write" }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      n: fc.integer({ min: 1, max: 6 }),
      human: fc.boolean(),
      refused: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.constantFrom(1, 5, 23, 25, 49, 150).map((hours): Step => ({ do: "wait", hours })) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: "resolve" }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "reopen" }) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: "leave" }) },
);

describe("windows", () => {
  let t: TestApp;
  let tenant: TestTenant;
  const platforms = new Map<string, FakePlatform>(Object.entries(windows).map(([kind, window]) => [kind, fakePlatform(kind, { window })]));
  let people = 0;
  before(async () => {
    t = await startTestApp({ connectors: [...platforms.values()], env: { RATE_LIMIT_PER_MINUTE: "1000000" } });
    tenant = await t.tenant();
  });
  after(async () => {
    await t.stop();
  });

  for (const [kind, window] of Object.entries(windows)) {
    it(`${kind}: accepted exactly as the model allows, also concurrently; what may no longer be sent is not sent`, async () => {
      const platform = platforms.get(kind) as FakePlatform;
      const channel = await platform.channel(t, tenant);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
          const to = `person-${++people}`;
          const model = new Model(window);
          let conversationId: string | null = null;
          let oldestId: string | null = null;
          let waiting: { at: number; id: string; human: boolean; refused: boolean }[] = [];
          const now = () => t.clock.now().getTime();

          /** Everything queued is sent or fails, by the current rules, not those at its acceptance. */
          async function leave(): Promise<void> {
            const at = now();
            await t.app.drain();
            for (const message of waiting) {
              const end = model.end as number;
              const tagged =
                at >= end && message.human && window.humanAgentMs !== undefined && at < end - window.durationMs + window.humanAgentMs;
              const counted = window.counts !== undefined && message.at >= end;
              const leaves = (at < end || tagged || counted) && !message.refused;
              const read = (await tenant.api.get(`/api/v1/messages/${message.id}`)).body;
              assert.equal(read.status, leaves ? "sent" : "failed", JSON.stringify(read.error));
              if (leaves) assert.equal(platform.sent.find((m) => m.id === message.id)?.humanAgent, tagged ? true : undefined);
              else model.ours = model.ours.filter((m) => m.id !== message.id);
            }
            waiting = [];
          }

          for (const action of [{ do: "write" } as Step, ...steps]) {
            t.clock.advance(7);
            switch (action.do) {
              case "wait":
                t.clock.advance(action.hours * hour);
                break;
              case "write":
                // Queued messages are sent first, because a drain runs all background work.
                await leave();
                t.clock.advance(7);
                model.wrote(now());
                await channel.write(to);
                break;
              case "leave":
                await leave();
                break;
              case "resolve":
                if (conversationId !== null) await tenant.api.patch(`/api/v1/conversations/${conversationId}`, { status: "resolved" });
                break;
              case "reopen":
                // The oldest one; refused while another one is unresolved.
                if (oldestId !== null) await tenant.api.patch(`/api/v1/conversations/${oldestId}`, { status: "open" });
                break;
              case "send": {
                const at = now();
                const room = model.room(at, action.human);
                const body = {
                  channelId: channel.id,
                  to,
                  type: "text",
                  text: action.refused ? "refuse" : "Hello",
                  ...(action.human ? { humanAgent: true } : {}),
                };
                const responses = await Promise.all(Array.from({ length: action.n }, () => tenant.api.post("/api/v1/messages", body)));
                const accepted = responses.filter((a) => a.status === 200);
                assert.equal(accepted.length, Math.min(room, action.n), `${JSON.stringify(action)} with room for ${room}`);
                for (const refused of responses.filter((a) => a.status !== 200)) {
                  assert.deepEqual([refused.status, refused.body.error.code], [422, "window_closed"], refused.text);
                }
                for (const { body: made } of accepted) {
                  conversationId = made.conversationId;
                  oldestId ??= conversationId;
                  model.ours.push({ at, id: made.id, human: action.human });
                  waiting.push({ at, id: made.id, human: action.human, refused: action.refused });
                }
                break;
              }
            }
            if (conversationId !== null && action.do !== "resolve") {
              const options: { types: string[] } = (await tenant.api.get(`/api/v1/conversations/${conversationId}/send-options`)).body;
              assert.equal(options.types.includes("text"), model.room(now(), false) > 0, "send-options");
            }
          }
          await leave();
        }),
        { numRuns: 8 },
      );
    });
  }

  it("a refusal says what may be sent instead", async () => {
    const tagged = await (platforms.get("tagged_window") as FakePlatform).channel(t, tenant);
    const to = `person-${++people}`;
    await tagged.write(to);
    t.clock.advance(25 * hour);
    const send = (more: object = {}) =>
      tenant.api.post("/api/v1/messages", { channelId: tagged.id, to, type: "text", text: "Hello", ...more });
    const refused = await send();
    assert.deepEqual([refused.status, refused.body.error.details], [422, [{ field: "humanAgent", issue: "required" }]]);
    assert.equal((await send({ humanAgent: true })).status, 200);
    t.clock.advance(6 * 24 * hour);
    const late = await send({ humanAgent: true });
    assert.deepEqual([late.status, late.body.error.details], [422, [{ field: "type", issue: "not_allowed" }]]);
  });

  it("a message typed in the platform's own app counts as one of the three, and one message too many leaves no trace", async () => {
    const platform = platforms.get("counting_window") as FakePlatform;
    const channel = await platform.channel(t, tenant);
    const to = `person-${++people}`;
    await channel.write(to);
    t.clock.advance(49 * hour);
    const send = () => tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: "Still there?" });
    const first = await send();
    assert.equal(first.status, 200, first.text);
    await channel.echo(to);
    assert.equal((await send()).status, 200);
    const before = await tenant.api.get(`/api/v1/conversations/${first.body.conversationId}/messages`);
    const fourth = await send();
    assert.deepEqual([fourth.status, fourth.body.error.code], [422, "window_closed"]);
    assert.match(fourth.body.error.message, /3 messages/);
    assert.equal((await tenant.api.get(`/api/v1/conversations/${first.body.conversationId}/messages`)).text, before.text);
    const options = (await tenant.api.get(`/api/v1/conversations/${first.body.conversationId}/send-options`)).body;
    assert.deepEqual(options.remaining, { beforeFirstAnswer: 7, afterSilence: 0 });
    assert.deepEqual(options.closed, [{ types: ["text"], reason: "limit_reached" }]);
    await channel.write(to);
    assert.equal((await send()).status, 200);
  });
});
