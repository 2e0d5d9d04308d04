/** How the dashboard is served: which addresses show it to whom, and what its files may do and how long they are cached. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { dashboardSegments } from "../../src/dashboard/addresses.ts";
import { openDashboard } from "../../src/dashboard/open.ts";
import { createLog } from "../../src/platform/log/log.ts";
import { startTestApp, type TestApp } from "../harness.ts";
import { closeConnections, exchange, type RawResponse, send } from "../raw-http.ts";
import { script, fakeDashboard } from "../stages/fake-dashboard.ts";

/** Sent by a browser that navigates to an address. */
const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8" };

describe("the dashboard", () => {
  let t: TestApp;
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    send(t.url, { method, path, headers: { host: "crm.example", ...headers } });
  before(async () => {
    t = await startTestApp({ dashboard: await fakeDashboard(), env: { PUBLIC_READS_PER_MINUTE: "40" } });
  });
  after(async () => {
    closeConnections();
    await t?.stop();
  });

  const isPage = (response: RawResponse, what: string) => {
    assert.equal(response.status, 200, `${what}: ${response.text}`);
    assert.match(String(response.headers["content-type"]), /^text\/html/, what);
    assert.match(response.text, /<div id="root">/, what);
  };
  const isUnknown = (response: RawResponse, what: string) =>
    assert.deepEqual([response.status, JSON.parse(response.text).error.code], [404, "not_found"], what);

  it("is what a browser gets at /, while API clients get the service's metadata", async () => {
    const page = await get("/", browser);
    isPage(page, "/");
    for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }] as Record<string, string>[]) {
      const metadata = await get("/", headers);
      assert.match(String(metadata.headers["content-type"]), /^application\/json/);
      assert.deepEqual([JSON.parse(metadata.text).api, metadata.headers["vary"]], ["/api/v1", "Accept"]);
    }
    assert.equal(page.headers["vary"], "Accept");
    isPage(await get("/index.html"), "by name, whatever is accepted");
  });

  it("is at each of its addresses for browsers navigating there; programs are told that the path does not exist", async () => {
    for (const segment of dashboardSegments) {
      for (const path of [
        `/${segment}`,
        `/${segment}?status=open`,
        `/${segment}/conv_1/x?panel=1`,
        `/${segment}/%2e%2e/%2e%2e/etc/passwd`,
      ]) {
        isPage(await get(path, browser), path);
        const program = await get(path);
        isUnknown(program, path);
        assert.equal(program.headers["vary"], "Accept", path);
      }
    }
    for (const path of ["/inboxes", "/nowhere", "/inbo", "/Inbox", "/api/v1/nowhere", "/api/inbox", "/assets", "//inbox"]) {
      isUnknown(await get(path, browser), path);
    }
  });

  it("responds to HEAD as to GET, without the body; methods that would change something are not allowed", async () => {
    const head = await get("/inbox/mine", browser, "HEAD");
    const page = await get("/inbox/mine", browser);
    assert.deepEqual(
      [head.status, head.text, head.headers["content-length"], head.headers["etag"]],
      [200, "", String(Buffer.byteLength(page.text)), page.headers["etag"]],
    );
    for (const [method, path] of [
      ["POST", "/inbox"],
      ["DELETE", "/contacts/cnt_1"],
      ["PUT", "/assets/main-1a2b3c4d.js"],
      ["POST", "/sw.js"],
    ] as const) {
      const response = await get(path, browser, method);
      assert.deepEqual([response.status, response.headers["allow"]], [405, "GET, HEAD"], `${method} ${path}`);
    }
    assert.equal((await get("/nowhere", browser, "POST")).status, 404);
  });

  it("has hashed files that a browser caches for ever, compressed as the browser accepts", async () => {
    const path = "/assets/main-1a2b3c4d.js";
    for (const [accepted, encoding, unpack] of [
      ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      [undefined, null, (bytes: Buffer) => bytes],
    ] as const) {
      const answer = await fetchBytes(`${t.url}${path}`, accepted);
      assert.equal(answer.headers.get("content-encoding"), encoding);
      assert.equal(unpack(answer.bytes).toString(), script);
      assert.equal(answer.headers.get("cache-control"), "public, max-age=31536000, immutable");
      assert.equal(answer.headers.get("content-type"), "text/javascript; charset=utf-8");
      assert.equal(answer.headers.get("vary"), "Accept-Encoding");
      assert.match(answer.headers.get("etag") ?? "", encoding === null ? /^"[\w-]{22}"$/ : new RegExp(`^"[\\w-]{22}-${encoding}"$`));
    }
    const font = await get("/assets/inter-5e6f.woff2", { "accept-encoding": "br" });
    assert.deepEqual(
      [font.status, font.headers["content-type"], font.headers["content-encoding"], font.headers["vary"]],
      [200, "font/woff2", undefined, undefined],
    );
    for (const missing of ["/assets/main-old.js", "/assets/", "/assets/main-1a2b3c4d.js.br", "/assets/main-1a2b3c4d.js/x"]) {
      const response = await get(missing, browser);
      isUnknown(response, missing);
      assert.equal(response.headers["cache-control"], undefined, "what is missing now may be there after the next start");
    }
  });

  it("has a page, a worker and a manifest that a browser revalidates each time, and downloads only if changed", async () => {
    for (const [path, type] of [
      ["/", "text/html; charset=utf-8"],
      ["/sw.js", "text/javascript; charset=utf-8"],
      ["/theme.js", "text/javascript; charset=utf-8"],
      ["/favicon.svg", "image/svg+xml"],
      ["/icons/app-192.png", "image/png"],
      ["/manifest.webmanifest", "application/manifest+json; charset=utf-8"],
    ] as const) {
      const first = await get(path, browser);
      assert.deepEqual([first.status, first.headers["content-type"], first.headers["cache-control"]], [200, type, "no-cache"], path);
      const again = await get(path, { ...browser, "if-none-match": `W/"x", ${String(first.headers["etag"])}` });
      assert.deepEqual([again.status, again.text, again.headers["etag"]], [304, "", first.headers["etag"]], path);
      assert.equal((await get(path, { ...browser, "if-none-match": '"other"' })).status, 200, path);
    }
  });

  it("may run only its own scripts", async () => {
    for (const path of ["/", "/inbox", "/assets/main-1a2b3c4d.js", "/sw.js", "/favicon.svg"]) {
      const { headers } = await get(path, browser);
      const policy = new Map(
        String(headers["content-security-policy"])
          .split("; ")
          .map((part) => [part.split(" ", 1)[0], part.slice(part.indexOf(" ") + 1)]),
      );
      assert.deepEqual(
        [
          "default-src",
          "script-src",
          "connect-src",
          "worker-src",
          "frame-src",
          "frame-ancestors",
          "object-src",
          "base-uri",
          "form-action",
        ].map((name) => policy.get(name)),
        ["'self'", "'self'", "'self'", "'self'", "'none'", "'none'", "'none'", "'none'", "'self'"],
        path,
      );
      assert.doesNotMatch(String(headers["content-security-policy"]), /unsafe|https?:|\*/);
      assert.equal(headers["x-content-type-options"], "nosniff", path);
      assert.equal(headers["referrer-policy"], "same-origin", path);
      assert.match(String(headers["permissions-policy"]), /microphone=\(self\), camera=\(\)/, path);
    }
  });

  it("serves no other file of the machine, however the path is written", async () => {
    for (const path of [
      "/assets/../index.html",
      "/assets/..%2findex.html",
      "/assets/%2e%2e/%2e%2e/package.json",
      "/assets/..\\..\\package.json",
      "/assets/%00",
      "/assets//main-1a2b3c4d.js",
      "/.hash",
      "/assets/.hash",
      "/dist/index.html",
    ]) {
      const answer = await exchange(t.url, `GET ${path} HTTP/1.1\r\nHost: crm.example\r\nConnection: close\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 404 /, path);
    }
  });

  it("is opened by a whole team behind one address without using up the address's lookups", async () => {
    for (let person = 0; person < 60; person++) {
      const [page, icon] = await Promise.all([get("/inbox/mine", browser), get("/favicon.svg")]);
      assert.deepEqual([page.status, icon.status], [200, 200], `person ${person}`);
    }
    // Requests for random hosts are lookups all the same.
    const statuses = new Set<number>();
    for (let n = 0; n < 60; n++) statuses.add((await get("/inbox", { ...browser, host: `h${n}.example` })).status);
    assert.deepEqual([...statuses], [200, 429]);
  });
});

describe("without a built dashboard", () => {
  it("a browser is told how to build it, people sign in on plain pages, and the API responds as always", async (c) => {
    const t = await startTestApp({ dashboard: "missing" });
    c.after(() => t.stop());
    for (const path of ["/", "/inbox/mine"]) {
      const page = await send(t.url, { path, headers: { ...browser, host: "crm.example" } });
      assert.deepEqual([page.status, /npm run build:dashboard/.test(page.text)], [503, true], path);
      assert.match(String(page.headers["content-security-policy"]), /default-src 'none'/);
    }
    assert.match((await send(t.url, { path: "/sign-in", headers: browser })).text, /<form method="post" action="\/sign-in"/);
    assert.equal(JSON.parse((await send(t.url, { path: "/", headers: {} })).text).api, "/api/v1");
  });

  it("disabled, / is the metadata for everybody, and its addresses are unknown", async (c) => {
    const t = await startTestApp();
    c.after(() => t.stop());
    assert.equal(JSON.parse((await send(t.url, { path: "/", headers: browser })).text).api, "/api/v1");
    for (const path of ["/inbox", "/assets/main-1a2b3c4d.js", "/manifest.webmanifest", "/sw.js", "/index.html"]) {
      assert.equal((await send(t.url, { path, headers: browser })).status, 404, path);
    }
  });
});

describe("a failed build", () => {
  const log = createLog("silent");
  const signal = new AbortController().signal;
  const ensure = () => Promise.reject(new Error("a bracket is missing"));

  it("keeps the previous build, or serves nothing, and says why", async (c) => {
    const said = c.mock.method(process.stderr, "write", () => true);
    const folder = await mkdtemp(join(tmpdir(), "parley-built-"));
    c.after(() => rm(folder, { recursive: true, force: true }));
    assert.equal(await openDashboard({ log, signal }, { ensure, folder }), "missing");
    await writeFile(join(folder, "index.html"), "<title>before</title>");
    const older = await openDashboard({ log, signal }, { ensure, folder });
    said.mock.restore();
    assert.equal(older === "missing" ? older : older.page, "<title>before</title>");
    const words = said.mock.calls.map(({ arguments: [text] }) => String(text));
    assert.match(words[0] as string, /could not be built: a bracket is missing\n.*npm run build:dashboard/);
    assert.match(words[1] as string, /an older build is served/);
  });
});

describe("built files", () => {
  it("are refused if they are of an unknown type, oddly named, or without a page", async () => {
    for (const [more, words] of [
      [{ "data.bin": "x" }, /no known type/],
      [{ "assets/a b.js": "x" }, /plain name/],
      [{ "assets/:id.js": "x" }, /plain name/],
      [{ "index.html": null }, /no index\.html/],
      [{ "assets/large-1.js": Buffer.alloc(9 * 1024 * 1024) }, /larger than/],
    ] as const)
      await assert.rejects(fakeDashboard(more), words);
  });

  it("may lack a manifest", async (c) => {
    const t = await startTestApp({ dashboard: await fakeDashboard({ "manifest.webmanifest": null }) });
    c.after(() => t.stop());
    const manifest = JSON.parse((await send(t.url, { path: "/manifest.webmanifest", headers: {} })).text);
    assert.deepEqual([manifest.name, manifest.start_url, manifest.display], ["Parley", "/", "standalone"]);
  });
});

/** Raw: fetch would decompress them. */
async function fetchBytes(url: string, accepted: string | undefined): Promise<{ headers: Headers; bytes: Buffer }> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    request(url, { headers: accepted === undefined ? {} : { "accept-encoding": accepted } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => resolve({ headers: new Headers(incoming.headers as Record<string, string>), bytes: Buffer.concat(chunks) }));
    })
      .on("error", reject)
      .end();
  });
}
