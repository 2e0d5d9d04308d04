import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { after, before, describe, it } from "node:test";
import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { limitResponseTime } from "./deadlines.ts";
import { sendError } from "../server.ts";

describe("the time limit of a response", () => {
  let app: FastifyInstance;
  let url: string;
  let closeOverdue: () => void;
  let now = 0;
  /** Lets handlers finish, in the order in which they started. */
  const ends = new EventEmitter();
  before(async () => {
    app = Fastify();
    app.setErrorHandler((error, request, reply) => sendError(pino({ level: "silent" }), error, request, reply));
    closeOverdue = limitResponseTime(app, { defaultMs: 30_000, everyMs: 3_600_000, nowMs: () => now });
    const slow = () => new Promise((resolve) => ends.emit("begun", () => resolve({ done: true })));
    app.get("/slow", slow);
    app.post("/slow", slow);
    app.get("/slower", { config: { responseMsMax: 60_000 } }, slow);
    app.get("/begun", (_request, reply) => {
      reply.raw.writeHead(200).write("half");
      return new Promise(() => undefined);
    });
    app.get("/stream", (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200).write("first");
      ends.emit("begun", () => reply.raw.end(" last"));
    });
    url = await app.listen({ port: 0 });
  });
  after(() => app.close());

  /** Resolves once the handler has started. */
  async function startRequest(path: string, init: RequestInit = {}): Promise<{ answer: Promise<Response>; end: () => void }> {
    const started = once(ends, "begun");
    const answer = fetch(url + path, init);
    const [end] = await started;
    return { answer, end };
  }

  function pass(ms: number): void {
    now += ms;
    closeOverdue();
  }

  for (const init of [{}, { method: "POST", body: "{}", headers: { "content-type": "application/json" } }]) {
    it(`applies after the default time, ${init.method === undefined ? "without" : "with"} a body`, async () => {
      const { answer, end } = await startRequest("/slow", init);
      pass(30_000);
      const response = await answer;
      assert.equal(response.status, 503);
      assert.equal(response.headers.get("retry-after"), "1");
      assert.equal(((await response.json()) as { error: { code: string } }).error.code, "service_unavailable");
      // Finishing late does no harm.
      end();
      const next = await startRequest("/slow", init);
      next.end();
      assert.deepEqual(await (await next.answer).json(), { done: true });
    });
  }

  it("can be set by the route", async () => {
    const { answer, end } = await startRequest("/slower");
    pass(59_999);
    end();
    assert.deepEqual(await (await answer).json(), { done: true });
    const over = await startRequest("/slower");
    pass(60_000);
    assert.equal((await over.answer).status, 503);
    over.end();
  });

  it("aborts a response that has started, and leaves streams alone", async () => {
    const half = await fetch(`${url}/begun`);
    pass(30_000);
    await assert.rejects(half.text());
    const { answer, end } = await startRequest("/stream");
    const response = await answer;
    pass(3_600_000);
    end();
    assert.equal(await response.text(), "first last");
  });
});
