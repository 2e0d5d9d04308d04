/** The demo as a person starts it: the printed address and login are all they need. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { ensureBuilt } from "@parley/dashboard/build";
import { launchBrowser, pageMsMax } from "@parley/server/test/browser.ts";
import { eventually } from "@parley/server/test/eventually.ts";
import { killAll, repository, type Started, startCommand } from "@parley/server/test/process.ts";
import type { Browser } from "playwright-core";
import { withoutBrowser } from "./stage.ts";

describe("npm start", { skip: withoutBrowser }, () => {
  let folder: string;
  let started: Started;
  let browser: Browser;
  before(async () => {
    await ensureBuilt();
    folder = await mkdtemp(join(tmpdir(), "parley-start-"));
    started = startCommand(process.execPath, [join(repository, "apps/server/src/main.ts")], {
      DATA_DIR: join(folder, "data"),
      PORT: "0",
      LOG_LEVEL: "warn",
      DASHBOARD: "true",
      OVERLOAD_EVENT_LOOP_DELAY_MS: "0",
    });
    [browser] = await Promise.all([
      launchBrowser(),
      eventually("the demo presents itself", () => started.stdout().includes("Watch the events"), 240_000),
    ]);
  });
  after(async () => {
    await browser?.close();
    started?.child.kill("SIGTERM");
    await started?.ended;
    killAll();
    await rm(folder, { recursive: true, force: true });
  });

  it("prints an address at which the printed login signs in, and the demo's phone is a click away", async () => {
    const text = started.stdout();
    assert.doesNotMatch(text, /Building the dashboard/, "it is built already");
    const [, address] = /Dashboard\s+(\S+\/sign-in)/.exec(text) as unknown as [string, string];
    const [, email, password] = /Login\s+(\S+) \/ (\S+)/.exec(text) as unknown as [string, string, string];
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    page.setDefaultTimeout(pageMsMax);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (line) => {
      if (line.type() === "error" && !line.text().startsWith("Failed to load resource")) errors.push(line.text());
    });
    await page.goto(address);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/\/inbox/);
    await page.goto(new URL("/inbox/all", address).href);
    await page.getByText("Amina Yusuf").first().waitFor();

    // The checklist knows what the start itself has done, and is shown next to the customer's phone.
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    const step = (id: string, state: string) => page.locator(`[data-step="${id}"]`).getByRole("img", { name: state }).waitFor();
    await step("channel", "done");
    await step("written", "done");
    await step("answered", "to do");
    await step("key", "to do");
    const phonePanel = page.getByRole("complementary", { name: "The customer’s phone" });
    const frame = phonePanel.locator("iframe");
    assert.match((await frame.getAttribute("src")) ?? "", /^\/phone\?token=[\w-]{43}$/);
    const phone = frame.contentFrame();
    const message = phone.getByRole("textbox", { name: "Message" });
    await message.waitFor();
    // When going from here to the inbox, the phone stays: one writes on it, and sees the message arrive.
    await page.getByRole("link", { name: "Open the conversation" }).first().click();
    await page.getByRole("log").waitFor();
    await message.fill("And in green?");
    await message.press("Enter");
    await page.getByRole("row", { name: /And in green\?/ }).click();
    await page.getByRole("log").getByText("And in green?").waitFor();
    if (process.env["PARLEY_SCREENSHOTS"] !== undefined)
      await page.screenshot({ path: join(process.env["PARLEY_SCREENSHOTS"], "phone-beside-inbox.png") });
    await page.getByRole("textbox", { name: "Reply" }).fill("In green too.");
    await page.getByRole("textbox", { name: "Reply" }).press("Enter");
    await phone.getByRole("log", { name: "Conversation" }).getByText("In green too.").waitFor();
    for (const key of ["Escape", "g", "w"]) await page.keyboard.press(key);
    await step("answered", "done");
    await phonePanel.getByRole("button", { name: "Close the phone" }).click();
    await phonePanel.waitFor({ state: "detached" });
    await page.reload();
    await step("answered", "done");
    assert.equal(await phonePanel.count(), 0, "closed stays closed");
    assert.deepEqual(errors, []);

    const key = /API key\s+(\S+)/.exec(text)?.[1] as string;
    const byKey = await fetch(new URL("/api/v1/me", address), { headers: { authorization: `Bearer ${key}` } });
    assert.equal(((await byKey.json()) as { demo: unknown }).demo, null, "a key gets no token");
    await page.close();
  });
});
