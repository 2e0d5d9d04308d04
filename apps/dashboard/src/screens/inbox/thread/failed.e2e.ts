/** Messages that failed say why and what to do next. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Stage, startStage, withoutBrowser } from "../../../../test/stage.ts";

describe("a message that failed", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("shows the reason and the next step below it, whole and in one line of sight on a phone", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Can you send the invoice?");
    const page = await stage.open({ as: "agent", path: "/inbox/all", size: "phone" });
    await page.getByRole("row", { name: /Can you send the invoice/ }).click();
    await customer.fault("undelivered");
    await page.getByRole("textbox", { name: "Reply" }).fill("It is on its way");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const reason = page.getByText("Not sent. The number cannot be reached on this channel.");
    const remedy = page.getByText("Check the number, or ask the customer to write to you first.");
    await Promise.all([reason.waitFor(), remedy.waitFor()]);
    const [above, below] = [await reason.boundingBox(), await remedy.boundingBox()];
    assert.ok(above !== null && below !== null);
    for (const box of [above, below]) assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    assert.ok(Math.abs(above.x + above.width - (below.x + below.width)) < 2, "both end where the bubble ends");
    // Where the words end, not only their box.
    const ends = await reason.evaluate((text) => {
      const words = document.createRange();
      words.selectNodeContents(text);
      return [...words.getClientRects()].map(({ right }) => Math.round(right));
    });
    assert.ok(
      ends.every((end) => Math.abs(end - (below.x + below.width)) < 3),
      ends.join(", "),
    );
    await page.axe();
    await page.shoot("message-failed-phone");
    await page.setAppearance({ theme: "dark" });
    await page.shoot("message-failed-phone-dark");
    await page.context().close();
  });
});
