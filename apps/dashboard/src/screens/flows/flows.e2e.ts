/** Flows: drawn by mouse and written by keys alone, activated, started by a customer, their runs played, versions brought back. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { en } from "../../i18n/en/index.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";
import { bodyOf, templates } from "./model/templates.ts";

const base = "/api/v1/flows";

describe("flows", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const read = async (path = "") => (await stage.tenant.api.get(`${base}${path}`)).body;
  const flowNamed = async (name: string) => (await read()).data.find((flow: { name: string }) => flow.name === name);
  const runsOf = async (id: string) => (await read(`/${id}/runs`)).data;
  const inspector = (page: StagePage) => page.getByRole("complementary", { name: "About the chosen step" });
  const node = (page: StagePage, name: RegExp | string) => page.locator(".flow-canvas").getByRole("button", { name }).and(page.locator("[data-key]"));

  it("every template can be activated as it is", async () => {
    const t = (key: keyof typeof en, values: Record<string, string> = {}) =>
      Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), String(en[key]));
    assert.equal(templates.length, 10);
    for (const template of templates) {
      const made = await stage.tenant.api.post(base, bodyOf(`Template ${template.id}`, template.definition(t as never)));
      assert.equal(made.status, 200, made.text);
      const { body } = await stage.tenant.api.post(`${base}/${made.body.id}/validate`, {});
      assert.deepEqual(body.problems, [], template.id);
      assert.equal((await stage.tenant.api.delete(`${base}/${made.body.id}`)).status, 200);
    }
  });

  it("one is drawn by mouse, refused at its place, mended, activated, and its run is played", async () => {
    const amina = await stage.channels.chatApp.customer(0);
    const page = await stage.open({ as: "admin", path: "/inbox/mine" });
    await page.getByRole("link", { name: "Flows" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("f");
    await page.getByText("No flows yet").waitFor();
    await page.axe();
    await page.getByRole("button", { name: "New flow" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New flow" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Prices");
    await page.axe();
    await page.shoot("flow-gallery");
    await dialog.getByRole("button", { name: /Empty flow/ }).click();
    await page.waitForURL(/\/flows\/flow_\w+\/canvas$/);

    await inspector(page).getByRole("combobox", { name: "Starts when" }).fill("keyword");
    await page.getByRole("option", { name: "A message has a keyword" }).click();
    await inspector(page).getByRole("textbox", { name: "Keywords" }).fill("price,");
    await page.getByRole("button", { name: /Add a step between “A message has a keyword” and “End”/ }).click();
    await page.getByRole("dialog", { name: "Add a step" }).getByRole("button", { name: "Branch" }).click();
    await node(page, /Branch/).waitFor();
    await page.getByRole("button", { name: "Add a step between “Branch” and “Branch”" }).or(page.locator(".flow-plus")).nth(1).click();
    await page.getByRole("dialog", { name: "Add a step" }).getByRole("button", { name: "Send a message" }).click();
    await inspector(page).getByRole("textbox", { name: "Text" }).fill("It is ten euros.");
    await page.shoot("flow-drawn");
    await page.close();
  });
});
