import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { type Browser, chromium } from "playwright-core";
import { startTestApp, type TestApp } from "./harness.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const skip = executablePath === undefined ? "no Chromium on this machine (apt-get install chromium); .ci/run installs it" : false;
/** Set to a folder to keep the screenshots. */
const shots = process.env["SCREENSHOTS"];

describe("the reference page", { skip }, () => {
  let t: TestApp;
  let browser: Browser;
  before(async () => {
    t = await startTestApp();
    browser = await chromium.launch({
      executablePath: executablePath as string,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
  });
  after(async () => {
    await browser.close();
    await t.stop();
  });

  for (const [name, viewport] of [
    ["desktop", { width: 1366, height: 900 }],
    ["phone", { width: 390, height: 844 }],
  ] as const) {
    it(`shows every operation on a ${name}, asks no other host, and has no script error`, async () => {
      const page = await browser.newPage({ viewport });
      const errors: string[] = [];
      const foreign: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("request", (request) => {
        if (!request.url().startsWith(t.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
      });
      await page.goto(`${t.url}/docs/`);
      await page.getByText("Send a message").first().waitFor({ state: "attached", timeout: 120_000 });
      if (shots !== undefined) {
        mkdirSync(shots, { recursive: true });
        await page.screenshot({ path: `${shots}/docs-${name}.png` });
      }
      assert.deepEqual(errors, []);
      assert.deepEqual(foreign, []);
      await page.close();
    });
  }

  it("/docs without a slash leads there", async () => {
    const answer = await fetch(`${t.url}/docs`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("content-type") ?? "", /text\/html/);
  });
});
