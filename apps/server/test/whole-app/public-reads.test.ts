import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../harness.ts";
import { send } from "../raw-http.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp({ env: { PUBLIC_READS_PER_MINUTE: "8", TRUST_PROXY: "127.0.0.1" } });
});
after(async () => {
  await app?.stop();
});

test("reads without a credential are limited per network and then refused; another network, and callers with a key, are not", async () => {
  const from = (address: string, path: string) => send(app.url, { path, headers: { "x-forwarded-for": address } });
  const paths = ["/api/v1/branding", "/api/branding", `/p/${"a".repeat(24)}`, `/public/files/${"A".repeat(32)}`];
  for (const path of [...paths, "/api/v1/public/signup-forms/none", ...paths].slice(0, 8)) {
    const { status } = await from("203.0.113.7", path);
    assert.ok([200, 404].includes(status), `${path}: ${status}`);
  }
  for (const path of [...paths, "/api/v1/public/signup-forms/none"]) {
    const refused = await from("203.0.113.7", path);
    assert.equal(refused.status, 429, path);
    assert.match(String(refused.headers["retry-after"]), /^[1-9]\d*$/);
  }
  assert.equal((await from("203.0.113.8", "/api/v1/branding")).status, 200);
  const tenant = await app.tenant();
  assert.equal((await tenant.api.get("/api/v1/me")).status, 200);
});
