import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { type ChannelAccess, type HttpResponse, type OutboundMessage, type PlatformHttp, providerErrorOf } from "@parley/connector-kit";
import { createChatAppConnector } from "../src/index.ts";
import { NUMBER, connector } from "./frames.ts";

const access: ChannelAccess = { externalId: NUMBER, config: { accessToken: "EAAGsecret" } };
const bytes = Buffer.from("a picture");
const sha256 = createHash("sha256").update(bytes).digest();
const address = "https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1";

interface Call {
  what: "request" | "download";
  target: string;
  authorization: string | undefined;
}

/** Answers in order and records where the token was sent. */
function platform(
  ...answers: (Partial<HttpResponse> & { json?: unknown; fails?: object })[]
): PlatformHttp & { calls: Call[]; bodies: Buffer[] } {
  const calls: Call[] = [];
  const bodies: Buffer[] = [];
  const next = (what: Call["what"], target: string, headers?: Record<string, string>): Promise<HttpResponse> => {
    calls.push({ what, target, authorization: headers?.["authorization"] });
    const { json, fails, ...answer } = answers.shift() ?? assert.fail("one call too many");
    if (fails !== undefined) return Promise.reject(Object.assign(new Error("no answer"), { httpFailure: true, ...fails }));
    return Promise.resolve({ status: 200, headers: {}, body: json === undefined ? bytes : Buffer.from(JSON.stringify(json)), ...answer });
  };
  return {
    calls,
    bodies,
    request: ({ path, headers, body }) => {
      if (body !== undefined) bodies.push(Buffer.from(body));
      return next("request", path, headers);
    },
    download: ({ url, headers }) => next("download", url, headers),
  };
}

const fetchMedia = (http: PlatformHttp, bytesMax = 1_000, from = connector) =>
  from.fetchMedia?.(
    { kind: "image", providerMediaId: "880", messageExternalId: "wamid.1", person: { address: "447700900123" }, bytesMax },
    access,
    http,
  ) ?? assert.fail("no fetchMedia");

describe("media from a customer", () => {
  it("is requested by its id, then fetched with the token", async () => {
    for (const hash of [sha256.toString("hex"), sha256.toString("base64"), undefined]) {
      const http = platform({ json: { url: address, mime_type: "image/png", sha256: hash, file_size: "9", id: "880" } }, {});
      assert.deepEqual(await fetchMedia(http), { bytes, mimeType: "image/png" });
      assert.deepEqual(http.calls, [
        { what: "request", target: `/v25.0/880?phone_number_id=${NUMBER}`, authorization: "Bearer EAAGsecret" },
        { what: "download", target: address, authorization: "Bearer EAAGsecret" },
      ]);
    }
  });

  it("is requested once more when its URL has just expired", async () => {
    const http = platform({ json: { url: address } }, { status: 404 }, { json: { url: address } }, {});
    assert.deepEqual((await fetchMedia(http)).bytes, bytes);
  });

  it("is fetched only from the platform's hosts and configured ones: the token goes nowhere else", async () => {
    for (const url of [
      "https://evil.example/x",
      "https://fbsbx.com.evil.example/x",
      "https://evilfbsbx.com/x",
      "http://lookaside.fbsbx.com/x",
      "https://a:b@lookaside.fbsbx.com/x",
      "https://lookaside.fbsbx.com@evil.example/x",
      "file:///etc/passwd",
      "nonsense",
    ]) {
      const http = platform({ json: { url } });
      await assert.rejects(fetchMedia(http), (error) => providerErrorOf(error)?.class === "permanent", url);
      assert.equal(http.calls.length, 1, url);
    }
    const simulated = createChatAppConnector({ mediaHosts: ["127.0.0.1"] });
    const http = platform({ json: { url: "http://127.0.0.1:4000/_media/880" } }, {});
    assert.deepEqual((await fetchMedia(http, 1_000, simulated)).bytes, bytes);
  });

  /** [what, answers, class, code] */
  const failures: [string, Parameters<typeof platform>, string, string][] = [
    [
      "an id the platform no longer knows",
      [{ status: 400, json: { error: { code: 100, error_subcode: 33, message: "gone" } } }],
      "permanent",
      "not_found",
    ],
    ["a bare 404", [{ status: 404, json: {} }], "permanent", "not_found"],
    [
      "an address that ends twice",
      [{ json: { url: address } }, { status: 404 }, { json: { url: address } }, { status: 404 }],
      "permanent",
      "not_found",
    ],
    ["a dead token", [{ status: 401, json: { error: { code: 190, message: "expired" } } }], "credentials", "channel_not_connected"],
    ["throttling", [{ status: 429, json: { error: { code: 4, message: "slow down" } } }], "retryable", "provider_error"],
    ["trouble over there", [{ status: 502, body: Buffer.from("<html>") }], "retryable", "provider_error"],
    ["a cut answer", [{ fails: { reached: true, reason: "network" } }], "retryable", "provider_error"],
    ["a cut download", [{ json: { url: address } }, { fails: { reached: true, reason: "timeout" } }], "retryable", "provider_error"],
    ["damaged bytes", [{ json: { url: address, sha256: "00" } }, {}], "retryable", "provider_error"],
    ["one too large", [{ json: { url: address, file_size: 1_001 } }], "permanent", "provider_error"],
    ["an answer without an address", [{ json: { id: "880" } }], "retryable", "provider_error"],
  ];
  for (const [what, answers, errorClass, code] of failures) {
    it(`${what} is ${errorClass}`, async () => {
      await assert.rejects(fetchMedia(platform(...answers)), (error) => {
        const known = providerErrorOf(error);
        assert.deepEqual([known?.class, known?.code], [errorClass, code]);
        assert.ok(!JSON.stringify(known).includes("EAAGsecret"));
        return true;
      });
    });
  }
});

describe("media to a customer", () => {
  const message = (rest: Partial<OutboundMessage> = {}, filename: string | null = "photo.png"): OutboundMessage => ({
    id: "msg_01",
    to: { address: "447700900123" },
    type: "image",
    text: "Look",
    content: { mediaId: "med_1" },
    media: {
      kind: "image",
      mimeType: "image/png",
      filename,
      sizeBytes: bytes.length,
      bytes: async () => bytes,
      url: () => assert.fail("uploads only"),
    },
    ...rest,
  });
  const accepted = { json: { messages: [{ id: "wamid.ACCEPTED" }] } };

  it("is uploaded under its type, then sent by the id of the upload", async () => {
    const http = platform({ json: { id: "990011" } }, accepted);
    assert.deepEqual(await connector.send(message(), access, http), { kind: "accepted", externalId: "wamid.ACCEPTED" });
    assert.deepEqual(
      http.calls.map(({ target }) => target),
      [`/v25.0/${NUMBER}/media`, `/v25.0/${NUMBER}/messages`],
    );
    const form = http.bodies[0]?.toString() ?? "";
    for (const part of ['name="messaging_product"\r\n\r\nwhatsapp', 'name="type"\r\n\r\nimage/png', "a picture"])
      assert.ok(form.includes(part), part);
    const sent = JSON.parse(http.bodies[1]?.toString() ?? "");
    assert.deepEqual([sent.type, sent.image], ["image", { id: "990011", caption: "Look" }]);
  });

  it("has a name as a document, and no caption as audio", async () => {
    for (const [type, part] of [
      ["document", { id: "9", caption: "Look", filename: "photo.png" }],
      ["audio", { id: "9" }],
      ["sticker", { id: "9" }],
    ] as const) {
      const http = platform({ json: { id: "9" } }, accepted);
      await connector.send(message({ type }), access, http);
      assert.deepEqual(JSON.parse(http.bodies[1]?.toString() ?? "")[type], part);
    }
  });

  it("whose upload fails has certainly not been sent: the outcome is not unknown", async () => {
    for (const [answer, errorClass] of [
      [{ fails: { reached: true, reason: "timeout" } }, "retryable"],
      [{ fails: { reached: false, reason: "network" } }, "retryable"],
      [{ status: 500, body: Buffer.from("<html>") }, "retryable"],
      [{ status: 200, json: {} }, "retryable"],
      [{ status: 400, json: { error: { code: 131053, message: "wrong type" } } }, "permanent"],
      [{ status: 401, json: { error: { code: 190, message: "expired" } } }, "credentials"],
    ] as const) {
      const http = platform(answer as never);
      const outcome = await connector.send(message(), access, http);
      assert.equal(outcome.kind, "refused");
      assert.equal(outcome.kind === "refused" && outcome.error.class, errorClass);
      assert.equal(http.calls.length, 1);
    }
  });
});
