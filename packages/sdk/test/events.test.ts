/** The stream against a server that sends what the test scripts, piece by piece. */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { isApiError, type ParleyEvent, StreamResetError } from "../src/index.ts";
import { createSseReader, type SseMessage } from "../src/sse.ts";
import { createStream } from "../src/stream.ts";
import { json, type Reply, refusal, type Script, startScript, timeoutMs } from "./script.ts";

let script: Script;
before(async () => {
  script = await startScript();
});
after(() => script.close());

const event = (n: number) =>
  `id: evt_${n}\nevent: webhook.test\ndata: ${JSON.stringify({ id: `evt_${n}`, type: "webhook.test", data: {} })}\n\n`;
const start = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });
/** A connection that sends this and then ends. */
const line =
  (text: string): Reply =>
  (response) => {
    start(response);
    response.end(text);
  };
const open =
  (text: string): Reply =>
  (response) => {
    start(response);
    response.write(text);
  };
const resumed = () => script.seen.map(({ headers }) => headers["last-event-id"]);
/** The idle time-out counts as a time-out of the test's clock. */
const idleTimeoutMs = 3_000_000;

async function take(stream: AsyncIterable<ParleyEvent>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of stream) if (ids.push(id) === count) break;
  return ids;
}

describe("the event stream", () => {
  it("works without a client: at the same URL, with the same reconnects", async () => {
    script.parley([line(`: ready\n\n${event(1)}`), open(event(2))]);
    const follow = createStream({ baseUrl: script.url, apiKey: "key", clock: script.clock, timeoutMs, random: () => 0 });
    assert.deepEqual(await take(follow({ after: "evt_0" }, { idleTimeoutMs }), 2), ["evt_1", "evt_2"]);
    assert.deepEqual(resumed(), ["evt_0", "evt_1"]);
    assert.deepEqual([script.seen[0]?.url, script.seen[0]?.headers.authorization], ["/api/v1/events/stream", "Bearer key"]);
  });

  it("resumes after the last event, after the wait set by the server", async () => {
    const parley = script.parley([line(`retry: 1234\n\n: ready\nid: evt_0\n\n${event(1)}${event(2)}`), line(event(3)), open(event(4))]);
    const reasons: unknown[] = [];
    const stream = parley.events.stream(
      { type: ["webhook.test", "message.received"], channelId: "chn_1" },
      { idleTimeoutMs, onReconnect: (r) => reasons.push(r) },
    );
    assert.deepEqual(await take(stream, 4), ["evt_1", "evt_2", "evt_3", "evt_4"]);
    assert.deepEqual(resumed(), [undefined, "evt_2", "evt_3"]);
    assert.equal(script.seen[1]?.url, "/api/v1/events/stream?channelId=chn_1&type=webhook.test%2Cmessage.received");
    assert.deepEqual(script.clock.waits, [1_234, 1_234]);
    assert.deepEqual(reasons, [
      { error: null, delayMs: 1_234 },
      { error: null, delayMs: 1_234 },
    ]);
    assert.equal(stream.lastEventId, "evt_4");
  });

  it("resumes after an id without an event, and after a given one", async () => {
    const parley = script.parley([line(": ready\nid: evt_7\n\n"), open(event(8))]);
    assert.deepEqual(await take(parley.events.stream({}, { idleTimeoutMs }), 1), ["evt_8"]);
    assert.deepEqual(resumed(), [undefined, "evt_7"]);
    const again = script.parley([open(event(9))]);
    assert.deepEqual(await take(again.events.stream({ after: "evt_8" }, { idleTimeoutMs }), 1), ["evt_9"]);
    assert.deepEqual([resumed(), script.seen[0]?.url], [["evt_8"], "/api/v1/events/stream"]);
  });

  it("reconnects after a cut connection, a temporary refusal, and silence", async () => {
    const cutAfter: Reply = (response) => {
      open(event(1))(response, {} as never);
      setImmediate(() => response.socket?.destroy());
    };
    const busy = refusal(503, "service_unavailable", { "retry-after": "4" });
    const parley = script.parley([cutAfter, busy, refusal(429, "rate_limited"), open(event(2)), open(event(3))]);
    const errors: (string | undefined)[] = [];
    const stream = parley.events.stream({}, { idleTimeoutMs, onReconnect: ({ error }) => errors.push(error?.name) });
    const ids: string[] = [];
    for await (const { id } of stream) {
      if (ids.push(id) === 3) break;
      // Nothing more arrives, not even a keep-alive, and the time-out passes while the loop waits.
      if (id === "evt_2") setImmediate(() => script.clock.passTimeouts());
    }
    assert.deepEqual(ids, ["evt_1", "evt_2", "evt_3"]);
    assert.deepEqual(errors, ["ConnectionError", "ApiError", "ApiError", "ConnectionError"]);
    assert.deepEqual(resumed(), [undefined, "evt_1", "evt_1", "evt_1", "evt_2"]);
    assert.deepEqual(script.clock.waits, [250, 4_000, 1_000, 250], "what has worked counts anew");
  });

  it("throws permanent errors, and after too many failures", async () => {
    await assert.rejects(take(script.parley([refusal(401, "unauthorized")]).events.stream(), 1), (error) =>
      isApiError(error, "unauthorized"),
    );
    assert.equal(script.seen.length, 1);
    const parley = script.parley([refusal(503, "service_unavailable")]);
    await assert.rejects(take(parley.events.stream({}, { maxRetries: 2 }), 1), (error) => isApiError(error, "service_unavailable"));
    assert.equal(script.seen.length, 3);
  });

  it("reports a gap, or throws", async () => {
    const hole = `event: reset\ndata: {"reason":"unknown_event"}\n\n: ready\nid: evt_5\n\n${event(6)}`;
    await assert.rejects(take(script.parley([open(hole)]).events.stream({ after: "evt_1" }, { idleTimeoutMs }), 1), (error) => {
      return error instanceof StreamResetError && error.reason === "unknown_event";
    });
    const reasons: string[] = [];
    let ready = 0;
    const stream = script
      .parley([open(hole)])
      .events.stream({ after: "evt_1" }, { idleTimeoutMs, onReset: (reason) => reasons.push(reason), onReady: () => ready++ });
    assert.deepEqual([await take(stream, 1), reasons, ready], [["evt_6"], ["unknown_event"], 1]);
  });

  it("reports presence alongside the events, and does not resume from it", async () => {
    const change = { conversationId: "conv_1", agentId: "agt_1", state: "gone", since: "", expiresAt: "" };
    const presence = `event: presence\ndata: ${JSON.stringify(change)}\n\n`;
    const parley = script.parley([line(`${event(1)}${presence}`), open(event(2))]);
    const changes: unknown[] = [];
    const stream = parley.events.stream({ presence: true }, { idleTimeoutMs, onPresence: (each) => changes.push(each) });
    assert.deepEqual(await take(stream, 2), ["evt_1", "evt_2"]);
    assert.deepEqual(changes, [change]);
    assert.deepEqual(resumed(), [undefined, "evt_1"]);
  });

  it("has no gap when it reads too slowly, because the server still has the next events", async () => {
    const parley = script.parley([line(`${event(1)}event: reset\ndata: {"reason":"too_slow"}\n\n`), open(event(2))]);
    assert.deepEqual(await take(parley.events.stream({}, { idleTimeoutMs }), 2), ["evt_1", "evt_2"]);
    assert.deepEqual(resumed(), [undefined, "evt_1"]);
  });

  it("closes the connection when the loop is left, when it is closed, and by a signal", async () => {
    const closed: Promise<void>[] = [];
    const watched: Reply = (response) => {
      closed.push(new Promise((resolve) => response.on("close", resolve)));
      open(event(1))(response, {} as never);
    };
    const parley = script.parley([watched]);
    await take(parley.events.stream({}, { idleTimeoutMs }), 1);
    await closed[0];

    const stream = parley.events.stream({}, { idleTimeoutMs });
    for await (const _ of stream) stream.close();
    await closed[1];

    const controller = new AbortController();
    const reason = new Error("the user went away");
    await assert.rejects(async () => {
      for await (const _ of parley.events.stream({}, { idleTimeoutMs, signal: controller.signal })) controller.abort(reason);
    }, reason);
    await closed[2];
    assert.equal(script.seen.length, 3, "none came back");
    assert.equal(script.clock.running(), 0);
    // Closed before it starts.
    const never = parley.events.stream({}, { idleTimeoutMs });
    never.close();
    for await (const _ of never) assert.fail("nothing was asked for");
    assert.equal(script.seen.length, 3);
  });

  it("is refused if the response is of another type", async () => {
    await assert.rejects(
      take(script.parley([json({})]).events.stream({}, { idleTimeoutMs }), 1),
      /the response is application\/json, not an event stream/,
    );
    assert.equal(script.seen.length, 1, "it would come back for ever");
  });
});

describe("the reader of server-sent events", () => {
  const read = (pieces: string[]): SseMessage[] => {
    const feed = createSseReader();
    return pieces.flatMap((piece) => [...feed(piece)]);
  };

  it("reads fields, several lines of data, comments, and discards incomplete blocks", () => {
    assert.deepEqual(read(["retry: 5\n\n: hello\nid:1\nevent: a\ndata: x\ndata\ndata:  y\n\ndata: lost\n"]), [
      { id: undefined, event: "message", data: "", retryMs: 5, comment: undefined },
      { id: undefined, event: "message", data: "", retryMs: undefined, comment: "hello" },
      { id: "1", event: "a", data: "x\n\n y", retryMs: undefined, comment: undefined },
    ]);
  });

  it("reads the same in any chunks, with LF and CRLF", () => {
    const field = fc.oneof(
      fc.constantFrom("", "data", "id: 1", "event: a", "retry: 7", ": note", "data: {}"),
      fc.string({ unit: fc.constantFrom("a", ":", " ", "é", "😀") }),
    );
    fc.assert(
      fc.property(fc.array(field), fc.array(fc.nat(60)), fc.boolean(), (lines, sizes, crlf) => {
        const text = lines.map((each) => `${each}${crlf ? "\r\n" : "\n"}`).join("");
        const pieces: string[] = [];
        let at = 0;
        for (const size of sizes) {
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        pieces.push(text.slice(at));
        assert.deepEqual(read(pieces), read([lines.map((each) => `${each}\n`).join("")]));
      }),
    );
  });
});
