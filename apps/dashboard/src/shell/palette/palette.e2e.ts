/** What the palette finds, and why: the letters that match are marked, and a field that is not in the title is named. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("the palette's hits", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
    const { api } = stage.tenant;
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Is the *walnut* <b>table</b> still there?");
    await customer.write("I can pay today");
    const made = await api.post("/api/v1/contacts", { name: "🌸 Odile Perrin", phone: "+33612345678", email: "accounts@atelier.example" });
    assert.equal(made.status, 200, made.text);
    await eventually("the message is found", async () => {
      const { body } = await api.get("/api/v1/search/messages?q=walnut");
      return body.data.length === 1 ? true : undefined;
    });
  });
  after(() => stage?.stop());

  it("show why they match, in the title or in a named field, and never a stranger's markup", async () => {
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("row", { name: /Amina Yusuf/ }).waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox");
    const marked = async (words: string, option: RegExp) => {
      await field.fill(words);
      const found = page.getByRole("option", { name: option }).first();
      await found.waitFor();
      return found.locator("mark").allInnerTexts();
    };
    assert.deepEqual(await marked("perrin odi", /Odile Perrin/), ["Odi", "Perrin"]);
    assert.deepEqual(await marked("contac", /^Contacts/), ["Contac"]);
    await page.shoot("palette-name");
    assert.deepEqual(await marked("accounts", /Odile Perrin Email: accounts@atelier\.example/), ["accounts"]);
    assert.deepEqual(await marked("612 345", /Odile Perrin Phone: \+33612345678/), ["612345"]);
    await page.axe({ within: "[data-owns-keys]" });
    await page.shoot("palette-field");
    // The conversation's last message is another one: the one that matches is shown. What looks like markup is text.
    assert.deepEqual(await marked("walnut", /^Amina Yusuf .*walnut <b>table<\/b>/), ["walnut"]);
    assert.deepEqual(await marked("walnut", /^Is the walnut <b>table<\/b>/), ["walnut"]);
    assert.equal(await page.getByRole("listbox").locator("b").count(), 0);
    await page.shoot("palette-message");
    await page.setAppearance({ theme: "dark", size: "phone" });
    await marked("walnut", /^Amina Yusuf/);
    await page.axe({ within: "[data-owns-keys]" });
    await page.shoot("palette-phone-dark");
    await page.context().close();
  });
});
