/** What makes the inbox fast: what a person waits for is drawn first, and what nobody sees is not rendered. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";
import { openThread } from "../../../test/open-thread.ts";

describe("a fast inbox", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("draws the next conversation before it requests anything", async () => {
    for (const at of [0, 1]) await (await stage.channels.chatApp.customer(at)).write(`Who is next ${at}`);
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "Who is next 1");
    // The frame is drawn between its callbacks and the next task.
    await page.evaluate(`{
      const begin = () => {
        globalThis.pressedAt = performance.now();
        performance.clearResourceTimings();
        requestAnimationFrame(() => { globalThis.drawnAt = performance.now(); });
      };
      addEventListener("keydown", begin, { capture: true, once: true });
    }`);
    await page.keyboard.press("j");
    await page.getByRole("log").getByText("Who is next 0").waitFor();
    const asked = await page.waitForFunction(() => {
      const requests = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/api/v1/"));
      return requests.some(({ name }) => name.endsWith("/send-options")) && requests.map(({ startTime }) => startTime);
    });
    const [pressedAt, drawnAt] = await page.evaluate<[number, number]>("[pressedAt, drawnAt]");
    const early = ((await asked.jsonValue()) as number[]).filter((startTime) => startTime >= pressedAt && startTime < drawnAt);
    assert.deepEqual(early, [], "sent before the frame");
    await page.context().close();
  });

  it("a message's tools are rendered when it is reached, by pointer or keyboard", async () => {
    const customer = await stage.channels.chatApp.customer(2);
    await customer.write("Quote this one");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "Quote this one");
    const message = page.getByRole("article").filter({ hasText: "Quote this one" });
    assert.equal(await message.getByRole("button", { includeHidden: true }).count(), 0, "nobody has reached it");
    // It is known what may be sent.
    await page.getByRole("button", { name: "Attach files" }).waitFor();
    await page.getByRole("log").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Tab");
    const focused = page.locator("article :focus");
    await focused.waitFor();
    for (let presses = 0; (await focused.getAttribute("aria-label")) !== "Quote"; presses++) {
      assert.ok(presses < 5, "Tab goes through the message's tools");
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await page.locator(".quoted-line").getByText("Quote this one").waitFor();
    await page.locator(".quoted-line").getByRole("button").last().click();
    await message.hover();
    await message.getByRole("button", { name: "Copy" }).waitFor();
    await page.context().close();
  });

  it("makes the page behind the palette inert once the palette is drawn, and restores it", async () => {
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    const rail = page.getByRole("navigation", { name: "Main" });
    await rail.waitFor();
    await page.keyboard.press("Control+k");
    const typed = page.getByRole("combobox");
    await typed.and(page.locator(":focus")).waitFor();
    await page.locator("[inert]").first().waitFor({ state: "attached" });
    for (const behind of [".rail", "main"])
      assert.ok(await page.locator(behind).evaluate((element) => element.closest("[inert]") !== null), `${behind} is shut`);
    for (const key of ["Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      await page.locator("[data-owns-keys] :focus").waitFor();
    }
    await page.mouse.click(5, 500);
    await typed.waitFor({ state: "detached" });
    assert.equal(await page.locator("[inert]").count(), 0, "open again");
    await page.context().close();
  });

  it("a palette above a dialog has the focus, and returns it to the dialog", async () => {
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await sheet
      .locator(":focus")
      .or(sheet.and(page.locator(":focus")))
      .waitFor();
    await page.keyboard.press("Control+k");
    const typed = page.getByRole("combobox");
    await typed.and(page.locator(":focus")).waitFor();
    await page.keyboard.type("con");
    await page.getByRole("option").first().waitFor();
    assert.equal(await typed.inputValue(), "con");
    assert.ok(await typed.evaluate((element) => element.closest("[inert], [aria-hidden=true]") === null), "it can be reached");
    // A press outside that does not close it does not take its focus.
    await page.mouse.click(5, 500, { button: "right" });
    await page.keyboard.press("Escape");
    await typed.waitFor({ state: "detached" });
    await sheet
      .locator(":focus")
      .or(sheet.and(page.locator(":focus")))
      .waitFor();
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await page.context().close();
  });
});
