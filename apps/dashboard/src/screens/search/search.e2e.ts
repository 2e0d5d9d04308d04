/** The search: from the palette and by its shortcut, leading to the exact message. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("the search", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("The walnut table wobbles");
    // There are more messages above it than a thread loads at once.
    for (let at = 0; at < 70; at++) await customer.write(`And line ${at}`);
    assert.equal((await stage.tenant.api.post("/api/v1/tickets", { subject: "Walnut table wobbles" })).status, 200);
    assert.equal((await stage.tenant.api.post("/api/v1/contacts", { name: "Walter Walnut" })).status, 200);
    await eventually("the message is found", async () => {
      const { body } = await stage.tenant.api.get("/api/v1/search/messages?q=walnut");
      return body.data.length === 1 ? true : undefined;
    });
  });
  after(() => stage?.stop());

  it("finds messages, people and tickets, keeps its state in the URL, and jumps to an old message", async () => {
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("row", { name: /And line 69/ }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("walnut");
    await page.getByRole("option", { name: /Search everywhere/ }).click();
    await page.waitForURL(/\/search\?q=walnut/);
    const section = (name: string) => page.getByRole("region", { name, exact: true });
    await section("Messages").getByText("The walnut table wobbles").waitFor();
    await section("Tickets")
      .getByRole("link", { name: /Walnut table wobbles/ })
      .waitFor();
    await section("Contacts")
      .getByRole("link", { name: /Walter Walnut/ })
      .waitFor();
    assert.equal(await section("Messages").locator("mark").innerText(), "walnut");
    await page.axe();
    await page.shoot("search");
    await page.getByRole("radio", { name: "Tickets" }).click();
    await page.waitForURL(/types=tickets/);
    await page.reload();
    await page.getByRole("link", { name: /Walnut table wobbles/ }).waitFor();
    assert.equal(await section("Messages").count(), 0);
    await page.getByRole("radio", { name: "Messages" }).click();
    await page.getByRole("link", { name: /The walnut table wobbles/ }).click();
    const message = page.getByRole("article").filter({ hasText: "The walnut table wobbles" });
    await message.waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector("[role=log] .marked")?.getBoundingClientRect();
      return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
    });
    await page.context().close();
  });

  it("says so when nothing is found; its shortcut opens it from any screen, and it fits a phone", async () => {
    const page = await stage.open({ as: "viewer", path: "/channels", size: "phone" });
    await page.getByRole("heading", { level: 1, name: "Channels" }).waitFor();
    await page.keyboard.press("/");
    await page.getByRole("heading", { level: 1, name: "Search" }).waitFor();
    await page.getByRole("searchbox").fill("zzzzqqqq");
    await page.getByText("No results").waitFor();
    await page.axe();
    await page.getByRole("searchbox").fill("walnut");
    await page.getByRole("region", { name: "Messages", exact: true }).waitFor();
    await page.axe();
    await page.shoot("search-phone");
    await page.context().close();
  });
});
