import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp } from "../../../test/harness.ts";
import { exchange, send } from "../../../test/raw-http.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("GET /metrics", () => {
  let open: TestApp;
  let guarded: TestApp;
  before(async () => {
    open = await startTestApp();
    guarded = await startTestApp({ sharing: open, env: { METRICS_TOKEN: "scrape-me", METRICS_PORT: "0" } });
  });
  after(async () => {
    await guarded?.stop();
    await open?.stop();
  });

  it("is not served without a token, even to loopback: the peer may be a proxy", async () => {
    for (const headers of [{}, bearer(""), bearer("undefined"), { "x-forwarded-for": "127.0.0.1" }]) {
      assert.equal((await send(open.url, { path: "/metrics", headers })).status, 404, JSON.stringify(headers));
    }
    assert.equal(open.app.metricsUrl(), undefined);
  });

  it("is served with its token", async () => {
    const read = (headers: Record<string, string>, path = "/metrics") => send(guarded.url, { path, headers });
    const response = await read(bearer("scrape-me"));
    assert.equal(response.status, 200);
    assert.match(response.text, /^parley_/m);
    assert.equal((await read({ authorization: "bearer  scrape-me" })).status, 200);
    for (const headers of [{}, bearer("scrape-m"), bearer("scrape-mee"), { authorization: "scrape-me" }]) {
      assert.equal((await read(headers)).status, 401, JSON.stringify(headers));
    }
    assert.equal((await read({}, "/metrics?token=scrape-me")).status, 401);
  });

  it("is served on its own port, to this machine only and under its own name", async () => {
    const url = new URL(guarded.app.metricsUrl() as string);
    assert.equal(url.hostname, "127.0.0.1");
    const read = (path: string, headers = {}, method = "GET") => send(url.origin, { path, headers, method });
    const response = await read("/metrics");
    assert.equal(response.status, 200);
    assert.match(response.text, /^parley_/m);
    assert.equal((await read("/metrics", { host: `localhost:${url.port}` })).status, 200);
    assert.equal((await read("/metrics", { host: `rebound.example:${url.port}` })).status, 403);
    assert.match(await exchange(url.origin, "GET /metrics HTTP/1.0\r\n\r\n"), /^HTTP\/1.1 403/);
    assert.equal((await read("/metrics", {}, "POST")).status, 405);
    for (const path of ["/", "/api/v1/me", "/health/live"]) assert.equal((await read(path)).status, 404, path);
  });
});
