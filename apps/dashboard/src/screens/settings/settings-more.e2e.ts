/** A team's set-up through the screens; each effect is read back from the API. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("settings", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const open = (part: string, as: "owner" | "viewer" | "agent" = "owner") => stage.open({ as, path: `/settings/${part}` });
  /** In a field's list of options. */
  async function choose(page: StagePage, field: string, option: string) {
    await page.getByRole("button", { name: new RegExp(`${field}$`) }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
    // The list is a dialog too, until it has faded out.
    await page.getByRole("listbox").waitFor({ state: "detached" });
  }
  /** Announcements may still refer to fields that were removed with their dialog. */
  async function lookAt(page: StagePage, name: string) {
    await page.axe({ without: ["[data-live-announcer]"] });
    await page.shoot(name);
  }

  it("a contact field: created, an error at its field, changed, deleted", async () => {
    const page = await open("fields");
    await page.getByText("No fields yet").waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Loyalty level");
    assert.equal(await dialog.getByRole("textbox", { name: "Key" }).inputValue(), "loyaltyLevel");
    await choose(page, "Type", "One from a list");
    await dialog.getByRole("textbox", { name: "Key" }).fill("2nd level");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("This is not in the right format.").waitFor();
    assert.equal(await dialog.getByRole("textbox", { name: "Key" }).getAttribute("aria-invalid"), "true");
    assert.equal(await dialog.getByRole("textbox", { name: "Name" }).inputValue(), "Loyalty level", "what was typed is kept");
    await dialog.getByRole("textbox", { name: "Key" }).fill("level");
    await dialog.getByRole("textbox", { name: "Options" }).fill("silver,gold,");
    await lookAt(page, "settings-fields-dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("row", { name: /Loyalty level/ }).waitFor();
    const [made] = (await stage.read("/contact-fields")).data;
    assert.deepEqual([made.key, made.label, made.type, made.options], ["level", "Loyalty level", "select", ["silver", "gold"]]);
    await lookAt(page, "settings-fields");

    await page.getByRole("button", { name: "Edit Loyalty level" }).click();
    assert.equal(await dialog.getByRole("textbox", { name: "Key" }).isEditable(), false);
    await dialog.getByRole("textbox", { name: "Name" }).fill("Level");
    await dialog.getByRole("switch", { name: /^Required/ }).press("Space");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const changed = await stage.read(`/contact-fields/${made.id}`);
    assert.deepEqual([changed.label, changed.required], ["Level", true]);

    await page.getByRole("button", { name: "Delete Level" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    // The row disappears at once, before the server has answered.
    await page.getByText("No fields yet").waitFor();
    await eventually("the field is deleted", async () => (await stage.read("/contact-fields")).data.length === 0);
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("New field"));
    await page.context().close();
  });

  it("a macro: its steps in order, an error at the step's own field", async () => {
    const reply = await stage.tenant.api.post("/api/v1/canned-replies", {
      title: "On its way",
      shortcut: "way",
      content: "It is on its way.",
    });
    await stage.tenant.api.post("/api/v1/labels", { name: "delivery" });
    const page = await open("macros");
    await page.getByRole("button", { name: "New macro" }).click();
    const dialog = page.getByRole("dialog");
    const step = (n: number) => dialog.getByRole("listitem", { name: `Step ${n}` });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Sent out");
    await step(1).getByRole("combobox", { name: "Label" }).fill("deliv");
    await page.getByRole("option", { name: "delivery" }).click();
    await dialog.getByRole("button", { name: "Add a step" }).click();
    await choose(page, "Step 2", "Write a note");
    await step(2).getByRole("textbox", { name: "Text" }).fill("Parcel for {{contact.shoeSize}}");
    await dialog.getByRole("button", { name: "Add a step" }).click();
    await choose(page, "Step 3", "Snooze");
    await dialog.getByRole("button", { name: "Save" }).click();
    await step(2).locator(".error").waitFor();
    assert.equal(await step(2).getByRole("textbox", { name: "Text" }).getAttribute("aria-invalid"), "true");
    await step(2).getByRole("textbox", { name: "Text" }).fill("Parcel given to the driver");
    await dialog.getByRole("button", { name: "Add a step" }).click();
    await choose(page, "Step 4", "Send a canned reply");
    await step(4).getByRole("button", { name: "Move step 4 up" }).click();
    await lookAt(page, "settings-macros-dialog");
    await page.setAppearance({ size: "phone" });
    await lookAt(page, "settings-macros-dialog-phone");
    await page.setAppearance({ size: "desktop" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /Sent out/ })
      .getByText(/snooze for 24\s?h/)
      .waitFor();
    const [made] = (await stage.read("/macros")).data;
    assert.deepEqual(
      [made.name, made.visibility, made.actions],
      [
        "Sent out",
        "shared",
        [
          { type: "add_label", label: "delivery" },
          { type: "add_note", text: "Parcel given to the driver" },
          { type: "send_message", cannedReplyId: reply.body.id },
          { type: "snooze", minutes: 1_440 },
        ],
      ],
    );
    await lookAt(page, "settings-macros");

    await page.getByRole("button", { name: "Edit Sent out" }).click();
    await step(1).getByRole("button", { name: "Remove step 1" }).click();
    await step(3).getByRole("textbox", { name: "For" }).fill("2");
    await choose(page, "Who can use it", "Only me");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    // A key does not see personal macros.
    assert.deepEqual((await stage.read("/macros")).data, []);
    const { body: own } = await stage.people.owner.api.get(`/api/v1/macros/${made.id}`);
    assert.deepEqual(
      [own.visibility, own.actions.map((each: { type: string }) => each.type)],
      ["private", ["add_note", "send_message", "snooze"]],
    );
    assert.equal(own.actions[2].minutes, 2_880);
    await page.context().close();
  });

  it("divisions: a tree, members, and who takes over from a deleted one", async () => {
    const page = await open("divisions");
    const dialog = page.getByRole("dialog");
    for (const [name, parent] of [
      ["Support", null],
      ["Night shift", "Support"],
      ["Sales", null],
    ] as const) {
      await page.getByRole("button", { name: "New division" }).click();
      await dialog.getByRole("textbox", { name: "Name" }).fill(name);
      if (parent !== null) await choose(page, "Part of", parent);
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
    }
    await page.getByRole("row", { name: /Sales/ }).waitFor();
    await lookAt(page, "settings-divisions");
    const all = (await stage.read("/agents/divisions")).data as { id: string; name: string; parent_division_id: string | null }[];
    const idOf = (name: string) => all.find((each) => each.name === name)?.id ?? "";
    assert.equal(all.find(({ name }) => name === "Night shift")?.parent_division_id, idOf("Support"));

    // Below itself: the server's error is shown at the field.
    await page.getByRole("button", { name: "Edit Support" }).click();
    await choose(page, "Part of", "Night shift");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.locator(".field", { hasText: "Part of" }).getByText("This is not allowed here.").waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("link", { name: "Team" }).click();
    const agent = await stage.people.agent.api.get("/api/v1/me");
    const agentName: string = agent.body.user.name;
    await page
      .getByRole("row", { name: new RegExp(agentName) })
      .getByRole("button", { name: "More" })
      .click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog.getByText("Night shift", { exact: true }).click();
    await dialog.getByRole("textbox", { name: /per person/ }).fill("7");
    await lookAt(page, "settings-team-dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const person = await stage.read(`/agents/${stage.people.agent.agentId}`);
    assert.deepEqual([person.divisionIds, person.maxOpenConversations], [[idOf("Night shift")], 7]);
    await page
      .getByRole("row", { name: new RegExp(agentName) })
      .getByText("Night shift")
      .waitFor();

    await page.getByRole("link", { name: "Divisions" }).click();
    await page.getByRole("button", { name: "Delete Night shift" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Delete" }).click();
    await question
      .getByRole("alert")
      .getByText(/members/)
      .waitFor();
    await choose(page, "Who takes over its people, conversations and tickets", "Sales");
    await question.getByRole("button", { name: "Delete" }).click();
    await question.waitFor({ state: "detached" });
    assert.deepEqual((await stage.read(`/agents/${stage.people.agent.agentId}`)).divisionIds, [idOf("Sales")]);
    assert.equal((await stage.tenant.api.get(`/api/v1/agents/divisions/${idOf("Night shift")}`)).status, 404);
    await page.context().close();
  });

  it("business hours: a week, a day off, and an error at a period that ends before it begins", async () => {
    const page = await open("business-hours");
    await page.getByText("The team has business hours").click();
    const monday = page.getByRole("group", { name: "Monday", exact: true });
    /** Two digits fill a part of a time, and move to the next. */
    async function write(field: string, digits: string) {
      await page.getByRole("group", { name: field }).getByRole("spinbutton").first().click();
      await page.keyboard.type(digits);
    }
    await write("Monday, from", "1800");
    await page.getByRole("button", { name: "Save" }).click();
    await monday.locator(".error").waitFor();
    await write("Monday, from", "0830");
    await monday.getByRole("button", { name: "Add hours on Monday" }).click();
    await page.getByRole("group", { name: "Monday, from" }).nth(1).getByRole("spinbutton").first().click();
    await page.keyboard.type("1800");
    await page.getByRole("group", { name: "Monday, to" }).nth(1).getByRole("spinbutton").first().click();
    await page.keyboard.type("0000");
    await page.getByRole("button", { name: "Remove these hours of Friday" }).click();
    const zone = page.getByRole("combobox", { name: "Time zone" });
    await zone.fill("Jakarta");
    await page.getByRole("option", { name: "Asia/Jakarta" }).click();
    const off = page.getByRole("group", { name: "Holiday", exact: true }).first();
    await off.getByRole("spinbutton").first().click();
    await page.keyboard.type("25122026");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("25 December 2026").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await lookAt(page, "settings-business-hours");
    await page.setAppearance({ size: "phone", theme: "dark" });
    await lookAt(page, "settings-business-hours-phone-dark");
    const { businessHours } = await stage.read("/agent-settings");
    const usual = (day: string) => ({ day, from: "09:00", to: "17:00" });
    assert.deepEqual(businessHours, {
      timezone: "Asia/Jakarta",
      weekly: [
        { day: "monday", from: "08:30", to: "17:00" },
        { day: "monday", from: "18:00", to: "24:00" },
        ...["tuesday", "wednesday", "thursday"].map(usual),
      ],
      holidays: ["2026-12-25"],
    });
    await page.reload();
    await page.getByText("The team has business hours").click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    assert.equal((await stage.read("/agent-settings")).businessHours, null);
    await page.context().close();
  });

  it("a service level: its times by priority, its scope, and a duplicate name", async () => {
    const page = await open("service-levels");
    await page.getByRole("button", { name: "New service level" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Quick");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog
      .getByRole("alert")
      .getByText(/at least one target/)
      .waitFor();
    const urgent = dialog.getByRole("group", { name: "Urgent" });
    await urgent.getByRole("textbox", { name: "First reply" }).fill("15");
    await urgent.getByRole("textbox", { name: "Resolution" }).fill("4");
    await urgent.getByRole("button", { name: /Unit of Resolution/ }).click();
    await page.getByRole("option", { name: "hours" }).click();
    await dialog.getByText("Count business hours only").click();
    await dialog.getByText("Tickets", { exact: true }).click();
    await dialog.getByRole("switch", { name: /^Default/ }).press("Space");
    await lookAt(page, "settings-service-levels-dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /Quick/ })
      .getByText(/Urgent 15\s?m/)
      .waitFor();
    await lookAt(page, "settings-service-levels");
    const [made] = (await stage.read("/sla-policies")).data;
    assert.deepEqual(
      [made.name, made.targets, made.businessHoursOnly, made.isDefault, made.conditions.appliesTo],
      ["Quick", { urgent: { firstResponseMinutes: 15, nextResponseMinutes: null, resolutionMinutes: 240 } }, true, true, ["conversations"]],
    );
    await page.keyboard.press("c");
    await dialog.getByRole("textbox", { name: "Name" }).fill("quick");
    await dialog.getByRole("group", { name: "Low" }).getByRole("textbox", { name: "First reply" }).fill("30");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("This is already taken.").waitFor();
    await page.context().close();
  });

  it("privacy: retention, a customer's file and erasure, the organization's export and deletion", async () => {
    const { body: contact } = await stage.tenant.api.post("/api/v1/contacts", { name: "Paula Forgetme", email: "paula@example.com" });
    const page = await open("privacy");
    const retention = page.getByRole("form", { name: "How long data is kept" });
    await retention.getByRole("textbox", { name: "Audit log" }).fill("30");
    await retention.getByRole("textbox", { name: "Messages and notes" }).fill("400");
    await retention.getByRole("button", { name: "Save" }).click();
    await retention.getByText("This is outside the allowed range.").waitFor();
    await retention.getByRole("textbox", { name: "Audit log" }).fill("365");
    await page.keyboard.press("Enter");
    await page.getByText("Saved", { exact: true }).waitFor();
    const kept = await stage.read("/organization/retention");
    assert.deepEqual([kept.messagesDays, kept.auditDays, kept.mediaDays], [400, 365, null]);

    const requests = page.getByRole("region", { name: "Customer requests" });
    await requests.getByRole("combobox", { name: "Customer" }).fill("Paula");
    await page.getByRole("option", { name: "Paula Forgetme" }).click();
    await requests.getByRole("button", { name: "Create the file" }).click();
    const link = requests.getByRole("link", { name: "Download" });
    await link.waitFor();
    const address = new URL((await link.getAttribute("href")) ?? "", stage.url);
    const file = await fetch(address, { headers: { cookie: stage.people.owner.cookie } });
    assert.match(await file.text(), /Paula Forgetme/);
    await requests.getByRole("button", { name: "Erase", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase", exact: true }).click();
    await requests.getByText(`Erasure of ${contact.id}`).waitFor();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    assert.notEqual((await stage.tenant.api.get(`/api/v1/contacts/${contact.id}`)).body.name, "Paula Forgetme");

    const all = page.getByRole("region", { name: "Export everything" });
    await all.getByText("Include files").click();
    await all.getByRole("button", { name: "Create the export" }).click();
    await all.getByRole("link", { name: "Download" }).waitFor();
    assert.equal((await stage.read("/organization/exports")).data[0].includeMedia, false);

    const end = page.getByRole("region", { name: "Erase the organization" });
    await end.getByRole("button", { name: "Erase in seven days" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Something else");
    await dialog.getByRole("button", { name: "Erase in seven days" }).click();
    await dialog.locator(".error").waitFor();
    await dialog.getByRole("textbox").fill((await stage.read("/organization")).name);
    await dialog.getByRole("button", { name: "Erase in seven days" }).click();
    await end.getByText(/The organization will be erased/).waitFor();
    await lookAt(page, "settings-privacy");
    assert.equal((await stage.read("/organization/erasure")).erasure.status, "scheduled");
    await end.getByRole("button", { name: "Cancel the erasure" }).click();
    await end.getByRole("button", { name: "Erase in seven days" }).waitFor();
    assert.equal((await stage.read("/organization/erasure")).erasure.status, "cancelled");
    await page.context().close();
  });

  it("a personal shortcut replaces the default one everywhere; single keys can be switched off", async () => {
    const page = await open("shortcuts");
    const change = page.getByRole("button", { name: "Change the key: Contacts" });
    await change.click();
    await page.keyboard.press("g");
    await page.keyboard.press("y");
    await change.getByText("G Y").waitFor();
    await lookAt(page, "settings-shortcuts");
    await page.reload();
    await change.getByText("G Y").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("y");
    await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("G Y").waitFor();
    await page.keyboard.press("Escape");
    await page.goBack();

    // The contacts screen has been opened, so its shortcut can be changed here; its button then shows it there.
    await page.getByRole("button", { name: "Change the key: New contact" }).click();
    await page.keyboard.press("b");
    await page.goForward();
    const make = page.getByRole("button", { name: /New contact/ }).first();
    await make.getByText("B", { exact: true }).waitFor();
    await page.keyboard.press("c");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.keyboard.press("b");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.goBack();

    await page.getByRole("switch", { name: /^Single keys/ }).press("Space");
    await page.keyboard.press("?");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Reset all" }).click();
    await page.getByRole("button", { name: "Change the key: Contacts" }).getByText("G C").waitFor();
    await page.context().close();
  });

  it("the audit log says in a sentence who did what, and shows an entry's raw data", async () => {
    await stage.tenant.api.post("/api/v1/labels", { name: "Noted" });
    const page = await open("audit-log");
    await page.getByRole("row", { name: /^The API key .+ created the label Noted/ }).click();
    const raw = page.getByRole("dialog", { name: /created the label Noted/ });
    await raw.getByText("label.created").waitFor();
    await lookAt(page, "settings-audit-entry");
    await page.keyboard.press("Escape");
    await raw.waitFor({ state: "detached" });
    await page.setAppearance({ size: "phone" });
    await page.getByRole("row", { name: /created the label Noted/ }).waitFor();
    await lookAt(page, "settings-audit-log-phone");
    await page.context().close();
  });

  it("a viewer can read the settings but change nothing", async () => {
    const { body: field } = await stage.tenant.api.post("/api/v1/contact-fields", { key: "plan", label: "Plan", type: "text" });
    const page = await open("fields", "viewer");
    await page.getByRole("row", { name: /Plan/ }).waitFor();
    await assertReadOnly(page);
    await page.getByRole("link", { name: "Macros" }).click();
    await page.getByText("No macros yet").waitFor();
    await assertReadOnly(page);
    await page.getByRole("link", { name: "Divisions" }).click();
    await page.getByRole("row", { name: /Sales/ }).waitFor();
    await assertReadOnly(page);
    await page.getByRole("link", { name: "Service levels" }).click();
    await page.getByRole("row", { name: /Quick/ }).waitFor();
    await assertReadOnly(page);
    for (const name of ["Business hours", "Privacy"]) assert.equal(await page.getByRole("link", { name }).count(), 0);
    assert.equal((await stage.tenant.api.delete(`/api/v1/contact-fields/${field.id}`)).status, 200);
    await page.context().close();
  });

  async function assertReadOnly(page: StagePage) {
    const part = page.locator(".settings-part");
    assert.equal(await part.getByRole("button").count(), 0);
    await page.keyboard.press("c");
    assert.equal(await page.getByRole("dialog").count(), 0);
  }
});
