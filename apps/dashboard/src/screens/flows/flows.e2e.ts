/** Flows: built by mouse and by keyboard alone, activated, started by a customer, their runs played, versions restored. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import type { Locator } from "playwright-core";
import { en } from "../../i18n/en/index.ts";
import { keyboardOf } from "../../../test/keyboard/page-keyboard.ts";
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
  const inspector = (page: StagePage) => page.getByRole("complementary", { name: "Selected step" });
  const node = (page: StagePage, name: RegExp | string) =>
    page.locator(".flow-canvas").getByRole("button", { name }).and(page.locator("[data-key]"));

  async function choose(page: StagePage, field: Locator, option: string | RegExp) {
    await field.click();
    await field.fill(typeof option === "string" ? option : option.source);
    await page.getByRole("option", { name: option }).first().click();
  }
  const chooseStep = (page: StagePage, name: string) =>
    page.getByRole("dialog", { name: "Add a step" }).getByRole("button", { name, exact: true }).click();
  /** With Tab only. */
  async function tabTo(page: StagePage, target: Locator) {
    for (let presses = 0; presses < 120; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail("Tab never reached it");
  }

  const rowOf = (list: Locator, name: RegExp) => list.getByRole("button", { name }).and(list.page().locator("[data-key]"));

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

  it("one is drawn with the mouse, shows its problem in place, is fixed and activated, and its run is replayed", async () => {
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

    await choose(page, inspector(page).getByRole("combobox", { name: "Starts when" }), "A message contains a keyword");
    await inspector(page).getByRole("textbox", { name: "Keywords" }).fill("price,");
    await page.getByRole("button", { name: "Add a step between “A message contains a keyword” and “End”" }).click();
    await chooseStep(page, "Branch");
    await page.locator(".flow-plus").nth(1).click();
    await chooseStep(page, "Send a message");
    await inspector(page).getByRole("textbox", { name: "Text" }).fill("It is ten euros.");
    await page.locator(".flow-plus").nth(3).click();
    await chooseStep(page, "Add a tag");
    await inspector(page).getByRole("textbox", { name: "Tag" }).fill("asked");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved as version 2").waitFor();
    await page.getByText("Branch: Fill this in.").waitFor();
    await page.axe();
    await page.shoot("flow-refused");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await inspector(page).getByText("Rule 1: Fill this in.").waitFor();
    await inspector(page).getByRole("button", { name: "Add a rule" }).click();
    const rule = inspector(page).getByRole("group", { name: "Rule 1" });
    await choose(page, rule.getByRole("combobox", { name: "Field" }), "Message: text");
    await rule.getByRole("textbox", { name: "Value" }).fill("blue");

    // The tag is dragged out of its branch, to below where both branches join.
    const tag = await node(page, /Add a tag/).boundingBox();
    const below = await page.locator(".flow-plus").last().boundingBox();
    assert.ok(tag !== null && below !== null);
    await page.mouse.move(tag.x + tag.width / 2, tag.y + 20);
    await page.mouse.down();
    await page.mouse.move(below.x + 60, below.y - 40, { steps: 4 });
    await page.mouse.move(below.x + below.width / 2, below.y + 4, { steps: 4 });
    await page.locator(".flow-plus.target").waitFor();
    await page.shoot("flow-dragged");
    await page.mouse.up();
    await page
      .getByRole("button", { name: "Activate version 3" })
      .or(page.getByRole("button", { name: "Activate", exact: true }))
      .click();
    await page.getByText("Version 3 is active").waitFor();
    const flow = await flowNamed("Prices");
    assert.deepEqual([flow.status, flow.activeVersion, flow.trigger], ["active", 3, { type: "message.keyword", keywords: ["price"] }]);
    const conditions = { match: "all", rules: [{ field: "message.text", op: "contains", value: "blue" }] };
    assert.deepEqual(flow.steps, [
      // biome-ignore lint/suspicious/noThenProperty: steps
      { type: "branch", conditions, then: [{ type: "send_message", text: "It is ten euros." }], else: [] },
      { type: "add_tag", tag: "asked" },
    ]);

    await amina.write("What is the price of the blue one?");
    await amina.shows("the answer", ({ text }) => text === "It is ten euros.");
    await eventually("the run has ended", async () => (await runsOf(flow.id))[0]?.status === "completed");
    await page.getByRole("navigation", { name: "Parts of the flow" }).getByRole("link", { name: "Runs" }).click();
    await page.getByRole("link", { name: /Amina/ }).click();
    await node(page, /Send a message done/).waitFor();
    await node(page, /Add a tag here/).waitFor();
    const steps = page.getByRole("complementary", { name: "Run" }).getByRole("list", { name: "Steps" });
    await page.keyboard.press("k");
    await steps
      .getByRole("button", { name: /Send a message/ })
      .and(page.locator("[aria-current=step]"))
      .waitFor();
    await steps.getByText("messageId").waitFor();
    await page.waitForURL(/step=2/);
    await page.getByText("2 of 3").first().waitFor();
    await page.axe();
    await page.shoot("flow-run");
    await page.setAppearance({ theme: "dark" });
    await page.axe();
    await page.shoot("flow-run-dark");
    await page.close();
  });

  it("another is built by keyboard alone, moved, undone, activated and started by a customer", async () => {
    const page = await stage.open({ as: "supervisor", path: "/flows" });
    const { keyboard } = page;
    const hands = keyboardOf(page);
    await page
      .getByRole("row", { name: /Prices/ })
      .getByText("active")
      .waitFor();
    await page
      .getByRole("row", { name: /Prices/ })
      .getByText("1", { exact: true })
      .waitFor();
    await page.axe();
    await page.shoot("flows");
    await keyboard.press("c");
    const name = page.getByRole("dialog", { name: "New flow" }).getByRole("textbox", { name: "Name" });
    await name.and(page.locator(":focus")).waitFor();
    await keyboard.type("Greeting");
    await tabTo(page, page.getByRole("button", { name: /Empty flow/ }));
    await keyboard.press("Enter");
    await page.waitForURL(/\/canvas$/);
    await node(page, /A message arrives/).waitFor();
    await keyboard.press("v");
    const list = page.getByRole("region", { name: "The flow as a list" });
    await tabTo(page, rowOf(list, /A message arrives/));
    await keyboard.press("Enter");
    await inspector(page).getByRole("combobox", { name: "Starts when" }).and(page.locator(":focus")).waitFor();
    await keyboard.press("ControlOrMeta+a");
    await keyboard.type("A conversation starts");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await rowOf(list, /A conversation starts/).waitFor();
    await tabTo(page, inspector(page).getByRole("button", { name: "Add a step after this one" }));
    for (const [step, text] of [
      ["Send a mess", "Welcome to us."],
      ["Add a note", "Greeted by the flow."],
    ] as const) {
      await keyboard.press("a");
      await page.getByRole("dialog", { name: "Add a step" }).getByRole("searchbox").and(page.locator(":focus")).waitFor();
      await keyboard.type(step);
      await keyboard.press("Enter");
      await inspector(page).getByRole("textbox", { name: "Text" }).and(page.locator(":focus")).waitFor();
      await keyboard.type(text);
      await tabTo(page, inspector(page).getByRole("button", { name: "Insert a variable" }));
    }
    const rows = () =>
      list.getByRole("list", { name: "Steps", exact: true }).getByRole("button").and(page.locator("[data-key]")).allInnerTexts();
    const rowsBefore = (await rows()).map((text) => text.split("\n")[0]);
    assert.deepEqual(rowsBefore, ["1. Send a message", "2. Add a note"]);
    // Not from the button of a menu, which that key opens.
    await tabTo(page, inspector(page).getByRole("button", { name: "Add a step after this one" }));
    await keyboard.press("Alt+ArrowUp");
    await list
      .getByRole("button", { name: /1. Add a note/ })
      .and(page.locator(":focus"))
      .waitFor();
    await keyboard.press("ControlOrMeta+d");
    await list
      .getByRole("button", { name: /2. Add a note/ })
      .and(page.locator(":focus"))
      .waitFor();
    await keyboard.press("Backspace");
    await list
      .getByRole("button", { name: /1. Add a note/ })
      .and(page.locator(":focus"))
      .waitFor();
    await keyboard.press("ControlOrMeta+z");
    await keyboard.press("ControlOrMeta+z");
    await keyboard.press("ControlOrMeta+z");
    assert.deepEqual(
      (await rows()).map((text) => text.split("\n")[0]),
      rowsBefore,
      "undone to the order of before",
    );
    await page.axe();
    await page.shoot("flow-list");
    await keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved as version 2").waitFor();
    await tabTo(page, page.getByRole("button", { name: "Activate", exact: true }));
    await keyboard.press("Enter");
    await page.getByText("Version 2 is active").waitFor();
    const person = await stage.channels.chatApp.customer(3);
    await person.write("Hello");
    await person.shows("the greeting", ({ text }) => text === "Welcome to us.");
    const flow = await flowNamed("Greeting");
    assert.deepEqual(
      flow.steps.map(({ type }: { type: string }) => type),
      ["send_message", "add_note"],
    );
    await eventually("the run has ended", async () => (await runsOf(flow.id))[0]?.status === "completed");

    await hands.press("g", "f");
    const isOn = page.getByRole("row", { name: /Greeting/ }).getByRole("switch");
    await isOn.waitFor();
    await hands.tabTo("the list", page.locator("tbody [role=row]"));
    await hands.arrowTo("its row", page.getByRole("row", { name: /Greeting/ }));
    await hands.arrowTo("its switch", isOn, "ArrowRight");
    for (const status of ["paused", "active"]) {
      await hands.press("Space");
      await eventually(`it is ${status}`, async () => (await flowNamed("Greeting")).status === status);
      await page
        .getByRole("row", { name: /Greeting/ })
        .getByText(status, { exact: true })
        .waitFor();
      await isOn.and(page.locator(":focus")).waitFor();
    }
    await page.close();
  });

  it("a change is tried on a past conversation, and a version is restored", async () => {
    const before = await flowNamed("Prices");
    const page = await stage.open({ as: "admin", path: `/flows/${before.id}/canvas?as=list` });
    const list = page.getByRole("region", { name: "The flow as a list" });
    await rowOf(list, /Send a message/).click();
    await inspector(page).getByRole("textbox", { name: "Text" }).fill("It is eleven euros.");
    // Unsaved changes are still there after a reload.
    await list.getByText("It is eleven euros.").waitFor();
    await page.reload();
    await list.getByText("It is eleven euros.").waitFor();
    await page.getByRole("button", { name: "Dry run" }).click();
    await choose(page, inspector(page).getByRole("combobox", { name: "Conversation" }), /Amina/);
    await inspector(page).getByRole("textbox", { name: "The customer's message" }).fill("The price of blue?");
    await inspector(page).getByRole("button", { name: "Try it" }).click();
    const result = page.getByRole("status", { name: "Result of the dry run" });
    await result.getByText("would start").waitFor();
    await result.getByText("It is eleven euros.").waitFor();
    await result.getByText(/Message: text: expected blue, is The price of blue/).waitFor();
    await page.axe();
    await page.shoot("flow-dry-run");
    assert.deepEqual(
      [(await read(`/${before.id}`)).version, (await read(`/${before.id}`)).activeVersion],
      [4, 3],
      "saved, and not running",
    );
    await page.getByRole("navigation", { name: "Parts of the flow" }).getByRole("link", { name: "Versions" }).click();
    await page.getByText("Changed: Send a message (Text)").waitFor();
    await page.getByText("Moved: Add a tag").waitFor();
    await page.axe();
    await page.shoot("flow-versions");
    await page.getByRole("button", { name: "Go back to version 3" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Go back to version 3" }).click();
    await page.getByText("Version 3 restored as version 5").waitFor();
    const after = await read(`/${before.id}`);
    assert.deepEqual([after.version, after.activeVersion, after.steps], [5, 5, before.steps]);
    await page.getByRole("navigation", { name: "Parts of the flow" }).getByRole("link", { name: "Runs" }).click();
    await page.getByRole("button", { name: "Start manually" }).click();
    const dialog = page.getByRole("dialog", { name: "Start manually" });
    await choose(page, dialog.getByRole("combobox", { name: "Conversation" }), /Amina/);
    await page.axe();
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForURL(/\/runs\/frun_/);
    await eventually("it ran again", async () => (await runsOf(before.id)).length === 2);
    await page.close();
  });

  it("has secrets, a URL to call, and files", async () => {
    const page = await stage.open({ as: "admin", path: "/flows" });
    await page.getByRole("button", { name: "Secrets" }).click();
    const drawer = page.getByRole("dialog", { name: "Secrets" });
    await drawer.getByRole("button", { name: "Add a secret" }).click();
    const form = page.getByRole("dialog", { name: "Add a secret" });
    await form.getByLabel("Name").fill("shop_token");
    await form.getByLabel("Value").fill("short");
    await form.getByLabel("Hosts it may be sent to").fill("api.shop.example,");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("This is too short.").waitFor();
    await page.axe();
    await form.getByLabel("Value").fill("long enough now");
    await form.getByRole("button", { name: "Save" }).click();
    await drawer.getByText("SHOP_TOKEN").waitFor();
    await page.shoot("flow-secrets");
    const { body } = await stage.tenant.api.get("/api/v1/flow-secrets");
    assert.deepEqual([body.data[0].name, body.data[0].hosts], ["SHOP_TOKEN", ["api.shop.example"]]);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });

    await page.keyboard.press("c");
    await page.getByRole("button", { name: /Lead from a website/ }).click();
    await page.waitForURL(/\/canvas$/);
    await inspector(page).getByRole("button", { name: "Create a URL" }).click();
    const address = inspector(page).getByRole("region", { name: "URL to call" }).last();
    const url = await address.getByRole("button", { name: /Copy/ }).innerText();
    await page.axe();
    await page.shoot("flow-webhook");
    await page.getByRole("button", { name: "Activate", exact: true }).click();
    await page.getByText("Version 1 is active").waitFor();
    const called = await fetch(new URL(new URL(url.trim()).pathname, stage.url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ phone: "+4915112345678", name: "Lena Web" }),
    });
    assert.equal(((await called.json()) as { starts: boolean }).starts, true);
    const lead = await flowNamed("Lead from a website");
    await eventually("the lead has its deal", async () => (await runsOf(lead.id))[0]?.status === "completed");

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Actions for Lead from a website" }).click();
    await page.getByRole("menuitem", { name: "Export as JSON" }).click();
    const file = await (await download).path();
    await page.getByRole("link", { name: "Flows" }).first().click();
    await page.getByRole("row", { name: /Prices/ }).waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New flow" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("From a file");
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Import a file" }).click();
    await (await chooser).setFiles(file);
    await page.waitForURL((address) => /\/canvas$/.test(address.pathname) && !address.pathname.includes(lead.id));
    const copy = await flowNamed("From a file");
    assert.ok(copy !== undefined, JSON.stringify((await read()).data.map(({ name }: { name: string }) => name)));
    assert.deepEqual([copy.trigger, copy.steps, copy.status], [lead.trigger, lead.steps, "draft"]);
    await page.close();
  });

  it("can be read by people without write permission, on a phone and from right to left", async () => {
    const flow = await flowNamed("Prices");
    const page = await stage.open({ as: "viewer", path: "/flows" });
    await page.getByRole("row", { name: /Prices/ }).waitFor();
    assert.equal(await page.getByRole("button", { name: "New flow" }).count(), 0);
    assert.equal(await page.getByRole("switch").count(), 0);
    await page.goto(`${stage.url}/flows/${flow.id}/canvas`);
    await node(page, /Branch/).waitFor();
    for (const name of ["Save", "Activate", "Dry run", "Undo"])
      assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, name);
    assert.equal(await page.locator(".flow-plus").count(), 0);
    await node(page, /Send a message/).click();
    await inspector(page).getByText("It is ten euros.").waitFor();
    await page.axe();
    await page.setAppearance({ dir: "rtl", theme: "dark" });
    await page.axe();
    await page.shoot("flow-rtl-dark");
    await page.setAppearance({ dir: "ltr", theme: "light", size: "phone" });
    await page.getByText("You can read flows here. To edit them, use a wider screen.").waitFor();
    await page
      .getByRole("region", { name: "The flow as a list" })
      .getByRole("button", { name: /Send a message/ })
      .waitFor();
    await page.axe();
    await page.shoot("flow-phone");
    await page.goto(`${stage.url}/flows`);
    await page.getByRole("row", { name: /Prices/ }).waitFor();
    await page.axe();
    await page.shoot("flows-phone");
    await page.close();
  });
});
