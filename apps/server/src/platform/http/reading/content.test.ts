import assert from "node:assert/strict";
import { once } from "node:events";
import { Readable } from "node:stream";
import { after, before, describe, it } from "node:test";
import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { type Content, sendContent } from "./content.ts";
import { sendError } from "../server.ts";

const bytes = Buffer.from("0123456789");
const headersOfContent = ["etag", "cache-control", "accept-ranges", "content-range", "content-disposition"];

describe("a file's content as a response", () => {
  let app: FastifyInstance;
  let url: string;
  let read: Content["read"];
  let sizeBytes: number | null = bytes.length;
  before(async () => {
    app = Fastify();
    app.setErrorHandler((error, request, reply) => sendError(pino({ level: "silent" }), error, request, reply));
    app.route({
      method: ["GET", "HEAD"],
      url: "/",
      handler: (request, reply) =>
        sendContent(
          request,
          reply,
          {
            contentType: "image/png",
            disposition: "inline",
            filename: "a.png",
            sizeBytes,
            tag: "tag",
            read: (range) => read(range),
          },
          "private, max-age=3600",
        ),
    });
    // As after the time limit: something else responds while the content is being opened.
    app.get("/late", (request, reply) => {
      const content: Content = { contentType: "image/png", disposition: "inline", filename: null, sizeBytes: 10, tag: "tag", read };
      const sent = sendContent(request, reply, content, "no-store");
      reply.code(503).send("too late");
      return sent;
    });
    url = await app.listen({ port: 0 });
  });
  after(() => app.close());

  const get = (headers: Record<string, string> = {}, method = "GET") => fetch(url, { method, headers });

  it("supports caching: in full, in part, HEAD, and not modified", async () => {
    sizeBytes = bytes.length;
    read = async (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]);
    for (const [answer, status, text] of [
      [await get(), 200, "0123456789"],
      [await get({ range: "bytes=2-4" }), 206, "234"],
      [await get({}, "HEAD"), 200, ""],
      [await get({ "if-none-match": '"tag"' }), 304, ""],
    ] as const) {
      assert.deepEqual([answer.status, await answer.text()], [status, text]);
      assert.equal(answer.headers.get("etag"), '"tag"');
      assert.equal(answer.headers.get("cache-control"), "private, max-age=3600");
    }
  });

  it("that cannot be opened is an error that no cache keeps", async () => {
    read = () => Promise.reject(new Error("the store is away"));
    for (const size of [bytes.length, null]) {
      sizeBytes = size;
      for (const headers of [{}, { range: "bytes=2-4" }]) {
        const response = await get(headers);
        assert.equal(response.status, 500);
        assert.equal(((await response.json()) as { error: { code: string } }).error.code, "internal_error");
        assert.deepEqual(
          headersOfContent.filter((name) => response.headers.has(name)),
          [],
        );
      }
    }
  });

  it("with a range past its end is refused, and no cache keeps the refusal", async () => {
    sizeBytes = bytes.length;
    const response = await get({ range: "bytes=10-" });
    assert.deepEqual([response.status, response.headers.get("content-range")], [416, "bytes */10"]);
    assert.deepEqual([response.headers.get("cache-control"), response.headers.get("etag")], [null, null]);
  });

  it("opened after a response was already sent is closed", async () => {
    const body = Readable.from([bytes]);
    const closed = once(body, "close");
    read = async () => body;
    assert.equal((await fetch(`${url}/late`)).status, 503);
    await closed;
  });
});
