/** Custom fields in the panel next to a conversation: each kind has its control, which keys can use. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { startRelay } from "../../../../test/relay.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../../test/stage.ts";

const fields = [
  { key: "plan", label: "Plan", type: "select", options: ["Basic", "Gold"] },
  { key: "interests", label: "Interests", type: "multi_select", options: ["Chairs", "Lamps", "Tables"] },
  { key: "trade", label: "Trade customer", type: "boolean" },
  { key: "budget", label: "Budget", type: "number" },
  { key: "renewal", label: "Renewal", type: "date" },
  { key: "fitting", label: "Fitting", type: "datetime" },
  { key: "nickname", label: "Nickname", type: "text" },
];

describe("custom fields in the panel", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let contactId: string;
  let conversationId: string;
  before(async () => {
    stage = await startStage();
    for (const field of fields) {
      const made = await stage.people.owner.api.post("/api/v1/contact-fields", field);
      assert.equal(made.status, 200, made.text);
    }
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Which table fits eight?");
    await eventually("the conversation is there", async () => {
      const { body } = await stage.people.owner.api.get("/api/v1/conversations");
      [conversationId, contactId] = [body.data[0]?.id, body.data[0]?.contactId];
      return conversationId !== undefined;
    });
  });
  after(() => stage?.stop());

  const stored = async () => (await stage.people.owner.api.get(`/api/v1/contacts/${contactId}`)).body.customFields;
  const saved = (key: string, value: unknown) =>
    eventually(`${key} is saved`, async () => JSON.stringify((await stored())[key] ?? null) === JSON.stringify(value));
  const panelOf = (page: StagePage) => page.getByRole("complementary", { name: /^About/ });

  it("a list, several of a list, yes or no, a number, a day and a time are chosen with keys, and saved", async () => {
    const page = await stage.open({ as: "agent", path: `/inbox/all/${conversationId}` });
    const panel = panelOf(page);
    await panel.getByRole("button", { name: /Plan/ }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await saved("plan", "Gold");
    await panel.getByRole("button", { name: /Gold.*Plan/ }).waitFor();

    await panel.getByRole("button", { name: /Trade customer/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "No" }).click();
    await saved("trade", false);

    await panel.getByRole("button", { name: "Edit Interests: Add" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.axe({ within: "aside" });
    await page.shoot("panel-fields-several");
    await page.keyboard.press("Enter");
    await saved("interests", ["Chairs", "Tables"]);
    const interests = panel.getByRole("button", { name: "Edit Interests: Chairs and Tables" });
    await interests.waitFor();
    assert.equal(await page.locator(":focus").getAttribute("aria-label"), "Edit Interests: Chairs and Tables");

    // Esc puts the old value back.
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await page.keyboard.press("Escape");
    await interests.waitFor();
    assert.deepEqual((await stored()).interests, ["Chairs", "Tables"]);

    await panel.getByRole("button", { name: "Edit Budget: Add" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("1500.5");
    await page.keyboard.press("Enter");
    await saved("budget", 1500.5);
    await panel.getByRole("button", { name: "Edit Budget: 1,500.5" }).waitFor();

    await panel.getByRole("button", { name: "Edit Renewal: Add" }).focus();
    await page.keyboard.press("Enter");
    await panel.getByRole("spinbutton", { name: /day/ }).first().waitFor();
    await page.keyboard.type("05032027");
    await page.keyboard.press("Enter");
    await saved("renewal", "2027-03-05");
    await panel.getByRole("button", { name: /Edit Renewal: .*2027/ }).waitFor();

    await panel.getByRole("button", { name: "Edit Fitting: Add" }).click();
    await panel.getByRole("spinbutton", { name: /day/ }).first().waitFor();
    await page.keyboard.type("060320270930");
    await page.shoot("panel-fields-time");
    await panel.getByRole("button", { name: "Save" }).click();
    await eventually("the time is saved", async () => /^2027-03-0[567]T/.test((await stored()).fitting ?? ""));

    // What is set can be cleared again.
    await panel.getByRole("button", { name: /Plan/ }).click();
    await page.getByRole("option", { name: "None" }).click();
    await saved("plan", null);
    await page.axe();
    await page.shoot("panel-fields");
    await page.context().close();
  });

  it("a day is chosen from the calendar, and leaving the field saves it", async () => {
    const page = await stage.open({ as: "agent", path: `/inbox/all/${conversationId}` });
    const panel = panelOf(page);
    await panel.getByRole("button", { name: /Edit Renewal/ }).click();
    await panel
      .getByRole("button", { name: /Calendar|Renewal/ })
      .first()
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /12 March 2027/ })
      .click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal((await stored()).renewal, "2027-03-05", "the choice can still be cancelled");
    await page.getByRole("textbox", { name: "Reply" }).click();
    await saved("renewal", "2027-03-12");
    await page.context().close();
  });

  it("leaving the field for the palette, and for another screen from there, saves it", async () => {
    const page = await stage.open({ as: "agent", path: `/inbox/all/${conversationId}` });
    await panelOf(page)
      .getByRole("button", { name: /Edit Renewal/ })
      .click();
    await panelOf(page).getByRole("spinbutton", { name: /day/ }).first().waitFor();
    await page.keyboard.type("20032027");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("pipeline");
    await page
      .getByRole("option", { name: /^Pipeline/ })
      .first()
      .click();
    await page.waitForURL(/\/pipeline/);
    await saved("renewal", "2027-03-20");
    await page.context().close();
  });

  it("a value that is refused stays, with the reason, until it is saved or put back", async () => {
    const page = await stage.open({ as: "agent", path: `/inbox/all/${conversationId}` });
    const panel = panelOf(page);
    const plan = panel.getByRole("button", { name: /Plan/ });
    await plan.waitFor();
    await page.context().setOffline(true);
    await plan.click();
    await page.getByRole("option", { name: "Basic" }).click();
    await panel.getByText(/^Not saved/).waitFor();
    await panel.getByRole("button", { name: /Basic.*Plan/ }).waitFor();
    await panel.getByRole("button", { name: /Edit Interests/ }).click();
    await panel.getByRole("checkbox", { name: "Lamps" }).click({ force: true });
    await panel.getByRole("button", { name: "Save" }).click();
    await panel
      .getByText(/^Not saved/)
      .nth(1)
      .waitFor();
    assert.equal(await panel.getByRole("checkbox", { name: "Lamps" }).isChecked(), true);
    await page.shoot("panel-fields-refused");
    await page.context().setOffline(false);
    for (const at of [1, 0]) await panel.getByRole("button", { name: "Try again" }).nth(at).click();
    await saved("plan", "Basic");
    await saved("interests", ["Chairs", "Lamps", "Tables"]);
    await panel
      .getByText(/^Not saved/)
      .first()
      .waitFor({ state: "detached" });
    await page.context().close();
  });

  it("while one field is being saved, the others keep their values", async () => {
    const relay = await startRelay(stage.url);
    const page = await stage.open({ as: "agent", path: `/inbox/all/${conversationId}`, through: relay.url });
    const panel = panelOf(page);
    await panel.getByRole("button", { name: /Edit Budget: 1,500.5/ }).waitFor();
    const letGo = relay.hold(/PATCH/);
    await panel.getByRole("button", { name: /Trade customer/ }).click();
    await page.getByRole("option", { name: "Yes" }).click();
    await panel.getByRole("button", { name: /Yes.*Trade customer/ }).waitFor();
    await panel.getByRole("button", { name: /Edit Budget: 1,500.5/ }).waitFor();
    assert.equal((await stored()).trade, false);
    letGo();
    await saved("trade", true);
    await page.context().close();
    await relay.close();
  });

  it("people who may not write read the values; on a phone the controls fit", async () => {
    const viewer = await stage.open({ as: "viewer", path: `/inbox/all/${conversationId}` });
    const seen = panelOf(viewer);
    await seen.getByText("1,500.5").waitFor();
    await seen.getByText(/^Chairs, Lamps,? and Tables$/).waitFor();
    assert.equal(await seen.getByRole("button", { name: /Plan|Budget|Interests/ }).count(), 0);
    await viewer.context().close();

    const phone = await stage.open({ as: "agent", path: `/contacts/${contactId}`, size: "phone" });
    await phone.getByRole("button", { name: /Edit Interests/ }).click();
    await phone.getByRole("checkbox", { name: "Lamps" }).waitFor();
    const wider = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wider, 0);
    await phone.axe();
    await phone.shoot("panel-fields-phone");
    await phone.setAppearance({ theme: "dark" });
    await phone.shoot("panel-fields-phone-dark");
    await phone.context().close();
  });
});
