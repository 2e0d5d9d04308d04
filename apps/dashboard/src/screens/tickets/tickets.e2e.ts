/** The ticket list: its filters are in the URL, in the API's terms. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("the tickets", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
    for (const [subject, priority, dueAt] of [
      ["The desk is scratched", "urgent", "2031-01-01T09:00:00.000Z"],
      ["Two parcels, one arrived", "low", "2031-01-02T09:00:00.000Z"],
      ["Invoice to another address", "urgent", null],
    ])
      assert.equal((await stage.tenant.api.post("/api/v1/tickets", { subject, priority, dueAt })).status, 200);
  });
  after(() => stage?.stop());

  it("are filtered by keyboard, searched, and the same after a reload", async () => {
    const page = await stage.open({ as: "agent", path: "/tickets" });
    const rows = page.getByRole("grid", { name: "Tickets" }).getByRole("row");
    await rows.nth(2).waitFor();
    assert.deepEqual(await page.getByRole("radiogroup", { name: "Status" }).getByRole("radio").allInnerTexts(), [
      ...["Open", "In progress", "Pending", "Resolved", "Closed"],
    ]);
    await page.keyboard.press("f");
    const filters = page.getByRole("dialog", { name: "Filter" });
    await filters.getByRole("button", { name: /Priority/ }).click();
    await page.getByRole("option", { name: "Urgent" }).click();
    await page.axe();
    await page.keyboard.press("Escape");
    await filters.waitFor({ state: "detached" });
    await page.waitForURL(/priority=urgent/);
    await rows.filter({ hasText: "Two parcels" }).waitFor({ state: "detached" });
    assert.equal(await rows.count(), 2);
    await page.keyboard.press("/");
    await page.keyboard.type("desk");
    await page.waitForURL(/\/tickets\?.*q=desk/);
    await rows.filter({ hasText: "Invoice" }).waitFor({ state: "detached" });
    await page.reload();
    await rows.filter({ hasText: "The desk is scratched" }).waitFor();
    assert.equal(await rows.count(), 1, "the address has it all");
    await page.shoot("tickets-filtered");
    await page.getByRole("button", { name: "Remove the filter Priority" }).click();
    await page.getByRole("searchbox", { name: "Subject or number" }).fill("");
    await rows.nth(2).waitFor();
    assert.equal(new URL(page.url()).search, "");
    await page.getByRole("searchbox", { name: "Subject or number" }).fill("nothing like it");
    await page.getByText("Nothing matches the filters").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows.nth(2).waitFor();
    await page.context().close();
  });

  it("are in the selected order, where sorting is available", async () => {
    const page = await stage.open({ as: "agent", path: "/tickets" });
    const rows = page.getByRole("grid", { name: "Tickets" }).getByRole("row");
    await rows.nth(2).waitFor();
    await page.getByRole("button", { name: "Sort" }).click();
    await page.getByRole("menuitemradio", { name: "Due soonest first" }).click();
    await page.waitForURL(/sort=dueAt/);
    await rows.filter({ hasText: "Invoice" }).waitFor({ state: "detached" });
    // Before they load there are no rows.
    await rows.nth(1).waitFor();
    assert.match((await rows.allInnerTexts()).join("|"), /desk is scratched.*\|.*Two parcels/s);
    await page.getByRole("radio", { name: "Resolved" }).click();
    await page.getByText("No tickets").first().waitFor();
    assert.equal(await page.getByRole("button", { name: "Sort" }).count(), 0, "what is resolved is not due");
    await page.context().close();
  });

  it("a ticket is edited next to the list, in a drawer if there is less space, and closed again on a phone", async () => {
    const { body } = await stage.tenant.api.get("/api/v1/tickets?q=scratched");
    const [{ id }] = body.data;
    const page = await stage.open({ as: "agent", path: "/tickets" });
    await page.getByRole("button", { name: "Open the first ticket" }).waitFor();
    await page.goto(`${stage.url}/tickets/${id}`);
    const facts = page.getByRole("complementary", { name: "Details" });
    await facts.getByRole("button", { name: /Priority/ }).click();
    await page.getByRole("option", { name: "High" }).click();
    await facts.getByRole("button", { name: /High/ }).waitFor();
    // What is shown may not be stored yet.
    const stored = async () => (await stage.tenant.api.get(`/api/v1/tickets/${id}`)).body;
    await eventually("its priority is stored", async () => (await stored()).priority === "high");
    await page.axe();

    await page.setAppearance({ size: { width: 900, height: 800 } });
    await facts.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Details" }).click();
    const drawer = page.getByRole("dialog", { name: "Details" });
    await drawer.getByRole("button", { name: /Status/ }).click();
    await page.getByRole("option", { name: "In progress" }).click();
    await page.axe();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await eventually("its status is stored", async () => (await stored()).status === "in_progress");
    await page.shoot("ticket-between");
    await page.context().close();

    const phone = await stage.open({ as: "agent", path: `/tickets/${id}`, size: "phone" });
    await phone.getByRole("heading", { level: 2, name: "The desk is scratched" }).waitFor();
    assert.equal(await phone.getByRole("radiogroup", { name: "Status" }).isVisible(), false, "the ticket has the screen to itself");
    await phone.axe();
    await phone.shoot("ticket-phone");
    await phone.getByRole("link", { name: "Back to the list" }).click();
    await phone.getByRole("row", { name: /Two parcels/ }).waitFor();
    assert.equal(new URL(phone.url()).pathname, "/tickets");
    await phone.context().close();
  });

  it("a ticket is created with its category and custom fields, and refused without required ones", async () => {
    const define = async (path: string, body: object) => assert.equal((await stage.tenant.api.post(`/api/v1/${path}`, body)).status, 200);
    await define("ticket-categories", { name: "Returns" });
    await define("ticket-fields", { key: "order_number", label: "Order number", type: "text", required: true });
    await define("ticket-fields", { key: "parcels", label: "Parcels", type: "number" });
    await define("ticket-fields", { key: "reason", label: "Reason", type: "select", options: ["Broken", "Too small"] });
    const page = await stage.open({ as: "agent", path: "/tickets" });
    await page.getByRole("row").first().waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New ticket" });
    await dialog.getByLabel("Subject").fill("The tent has a hole");
    await dialog.getByRole("button", { name: /Category/ }).click();
    await page.getByRole("option", { name: "Returns" }).click();
    const parcels = dialog.getByRole("textbox", { name: "Parcels" });
    await parcels.pressSequentially("two");
    assert.equal(await parcels.inputValue(), "", "a number takes no letters");
    await parcels.fill("2");
    await dialog.getByRole("button", { name: /Reason/ }).click();
    await page.getByRole("option", { name: "Broken" }).click();
    await dialog.getByRole("button", { name: "Create ticket" }).click();
    await dialog.getByText("Fill this in.").waitFor();
    assert.equal(await dialog.getByLabel("Order number").getAttribute("aria-invalid"), "true");
    await page.axe();
    await page.shoot("ticket-new-fields");
    await dialog.getByLabel("Order number").fill("2291");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 2, name: "The tent has a hole" }).waitFor();
    const { body } = await stage.tenant.api.get("/api/v1/tickets?q=tent");
    assert.deepEqual(
      [body.data[0].category, body.data[0].customFields],
      ["Returns", { order_number: "2291", parcels: 2, reason: "Broken" }],
    );
    await page.context().close();
  });

  it("its due date and labels are edited; once closed, a sentence says why nothing can be written, and a follow-up goes on", async () => {
    assert.equal((await stage.tenant.api.post("/api/v1/labels", { name: "Fragile" })).status, 200);
    const made = await stage.tenant.api.post("/api/v1/tickets", {
      ...{ subject: "The lamp flickers", dueAt: "2031-03-01T09:00:00.000Z", customFields: { order_number: "2292" } },
    });
    assert.equal(made.status, 200, made.text);
    const { id } = made.body;
    const stored = async () => (await stage.tenant.api.get(`/api/v1/tickets/${id}`)).body;
    const page = await stage.open({ as: "agent", path: `/tickets/${id}` });
    const facts = page.getByRole("complementary", { name: "Details" });
    await facts.getByRole("button", { name: /^Edit Labels: / }).click();
    const labels = facts.getByRole("group", { name: "Labels" });
    await labels.getByRole("combobox").pressSequentially("Fragile,");
    await labels.getByRole("combobox").pressSequentially("lamps");
    await page.keyboard.press("Enter");
    await eventually("both labels are stored", async () => (await stored()).labels.join() === "Fragile,lamps");
    await facts.getByRole("button", { name: "Edit Labels: Fragile, lamps" }).click();
    await labels.getByRole("button", { name: "Remove Fragile" }).click();
    await labels.getByRole("button", { name: "Save" }).click();
    await eventually("one is removed", async () => (await stored()).labels.join() === "lamps");
    await facts.getByRole("button", { name: /^Edit Due: / }).click();
    const due = facts.getByRole("group", { name: "Due" }).first();
    await due.getByRole("spinbutton", { name: /^year/ }).click();
    await page.keyboard.type("2032");
    await due.getByRole("spinbutton", { name: /^hour/ }).click();
    await page.keyboard.type("13");
    await page.axe();
    await page.shoot("ticket-due");
    await page.keyboard.press("Enter");
    await eventually("the due date is stored", async () => (await stored()).dueAt === "2032-03-01T12:00:00.000Z");
    const log = page.getByRole("region", { name: "Activity" });
    await log.getByText("Labels: None → Fragile and lamps").waitFor();
    await log.getByText("Due: 1 Mar 2031, 10:00 → 1 Mar 2032, 13:00").waitFor();

    const comment = page.getByRole("textbox", { name: "Comment" });
    await comment.waitFor();
    assert.equal((await stage.tenant.api.patch(`/api/v1/tickets/${id}`, { status: "resolved" })).status, 200);
    await facts.locator(`time[datetime="${(await stored()).autoCloseAt}"]`).waitFor();
    await page.shoot("ticket-resolved");
    assert.equal((await stage.tenant.api.patch(`/api/v1/tickets/${id}`, { status: "closed" })).status, 200);
    await page.getByText("This ticket is closed: it can no longer be changed or commented on.", { exact: false }).waitFor();
    assert.equal(await comment.count(), 0);
    assert.equal(await facts.getByRole("button").count(), 0, "nothing can be edited");
    await page.axe();
    assert.equal(await log.getByText("autoCloseAt").count(), 0, "no fields without a name");
    await page.shoot("ticket-closed");
    await page.setAppearance({ size: "phone", language: "ar" });
    await page.locator("html[dir=rtl] .ticket-comment").waitFor();
    await page.shoot("ticket-closed-phone-ar");
    await page.setAppearance({ size: "desktop", language: "en" });
    await page.getByRole("button", { name: "Create follow-up ticket" }).click();
    await page.waitForURL((url) => /\/tickets\/tkt_/.test(url.pathname) && !url.pathname.endsWith(id));
    await comment.waitFor();
    await page.shoot("ticket-follow-up");
    await page.getByRole("link", { name: new RegExp(`Follow-up of #${made.body.number}.*The lamp flickers`) }).click();
    await page.waitForURL((url) => url.pathname.endsWith(id));
    await page.context().close();
  });

  it("a viewer can filter but not create tickets", async () => {
    const page = await stage.open({ as: "viewer", path: "/tickets?priority=low", size: "phone" });
    await page.getByRole("row", { name: /Two parcels/ }).waitFor();
    assert.equal(await page.getByRole("row").count(), 1);
    assert.equal(await page.getByRole("button", { name: "New ticket" }).count(), 0);
    await page.axe();
    await page.shoot("tickets-phone");
    await page.context().close();
  });
});
