/** Somebody whose message was refused or failed reads what to do next. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { openThread } from "../../../../test/open-thread.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../../test/stage.ts";

describe("a message that was not sent", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let page: StagePage;
  let conversationId: string;
  before(async () => {
    stage = await startStage();
    await (await stage.channels.chatApp.customer(0)).write("Where is my parcel?");
    page = await stage.open({ as: "agent", path: "/inbox/all" });
    conversationId = await openThread(page, "Where is my parcel");
  });
  after(() => stage?.stop());

  async function reply(text: string) {
    await page.getByRole("textbox", { name: "Reply", exact: true }).fill(text);
    await page.keyboard.press("Enter");
    return page.getByRole("article").filter({ hasText: text });
  }

  it("says so under the message, whether the platform gave a reason of its own or we know it", async () => {
    for (const [code, reason, remedy] of [
      [131026, "The number cannot be reached on this channel.", "Check the number, or ask the customer to write to you first."],
      [131037, "", "If sending again does not help, an admin can check the channel under Channels."],
    ] as const) {
      stage.t.simulator.faults.next({ kind: "failed_status", code });
      const article = await reply(`On its way ${code}`);
      await article.getByText(remedy).waitFor();
      if (reason !== "") await article.getByText(reason).waitFor();
    }
    await page.axe();
    await page.shoot("message-failed");
  });

  it("is sent again at a press, once, and can be reached from the composer without the mouse", async () => {
    stage.t.simulator.faults.next({ kind: "failed_status", code: 131026 });
    const articles = await reply("Once more, please");
    await articles.getByRole("button", { name: "Send again" }).waitFor();
    await page.keyboard.press("ArrowUp");
    assert.ok(await articles.evaluate((article) => article === document.activeElement));
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Reply");
    await articles.getByRole("button", { name: "Send again" }).press("Enter");
    assert.ok(await articles.first().evaluate((article) => article === document.activeElement), "the focus stays with what failed");
    await page.keyboard.press("Enter");
    await articles.nth(1).waitFor();
    const statuses = async () => {
      const { data } = await stage.read<{ data: { text: string; status: string }[] }>(`/conversations/${conversationId}/messages`);
      return data.filter(({ text }) => text === "Once more, please").map(({ status }) => status);
    };
    await eventually("the second one has arrived", async () => (await statuses()).includes("delivered"));
    assert.deepEqual((await statuses()).sort(), ["delivered", "failed"]);
    await page.reload();
    await articles.nth(1).waitFor();
    assert.equal(await articles.getByRole("button", { name: "Send again" }).count(), 0, "it was sent again, which is known after a reload");
  });

  it("shows the reason and the next step below it, whole and in one line of sight on a phone", async () => {
    const customer = await stage.channels.chatApp.customer(1);
    await customer.write("Can you send the invoice?");
    const phone = await stage.open({ as: "agent", path: "/inbox/all", size: "phone" });
    await phone.getByRole("row", { name: /Can you send the invoice/ }).click();
    await customer.fault("undelivered");
    await phone.getByRole("textbox", { name: "Reply" }).fill("It is on its way");
    await phone.getByRole("button", { name: "Send", exact: true }).click();
    const reason = phone.getByText("Not sent. The number cannot be reached on this channel.");
    const remedy = phone.getByText("Check the number, or ask the customer to write to you first.");
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
    await phone.axe();
    await phone.shoot("message-failed-phone");
    await phone.setAppearance({ theme: "dark" });
    await phone.shoot("message-failed-phone-dark");
    await phone.context().close();
  });

  it("says so where the server refused to accept it, too", async () => {
    const [app] = (await stage.tenant.api.get("/api/v1/admin/apps")).body.data;
    const off = await stage.tenant.api.patch(`/api/v1/admin/apps/${app.id}/status`, { isActive: false });
    assert.equal(off.status, 200, off.text);
    const article = await reply("One more thing");
    await article.getByText("Not sent. Sending is turned off for this workspace.").waitFor();
    // A person may be on another screen by now.
    await page.getByRole("region", { name: "Notifications" }).getByText("Not sent. Sending is turned off for this workspace.").waitFor();
    await article.getByText("An owner can turn sending on again, unless your agency or the platform turned it off.").waitFor();
    await page.axe();
    await page.context().close();
  });
});
