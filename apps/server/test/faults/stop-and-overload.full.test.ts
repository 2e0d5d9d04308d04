import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, before, describe, it } from "node:test";
import { eventually, patienceMs } from "../eventually.ts";
import { callbackBody, inboundChange, postCallback, textMessage } from "./chat-app-bodies.ts";
import { checkLedger, waitUntilDrained } from "./ledger.ts";
import { setStage, type Stage } from "./stage.ts";

const phoneNumberId = "100000000000009";
const people = Array.from({ length: 40 }, (_, i) => `4477001${String(i).padStart(5, "0")}`);

describe("a server that is told to stop, or is overloaded", () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage(phoneNumberId, people);
  });
  after(async () => {
    await stage?.clear();
  });

  /** Posts on connections that are already open, so that only the server's behaviour decides whether a response arrives. */
  async function inFlight(count: number): Promise<{ flushed: Promise<void>; answers: Promise<(number | string)[]> }> {
    const agent = new Agent({ keepAlive: true, maxSockets: count });
    const one = (method: string, path: string, body?: string) => {
      let sent: () => void;
      const flushed = new Promise<void>((resolve) => {
        sent = resolve;
      });
      const answer = new Promise<number | string>((resolve) => {
        const call = request(
          {
            host: "127.0.0.1",
            port: stage.port,
            method,
            path,
            agent,
            headers: {
              authorization: `Bearer ${stage.key}`,
              ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
            },
          },
          (response) => {
            response.resume();
            response.once("end", () => resolve(response.statusCode as number));
          },
        );
        call.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
        call.end(body, () => sent());
      });
      return { flushed, answer };
    };
    await Promise.all(Array.from({ length: count }, () => one("GET", "/api/v1/me").answer));
    const posts = Array.from({ length: count }, (_, n) =>
      one(
        "POST",
        "/api/v1/messages",
        JSON.stringify({
          channelId: stage.channelId,
          to: people[n % people.length],
          type: "text",
          text: `In flight ${n}`,
          clientReference: `in-flight-${n}`,
        }),
      ),
    );
    return {
      flushed: Promise.all(posts.map((p) => p.flushed)).then(() => undefined),
      answers: Promise.all(posts.map((p) => p.answer)).finally(() => agent.destroy()),
    };
  }

  it("SIGTERM under load: answers requests in flight, exits 0 by itself, leaves no process behind, and the next start continues", async (t) => {
    const { query, simulator } = stage;
    const firstMessages = await stage.openWindows();
    const ledger = stage.load({ senders: 4, writers: 3, people: people.slice(0, 30) });
    await eventually("load", () => ledger.acknowledged() >= 60);
    const database = await stage.databasePid();

    const { flushed, answers } = await inFlight(30);
    await flushed;
    const server = stage.server();
    const ended = await server.terminate();
    t.diagnostic(`ended after ${ended.ms} ms`);
    assert.deepEqual({ code: ended.code, signal: ended.signal }, { code: 0, signal: null }, server.output());
    const got = await answers;
    assert.deepEqual(
      got.filter((a) => a !== 200 && a !== 503),
      [],
      "every request that had arrived was answered",
    );
    await eventually("the database has ended too", () => {
      try {
        process.kill(database, 0);
        return false;
      } catch {
        return true;
      }
    });

    t.diagnostic(`next start ${(await stage.restart()).readyMs} ms`);
    const goal = ledger.acknowledged() + 40;
    await eventually("the load goes on", () => ledger.acknowledged() >= goal);
    await ledger.stop();
    // The stopped process left nothing leased, so no lease has to expire.
    await waitUntilDrained(query, simulator);
    const accepted = got.filter((a) => a === 200).length;
    const stored = await query<{ client_reference: string; status: string }>(
      "select client_reference, status from messages where client_reference like 'in-flight-%'",
    );
    assert.ok(stored.length >= accepted, `${accepted} acknowledged in flight, ${stored.length} stored`);
    assert.ok(stored.every((m) => m.status === "read"));
    const statuses = await checkLedger(query, ledger, simulator, firstMessages, (reference) => !reference.startsWith("in-flight-"));
    assert.deepEqual(Object.keys(statuses), ["read"], "a graceful stop leaves no send in doubt");
  });

  it("five times more than it can handle: API calls get 503 with Retry-After, callbacks 200, and afterwards all is as before", async (t) => {
    const ended = await stage.server().terminate();
    assert.equal(ended.code, 0);
    // The default of half a second, shortened so that a test can reach it without a machine of its own.
    const server = await stage.restart({ OVERLOAD_EVENT_LOOP_DELAY_MS: "40" });
    const flood = openLoop(stage.port, stage.key);
    const callbacks: number[] = [];
    try {
      let n = 0;
      // In its first seconds a server refuses nobody: loading keeps it busy too.
      const until = performance.now() + patienceMs;
      while (performance.now() < until && (flood.answers().refused < 100 || callbacks.length < 10)) {
        const from = people[n++ % people.length] as string;
        callbacks.push(
          await postCallback(
            `${server.url}/callbacks/chat-app`,
            callbackBody(inboundChange(phoneNumberId, from, [textMessage(from, `During ${n}`)])),
          ),
        );
      }
    } finally {
      flood.stop();
    }
    t.diagnostic(`offered ${flood.offered()}, answers ${JSON.stringify(flood.answers())}, callbacks ${callbacks.length}`);
    const { refused, refusedWithRetryAfter, other } = flood.answers();
    assert.ok(refused > 0, "something was refused");
    assert.equal(refusedWithRetryAfter, refused, "every 503 says when to come back");
    assert.deepEqual(other, [], "nothing but an ordinary answer and 503");
    assert.ok(callbacks.length > 3, `${callbacks.length} callbacks`);
    assert.deepEqual(new Set(callbacks), new Set([200]), "callbacks are never refused");
    await eventually(
      "API calls are answered again",
      async () =>
        (await fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${stage.key}` }, signal: AbortSignal.timeout(10_000) }))
          .status === 200,
    );
    await eventually(
      "callbacks of the time are messages",
      async () => (await stage.query("select from messages where text like 'During %'")).length === callbacks.length,
    );
  });
});

/**
 * Requests at a fixed rate, whether or not earlier ones were answered, each on a separate connection, up to 150 at a
 * time. Each is a large body that costs the server some milliseconds to parse and is then refused as invalid.
 */
function openLoop(port: number, key: string) {
  const counts = { admitted: 0, refused: 0, refusedWithRetryAfter: 0, other: [] as string[], cut: 0 };
  const body = Buffer.from(JSON.stringify({ type: "text", padding: Array.from({ length: 40_000 }, (_, n) => ({ n })) }));
  const agent = new Agent({ keepAlive: true, maxSockets: 150 });
  let offered = 0;
  let open = 0;
  const timer = setInterval(() => {
    for (let n = 0; n < 6; n++) {
      offered += 1;
      if (open >= 150) continue;
      open += 1;
      const done = () => {
        open -= 1;
      };
      const call = request(
        {
          host: "127.0.0.1",
          port,
          method: "POST",
          path: "/api/v1/messages",
          agent,
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "content-length": body.length },
        },
        (response) => {
          const { statusCode, headers } = response;
          if (statusCode === 400) counts.admitted += 1;
          else if (statusCode === 503) {
            counts.refused += 1;
            if (Number(headers["retry-after"]) >= 1) counts.refusedWithRetryAfter += 1;
          } else counts.other.push(String(statusCode));
          response.resume();
          response.once("close", done);
        },
      );
      // A refusal is sent before the body was read; a client still writing may find the connection closed.
      call.once("error", () => {
        counts.cut += 1;
        done();
      });
      call.end(body);
    }
  }, 10);
  return {
    offered: () => offered,
    answers: () => counts,
    stop() {
      clearInterval(timer);
      agent.destroy();
    },
  };
}
