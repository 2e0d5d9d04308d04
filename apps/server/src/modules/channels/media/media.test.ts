/** Media through the API: upload, download, ranges, limits, addresses, removal. Case numbers: docs/subsystems/channels/media.md. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { eventually } from "../../../../test/eventually.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";

const day = 86_400_000;
export const png = (size = 300) =>
  Buffer.concat([
    Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64"),
    randomBytes(size),
  ]);

describe("media", () => {
  let t: TestApp;
  let tenant: TestTenant;
  before(async () => {
    t = await startTestApp({ env: { MEDIA_BYTES_MAX: "3000000" } });
    tenant = await t.tenant();
  });
  after(() => t.stop());

  async function upload(bytes: Buffer, given: { filename?: string; fields?: Record<string, string>; key?: string; headers?: object } = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries(given.fields ?? {})) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(bytes)], { type: "text/html" }), given.filename ?? "photo.png");
    const response = await fetch(`${t.url}/api/v1/media`, {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${given.key ?? tenant.key}`, ...given.headers },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  }

  async function download(path: string, headers: Record<string, string> = {}, method = "GET", key: string | null = tenant.key) {
    const response = await fetch(`${t.url}${path}`, {
      method,
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
    });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  const files = async () =>
    (await readdir(t.mediaDir, { recursive: true, withFileTypes: true })).filter((f) => f.isFile()).map((f) => join(f.parentPath, f.name));

  it("accepts the body itself under its content type: the same result as a form, and once per key", async () => {
    const bytes = png(50_000);
    const send = (headers: Record<string, string>, body: Buffer | string = bytes) =>
      tenant.api.request("POST", "/api/v1/media", { body, headers });
    const headers = {
      "content-type": "image/png",
      "content-disposition": `attachment; filename*=UTF-8''f%C3%B6to.png`,
      "idempotency-key": "raw-1",
    };
    const made = await send(headers);
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(
      [made.body.kind, made.body.mimeType, made.body.sizeBytes, made.body.filename],
      ["image", "image/png", bytes.length, "föto.png"],
    );
    assert.deepEqual((await download(made.body.url)).bytes, bytes);
    const again = await send(headers);
    assert.deepEqual([again.body.id, again.headers.get("idempotency-replayed")], [made.body.id, "true"]);
    assert.equal((await send(headers, png(10))).body.error.code, "idempotency_conflict");
    // Its bytes determine its type.
    assert.equal((await send({ "content-type": "application/pdf; version=1" })).body.mimeType, "image/png");
    assert.equal(
      (await send({ "content-type": "image/png", "content-disposition": 'attachment; filename="plain.png"' })).body.filename,
      "plain.png",
    );
    const empty = await send({ "content-type": "image/png" }, "");
    assert.deepEqual([empty.status, empty.body.error?.details], [400, [{ field: "file", issue: "too_short" }]], empty.text);
    assert.equal((await send({ "content-type": "image/png" }, png(3_000_000))).status, 413);
    const refused = await send({ "content-type": "font/woff2" });
    assert.deepEqual([refused.status, refused.body.error.code], [415, "unsupported_media_type"]);
    for (const type of ["application/json", "multipart/form-data", "image/*"]) {
      assert.ok(refused.body.error.message.includes(type), refused.text);
      assert.ok(refused.headers.get("accept")?.includes(type));
    }
    const plain = await tenant.api.request("POST", "/api/v1/contacts", { body: "name=x", headers: { "content-type": "text/plain" } });
    assert.deepEqual([plain.status, plain.headers.get("accept")], [415, "application/json"]);
  });

  it("1: is returned byte for byte, with the type of its bytes and not its sender's", async () => {
    const bytes = png(200_000);
    const made = await upload(bytes, { filename: 'C:\\Users\\me\\fo"tö.html.png' });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const { id, createdAt, ...rest } = made.body;
    assert.match(id, /^med_[0-9a-f]{32}$/);
    assert.equal(Date.parse(createdAt), t.clock.now().getTime());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    assert.deepEqual(rest, {
      kind: "image",
      mimeType: "image/png",
      sizeBytes: bytes.length,
      filename: 'fo"tö.html.png',
      status: "stored",
      error: null,
      sha256,
      source: "upload",
      messageId: null,
      url: `/api/v1/media/${id}`,
      expiresAt: null,
    });
    assert.deepEqual((await tenant.api.get(`${made.body.url}/info`)).body, made.body);
    const got = await download(made.body.url);
    assert.equal(got.status, 200);
    assert.ok(got.bytes.equals(bytes));
    assert.equal(got.headers.get("content-type"), "image/png");
    assert.equal(got.headers.get("content-length"), String(bytes.length));
    assert.equal(got.headers.get("etag"), `"${sha256}"`);
    assert.equal(got.headers.get("x-content-type-options"), "nosniff");
    assert.equal(got.headers.get("content-disposition"), `inline; filename="fo_t_.html.png"; filename*=UTF-8''fo%22t%C3%B6.html.png`);
    const head = await download(made.body.url, {}, "HEAD");
    assert.deepEqual([head.status, head.bytes.length, head.headers.get("content-length")], [200, 0, String(bytes.length)]);
    assert.deepEqual((await download(`/api/media/${id}`)).bytes, got.bytes);
  });

  it("2: answers one range, refuses one past the end, ignores an invalid one", async () => {
    const bytes = png(1_000);
    const { url } = (await upload(bytes)).body;
    const size = bytes.length;
    const table: [string, number, number][] = [
      ["bytes=0-0", 0, 0],
      ["bytes=10-19", 10, 19],
      ["bytes=100-", 100, size - 1],
      ["bytes=-5", size - 5, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
      [`bytes=${size - 1}-${size * 9}`, size - 1, size - 1],
    ];
    for (const [range, start, end] of table) {
      const part = await download(url, { range });
      assert.equal(part.status, 206, range);
      assert.equal(part.headers.get("content-range"), `bytes ${start}-${end}/${size}`);
      assert.ok(part.bytes.equals(bytes.subarray(start, end + 1)), range);
    }
    for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, "bytes=-0"]) {
      const refused = await download(url, { range });
      assert.equal(refused.status, 416, range);
      assert.equal(refused.headers.get("content-range"), `bytes */${size}`);
      assert.equal(JSON.parse(refused.bytes.toString()).error.code, "validation_error");
    }
    for (const range of ["bytes=5-2", "bytes=0-1,5-6", "items=0-1", "bytes=a-b", "bytes=-", "nonsense"])
      assert.deepEqual([(await download(url, { range })).status, range], [200, range]);
    const etag = (await download(url)).headers.get("etag") as string;
    assert.equal((await download(url, { "if-none-match": `"x", W/${etag}` })).status, 304);
    assert.equal((await download(url, { "if-none-match": '"x"' })).status, 200);
    assert.equal((await download(url, { range: "bytes=0-1", "if-range": etag })).status, 206);
    assert.equal((await download(url, { range: "bytes=0-1", "if-range": '"old"' })).status, 200);
  });

  it("3: is never executed by a browser, regardless of its name", async () => {
    for (const [text, filename] of [
      ["<!doctype html><script>alert(1)</script>", "cat.png"],
      ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "cat.jpg"],
      ["alert(1)", "cat.js"],
    ] as const) {
      const made = await upload(Buffer.from(text), { filename });
      assert.equal(made.body.kind, "document");
      const got = await download(made.body.url);
      assert.equal(got.headers.get("content-type"), "application/octet-stream");
      assert.match(got.headers.get("content-disposition") ?? "", /^attachment;/);
      assert.match(got.headers.get("content-security-policy") ?? "", /sandbox/);
    }
    const refused = await upload(Buffer.from("<html>"), { fields: { kind: "image" } });
    assert.deepEqual([refused.status, refused.body.error.details], [400, [{ field: "kind", issue: "not_allowed" }]]);
  });

  it("4: too large, empty, missing, duplicate, malformed or truncated leaves nothing", async () => {
    const before = await files();
    const large = await upload(png(3_000_000)).catch(() => null);
    if (large !== null) assert.deepEqual([large.status, large.body.error.code], [413, "payload_too_large"]);
    const cases: [FormData | string, Record<string, string>, string, string][] = [];
    const form = (entries: [string, string | Blob][]) => {
      const made = new FormData();
      for (const [name, value] of entries) made.append(name, value as string);
      return made;
    };
    const blob = () => new Blob([new Uint8Array(png())]);
    const type = { "content-type": "multipart/form-data; boundary=x" };
    cases.push(
      [form([["file", new Blob([])]]), {}, "file", "too_short"],
      [form([["kind", "image"]]), {}, "file", "required"],
      [form([["photo", blob()]]), {}, "photo", "not_allowed"],
      [form([["file", "text"]]), {}, "file", "required"],
      [
        form([
          ["file", blob()],
          ["file", blob()],
        ]),
        {},
        "file",
        "too_many",
      ],
      [
        form([
          ["file", blob()],
          ["kind", "picture"],
        ]),
        {},
        "kind",
        "unknown_value",
      ],
      [
        form([
          ["file", blob()],
          ["filename", "x".repeat(201)],
        ]),
        {},
        "filename",
        "too_long",
      ],
      [
        form([
          ["file", blob()],
          ["filename", "a\0b"],
        ]),
        {},
        "filename",
        "invalid_format",
      ],
      ["--x\r\nnonsense", type, "file", "invalid_format"],
      ["", type, "file", "required"],
      ['--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf', type, "file", "invalid_format"],
      ["{}", { "content-type": "multipart/form-data" }, "file", "invalid_format"],
    );
    for (const [body, headers, field, issue] of cases) {
      const response = await fetch(`${t.url}/api/v1/media`, {
        method: "POST",
        body,
        headers: { authorization: `Bearer ${tenant.key}`, ...headers },
      });
      const { error } = (await response.json()) as any;
      assert.deepEqual([response.status, error?.details], [400, [{ field, issue }]], JSON.stringify([field, issue, error]));
    }
    const { hostname, port } = new URL(t.url);
    for (let i = 0; i < 5; i++) {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on("error", () => undefined);
      socket.write(
        `POST /api/v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.key}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n` +
          `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${"half ".repeat(1_000)}`,
      );
      // Otherwise the server might begin with it after the next test has counted the files.
      await eventually("it is on its way", async () => (await files()).length > before.length);
      socket.destroy();
      await eventually("what was half sent is removed", async () => (await files()).length <= before.length);
    }
    assert.deepEqual(await files(), before);
    assert.ok(!t.logged().includes('"level":"error"'), "nothing of this is a failure of ours");
  });

  it("5: does not exist for another tenant", async () => {
    const { url, id } = (await upload(png())).body;
    const other = await t.tenant();
    for (const path of [url, `${url}/info`]) {
      const [foreign, absent] = [await other.api.get(path), await other.api.get(path.replace(id, unknownId("med")))];
      assert.equal(foreign.status, 404);
      assert.equal(foreign.text, absent.text);
      assert.equal((await t.api(null).get(path)).status, 401);
      const without = await t.key(tenant.id, { scopes: ["media:write"] });
      assert.equal((await t.api(without).get(path)).status, 403);
    }
    assert.equal((await upload(png(), { key: await t.key(tenant.id, { scopes: ["media:read"] }) })).status, 403);
  });

  it("6: stores the same bytes once per tenant, as separate media each time", async () => {
    const bytes = png();
    const before = (await files()).length;
    const made = await Promise.all(["a.png", "b.png", "c.png"].map((filename) => upload(bytes, { filename })));
    assert.equal(new Set(made.map(({ body }) => body.id)).size, 3);
    assert.deepEqual(
      made.map(({ body }) => body.filename),
      ["a.png", "b.png", "c.png"],
    );
    assert.equal((await files()).length, before + 1);
    const other = await t.tenant();
    await upload(bytes, { key: other.key });
    assert.equal((await files()).length, before + 2, "tenants share nothing");
    for (const { body } of made) assert.ok((await download(body.url)).bytes.equals(bytes));
  });

  it("takes an idempotency key: accepts the same form once, and no other form", async () => {
    const bytes = png();
    const headers = { "idempotency-key": randomBytes(8).toString("hex") };
    const first = await upload(bytes, { headers });
    const again = await upload(bytes, { headers });
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    assert.equal((await upload(png(), { headers })).body.error.code, "idempotency_conflict");
    assert.equal((await upload(bytes, { headers, fields: { kind: "document" } })).body.error.code, "idempotency_conflict");
  });

  describe("7: from an address", () => {
    let server: Server;
    let at: string;
    const bytes = png(2_500_000);
    before(async () => {
      server = createServer((request, response) => {
        const path = request.url ?? "";
        if (path === "/a%20photo.png" || path === "/photo.png") response.writeHead(200, { "content-type": "text/plain" }).end(bytes);
        else if (path === "/large") response.writeHead(200).end(Buffer.alloc(3_000_001));
        else if (path === "/cut") response.writeHead(200, { "content-length": 1000 }).write("half", () => response.destroy());
        else if (path === "/moved") response.writeHead(302, { location: "/photo.png" }).end();
        else if (path === "/empty") response.writeHead(200).end();
        else if (path === "/part") response.writeHead(206, { "content-range": "bytes 0-3/100" }).end("part");
        else if (path === "/encoded") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(bytes));
        else if (path === "/large-headers") response.writeHead(200, { "x-long": "x".repeat(20_000) }).end("no");
        else if (path === "/large-page") response.writeHead(404).end(Buffer.alloc(3_000_001));
        else response.writeHead(path === "/broken" ? 500 : 404).end("no");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    after(() => server.close());

    it("is fetched and stored like an upload", async () => {
      const named = await tenant.api.post("/api/v1/media", { url: `${at}/photo.png`, filename: "../of\r\nAda/a.png" });
      assert.equal(named.body.filename, "a.png");
      const made = await tenant.api.post("/api/v1/media", { url: `${at}/photo.png` });
      assert.equal(made.status, 200, made.text);
      assert.deepEqual(
        [made.body.source, made.body.kind, made.body.filename, made.body.sizeBytes],
        ["url", "image", "photo.png", bytes.length],
      );
      assert.ok((await download(made.body.url)).bytes.equals(bytes));
    });

    it("is refused with the reason, and leaves nothing", async () => {
      const before = await files();
      for (const [url, status, code] of [
        [`${at}/missing`, 400, "validation_error"],
        [`${at}/moved`, 400, "validation_error"],
        [`${at}/empty`, 400, "validation_error"],
        [`${at}/broken`, 502, "provider_error"],
        [`${at}/cut`, 502, "provider_error"],
        [`${at}/large`, 413, "payload_too_large"],
        [`${at}/large-page`, 400, "validation_error"],
        [`${at}/part`, 400, "validation_error"],
        [`${at}/encoded`, 400, "validation_error"],
        [`${at}/large-headers`, 502, "provider_error"],
        ["http://127.0.0.1:9/x", 400, "validation_error"],
        ["https://10.0.0.1/x", 400, "validation_error"],
        ["https://169.254.169.254/latest/meta-data", 400, "validation_error"],
        ["http://example.com/x", 400, "validation_error"],
        ["file:///etc/passwd", 400, "validation_error"],
        ["x", 400, "validation_error"],
      ] as const) {
        const response = await tenant.api.post("/api/v1/media", { url });
        assert.deepEqual([response.status, response.body.error?.code], [status, code], `${url}: ${response.text}`);
        if (status === 400) assert.equal(response.body.error.details[0].field, "url");
      }
      assert.deepEqual(await files(), before);
    });
  });

  it("17: media that no message used is removed, and its content a day after its last use", async () => {
    const bytes = png();
    const [first] = [await upload(bytes)];
    t.clock.advance(20 * day);
    const second = await upload(bytes);
    const path = (await files()).length;
    t.clock.advance(15 * day);
    await t.app.media.maintenance.run();
    assert.equal((await download(first.body.url)).status, 404);
    assert.ok((await download(second.body.url)).bytes.equals(bytes), "the younger one still has it");
    t.clock.advance(2 * day);
    await t.app.media.maintenance.run();
    assert.ok((await download(second.body.url)).bytes.equals(bytes));
    t.clock.advance(20 * day);
    await t.app.media.maintenance.run();
    assert.equal((await download(second.body.url)).status, 404);
    assert.ok((await files()).length >= 1 && path >= 1, "not before a day has passed");
    t.clock.advance(2 * day);
    await t.app.media.maintenance.run();
    await t.app.media.maintenance.run();
    assert.deepEqual(await files(), []);
    const anew = await upload(bytes);
    assert.ok((await download(anew.body.url)).bytes.equals(bytes), "the same bytes come again");
  });
});
