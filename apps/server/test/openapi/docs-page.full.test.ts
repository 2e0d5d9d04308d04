import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser, pageMsMax, withoutBrowser } from "../browser.ts";
import { startTestApp, type TestApp } from "../harness.ts";

/** Set to a folder to keep the screenshots. */
const shots = process.env["SCREENSHOTS"];

describe("the reference page", { skip: withoutBrowser }, () => {
  let t: TestApp;
  let browser: Browser;
  before(async () => {
    t = await startTestApp();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await t?.stop();
  });

  for (const [name, viewport] of [
    ["desktop", { width: 1366, height: 900 }],
    ["phone", { width: 390, height: 844 }],
  ] as const) {
    it(`shows every operation on a ${name}, makes no external request, and has no script error`, async () => {
      const page = await browser.newPage({ viewport });
      const errors: string[] = [];
      const foreign: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("request", (request) => {
        if (!request.url().startsWith(t.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
      });
      page.setDefaultTimeout(pageMsMax);
      await page.goto(`${t.url}/docs/`);
      await page.getByText("Send a message").first().waitFor({ state: "attached" });
      if (shots !== undefined) {
        mkdirSync(shots, { recursive: true });
        await page.screenshot({ path: `${shots}/docs-${name}.png` });
      }
      assert.deepEqual(errors, []);
      assert.deepEqual(foreign, []);
      await page.close();
    });
  }

  it("/docs without a slash redirects to it", async () => {
    const response = await fetch(`${t.url}/docs`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type") ?? "", /text\/html/);
  });
});
