/** What only keyboard users notice: where the focus moves, what is restored, what a failed field keeps. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../test/stage.ts";

describe("components by keyboard", { skip: withoutBrowser }, () => {
  let stage: Stage;
  /** One page for all tests, so that code is loaded once. */
  let shared: StagePage;
  before(async () => {
    stage = await startStage();
    shared = await stage.open({ as: null, path: "/gallery?part=buttons" });
  });
  after(() => stage?.stop());

  async function gallery(search: string): Promise<StagePage> {
    await shared.goto(new URL(`/gallery?${search}`, shared.url()).href);
    await shared.getByRole("heading", { name: "Gallery" }).waitFor();
    return shared;
  }
  /** The focused element, by its accessible name. */
  const focused = (page: StagePage) => page.locator(":focus");

  it("a menu: opened by keyboard it has the focus, arrows and letters move, Enter selects, Esc restores the focus", async () => {
    const page = await gallery("part=overlays");
    const trigger = page.getByRole("button", { name: "Actions of the conversation" });
    await trigger.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await assertFocus(page, "menuitem", /^Assign/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await assertFocus(page, "menuitem", /^High/);
    await page.keyboard.press("ArrowLeft");
    await assertFocus(page, "menuitem", /^Priority/);
    // Merge is disabled here, and skipped.
    await page.keyboard.press("ArrowDown");
    await assertFocus(page, "menuitem", /^Delete/);
    await page.keyboard.press("Escape");
    await assertFocus(page, "button", /^Actions of the conversation$/);
    await page.keyboard.press("Enter");
    await page.keyboard.type("del");
    await page.keyboard.press("Enter");
    await page.getByText("Done: delete").waitFor();
  });

  it("a menu: in right-to-left the opposite arrow opens its submenu", async () => {
    const page = await gallery("part=overlays&dir=rtl");
    await page.getByRole("button", { name: "Actions of the conversation" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowLeft");
    await assertFocus(page, "menuitem", /^High/);
  });

  it("a dialog: the focus moves in, cannot leave with Tab, and is restored", async () => {
    const page = await gallery("part=overlays");
    const trigger = page.getByRole("button", { name: "Dialog", exact: true });
    await trigger.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Invite somebody" });
    await dialog.waitFor();
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press("Tab");
      assert.ok(await dialog.locator(":focus").count(), `after ${presses + 1} Tabs the focus is outside`);
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await assertFocus(page, "button", /^Dialog$/);
  });

  it("a dialog for irreversible actions: starts at cancel, which does nothing", async () => {
    const page = await gallery("part=overlays");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog", { name: "Delete 12 contacts?" }).waitFor();
    await assertFocus(page, "button", /^Cancel$/);
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.getByText("Done: nothing yet").waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete 12 contacts" }).click();
    await page.getByText("Done: deleted").waitFor();
  });

  it("a toast: its shortcut undoes the action, errors stay, and there are at most three", async () => {
    const page = await gallery("part=overlays");
    const region = page.getByRole("region", { name: "Notifications" });
    assert.equal(await region.getAttribute("aria-live"), "polite");
    await page.getByRole("button", { name: "Toast", exact: true }).click();
    await region.getByText("Resolved").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("Done: undone").waitFor();
    await region.getByText("Resolved").waitFor({ state: "detached" });
    for (let times = 0; times < 4; times++) await page.getByRole("button", { name: "Toast that stays" }).click();
    assert.equal(await region.getByText("SVC-7f3a2c").count(), 3);
    await region.getByRole("button", { name: "Dismiss" }).first().click();
    assert.equal(await region.getByText("SVC-7f3a2c").count(), 2);
  });

  it("a toast disappears after six seconds, unless the pointer is on it", async () => {
    const page = await stage.open({ as: null, path: "/sign-in" });
    await page.clock.install();
    await page.goto(new URL("/gallery?part=overlays", page.url()).href);
    const region = page.getByRole("region", { name: "Notifications" });
    await page.getByRole("button", { name: "Toast", exact: true }).click();
    await region.getByText("Resolved").hover();
    await page.clock.runFor(20_000);
    assert.equal(await region.getByText("Resolved").count(), 1);
    await page.mouse.move(0, 0);
    await page.clock.runFor(5_900);
    assert.equal(await region.getByText("Resolved").count(), 1);
    await page.clock.runFor(200);
    assert.equal(await region.getByText("Resolved").count(), 0);
    await page.context().close();
  });

  it("an inline field: Enter edits and saves, Esc cancels, blur saves, and the focus stays there", async () => {
    const page = await gallery("part=fields");
    const shown = page.getByRole("button", { name: /^Edit Company/ });
    await shown.focus();
    await page.keyboard.press("Enter");
    const field = page.getByRole("textbox", { name: "Company", exact: true }).last();
    assert.equal(await field.inputValue(), "Solheim Interiors");
    await page.keyboard.type("Something else");
    await page.keyboard.press("Escape");
    assert.equal(await shown.textContent(), "Solheim Interiors");
    await assertFocus(page, "button", /^Edit Company/);
    await page.keyboard.press("Enter");
    // The old value is selected, so typing replaces it.
    await page.keyboard.type("Fjord Interiors");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Edit Company: Fjord Interiors" }).waitFor();
    await assertFocus(page, "button", /^Edit Company/);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Left by Tab");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Edit Company: Left by Tab" }).waitFor();
  });

  it("an inline field that could not be saved keeps the typed text and says why", async () => {
    const page = await gallery("part=fields");
    await page.getByRole("button", { name: "Edit City: Oslo" }).click();
    await page.keyboard.type("Llanfairpwllgwyngyll");
    await page.keyboard.press("Enter");
    await page.getByText("Not saved. This is too long.").waitFor();
    const field = page.getByRole("textbox", { name: "City" });
    assert.equal(await field.inputValue(), "Llanfairpwllgwyngyll");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.match(await described(field), /Not saved/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Not saved. This is too long.").waitFor();
    await field.focus();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Edit City: Oslo" }).waitFor();
  });

  it("a form shows the server's errors at its fields, keeps the entered values, and clears an error when its field changes", async () => {
    const page = await gallery("part=fields");
    const form = page.getByRole("form", { name: "Invite" });
    await form.getByRole("textbox", { name: "Name" }).fill("Sef");
    await form.getByRole("button", { name: "Invite" }).click();
    await form.getByText("Fill this in.").waitFor();
    const email = form.getByRole("textbox", { name: "E-mail" });
    assert.equal(await email.evaluate((element) => element === document.activeElement), true, "the first wrong field has the focus");
    assert.match(await described(email), /Fill this in/);
    await form.getByText("This is not one of the options.").waitFor();
    assert.equal(await form.getByRole("textbox", { name: "Name" }).inputValue(), "Sef");
    await email.fill("sef@tidepool.example");
    await email.blur();
    await form.getByText("Fill this in.").waitFor({ state: "detached" });
    await form.getByRole("button", { name: "Invite" }).click();
    await form.getByText("Sent 2 times").waitFor();
    await form.getByText("This is not one of the options.").waitFor({ state: "detached" });
  });

  it("a date is entered part by part and read back, and its calendar is a dialog that restores the focus", async () => {
    const page = await gallery("part=fields");
    const due = page.getByRole("group", { name: "Due" });
    await due.getByRole("spinbutton", { name: /^day/ }).focus();
    await page.keyboard.type("09");
    assert.equal(await due.getByRole("spinbutton", { name: /^day/ }).textContent(), "09");
    await due.getByRole("button").click();
    await page.getByRole("dialog", { name: "Calendar" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(await due.getByRole("spinbutton", { name: /^day/ }).textContent(), "10");
    await due.locator(":focus").waitFor();
  });

  it("tags are added with Enter and with a comma, and removed with Backspace and with their button", async () => {
    const page = await gallery("part=fields");
    const group = page.getByRole("group", { name: "Tags" }).or(page.locator(".tag-input"));
    await page.getByRole("textbox", { name: "Tags" }).click();
    await page.keyboard.type("new,");
    await page.keyboard.type("second");
    await page.keyboard.press("Enter");
    await group.getByText("second").first().waitFor();
    await page.keyboard.press("Backspace");
    await group.getByText("second").first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove vip" }).click();
    assert.equal(await page.getByRole("button", { name: /^Remove/ }).count(), 2);
  });

  it("files are dropped into their area, and anything else is ignored", async () => {
    const page = await gallery("part=fields");
    const zone = page.getByRole("group", { name: "Drop files" });
    const drag = (kind: string, files: boolean) =>
      zone.evaluate(
        (element, [type, withFile]) => {
          const dataTransfer = new DataTransfer();
          if (withFile) dataTransfer.items.add(new File(["a,b"], "people.csv", { type: "text/csv" }));
          else dataTransfer.setData("text/plain", "a text");
          const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
          element.dispatchEvent(event);
          return event.defaultPrevented;
        },
        [kind, files] as const,
      );
    assert.equal(await drag("dragover", false), false);
    assert.equal(await drag("drop", false), false);
    assert.equal(await drag("dragover", true), true);
    await drag("dragenter", true);
    await page.locator("[data-drop-target]").waitFor();
    await drag("drop", true);
    await page.getByText("people.csv").waitFor();
    assert.equal(await page.locator("[data-drop-target]").count(), 0);
  });

  it("a list of any length is one Tab stop, has the keys of a grid, and counts its rows", async () => {
    const page = await gallery("part=lists");
    const grid = page.getByRole("grid", { name: "Conversations" });
    assert.equal(await grid.getAttribute("aria-rowcount"), "2000");
    assert.ok((await grid.getByRole("row").count()) < 60, "only what is seen is there");
    assert.equal(await grid.locator("[tabindex='0']").count(), 1);
    await grid.locator("[tabindex='0']").focus();
    await page.keyboard.press("ArrowDown");
    await assertFocus(page, "row", /^Conversation 2$/);
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-rowindex") === "2000");
    await page.keyboard.press("Enter");
    await page.getByText("Open: conv-1999").waitFor();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-selected") === "true");
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-rowindex") === "1");
  });

  it("panes are resized with arrow keys, reversed in right-to-left", async () => {
    for (const [dir, grow] of [
      ["ltr", "ArrowRight"],
      ["rtl", "ArrowLeft"],
    ] as const) {
      const page = await gallery(`part=lists&dir=${dir}`);
      const line = page.getByRole("separator", { name: "Width of the list" });
      await line.focus();
      await page.keyboard.press(grow);
      assert.equal(await line.getAttribute("aria-valuenow"), "216");
      await page.keyboard.press("End");
      assert.equal(await line.getAttribute("aria-valuenow"), "320");
      await page.keyboard.press("Home");
      assert.equal(await line.getAttribute("aria-valuenow"), "120");
    }
  });

  it("a table is sorted by its header and selected by its checkboxes, and announces both", async () => {
    const page = await gallery("part=lists");
    const table = page.getByRole("grid", { name: "Deliveries", exact: true });
    const head = table.getByRole("columnheader", { name: "Event" });
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    await head.click();
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    assert.match((await table.getByRole("row").nth(1).textContent()) ?? "", /message\.status/);
    await table.getByRole("checkbox", { name: "Select all rows" }).focus();
    await page.keyboard.press("Space");
    await page.getByText("3 selected").waitFor();
    await page.getByRole("button", { name: "Clear the selection" }).click();
    await page.getByText("3 selected").waitFor({ state: "detached" });
    // With nothing selected, a press follows the row's link through the router: the page is not reloaded.
    await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
    await table.getByText("message.sent").click();
    await page.waitForURL(/density=compact#evt_8f2c$/);
    assert.equal(await page.evaluate(() => "stayed" in globalThis), true);
  });

  for (const [dir, inwards] of [
    ["ltr", "ArrowRight"],
    ["rtl", "ArrowLeft"],
  ] as const)
    it(`a switch in a row is reached with arrows and toggled with Space, whatever the row does, ${dir}`, async () => {
      const page = await gallery(`part=lists&dir=${dir}`);
      const table = page.getByRole("grid", { name: "Deliveries", exact: true });
      const row = table.getByRole("row", { name: /message\.status/ });
      const keep = row.getByRole("switch", { name: "Keep evt_8f39" });
      await row.focus();
      for (let presses = 0; presses < 10 && (await keep.and(focused(page)).count()) === 0; presses++) await page.keyboard.press(inwards);
      for (const isOn of [true, false, true]) {
        await page.keyboard.press("Space");
        await keep.and(focused(page)).waitFor();
        await eventually(`it is ${isOn ? "on" : "off"}`, async () => (await keep.isChecked()) === isOn);
      }
      assert.equal(await row.getAttribute("aria-selected"), "true", "the row is selected as before");
      assert.equal(new URL(page.url()).hash, "", "and not opened");
    });

  it("keep an outline around the focus in forced colours", async () => {
    const page = await gallery("part=buttons");
    await page.emulateMedia({ forcedColors: "active" });
    await page.keyboard.press("Tab");
    const ring = await focused(page).evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      return { outlineStyle, outlineWidth, seen: !/rgba\(.*, 0\)|transparent/.test(outlineColor) };
    });
    await page.emulateMedia({ forcedColors: "none" });
    assert.deepEqual(ring, { outlineStyle: "solid", outlineWidth: "2px", seen: true });
  });

  it("fit a phone without horizontal overflow", async () => {
    const page = await stage.open({ as: null, path: "/gallery", size: "phone" });
    await page.getByRole("group", { name: "Due" }).waitFor();
    const wide = await page.evaluate(() => {
      const main = document.querySelector("main") as HTMLElement;
      return main.scrollWidth - main.clientWidth;
    });
    assert.equal(wide, 0, `${wide} px are beside the screen`);
    await page.getByRole("button", { name: "Drawer" }).click();
    const sheet = page.getByRole("dialog", { name: "About Mariam" });
    await sheet.waitFor();
    const box = await sheet.boundingBox();
    assert.deepEqual([box?.x, Math.round((box?.y ?? 0) + (box?.height ?? 0))], [1, 843], "the sheet comes from beneath");
    await page.context().close();
  });

  async function assertFocus(page: StagePage, role: "menuitem" | "button" | "row", name: RegExp): Promise<void> {
    // React moves the focus after the key: wait for it, and name the focused element on failure.
    await page
      .getByRole(role, { name })
      .and(page.locator(":focus"))
      .waitFor({ timeout: 5_000 })
      .catch(async () => assert.fail(`${await focused(page).evaluate((element) => element.outerHTML.slice(0, 200))} has the focus`));
  }
  /** A field's accessible description. */
  function described(field: ReturnType<StagePage["getByRole"]>): Promise<string> {
    return field.evaluate((element) =>
      (element.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" "),
    );
  }
});
