/** The panel next to a conversation, and what can be created in it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openThread } from "../../../../test/open-thread.ts";
import { type Stage, startStage, withoutBrowser } from "../../../../test/stage.ts";

describe("the panel next to a conversation", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("a ticket, a deal and an order are created from the conversation; people without the permission have no buttons for them", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("The rear leg is cracked");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("row", { name: /The rear leg is cracked/ }).click();
    const panel = page.getByRole("complementary", { name: /^About/ });
    await panel.getByText(/since \d{4}/).waitFor();
    await page.shoot("inbox-panel");
    const conversationId = new URL(page.url()).pathname.split("/").at(-1);

    await panel.getByRole("button", { name: "Ticket" }).click();
    await page.getByRole("dialog").getByLabel("Subject").fill("Cracked rear leg");
    await page.getByRole("button", { name: "Create ticket" }).click();
    await page.getByText("Ticket created").waitFor();
    const { body: tickets } = await stage.people.agent.api.get(`/api/v1/tickets?conversationId=${conversationId}`);
    assert.deepEqual(
      tickets.data.map((each: { subject: string; source: string }) => [each.subject, each.source]),
      [["Cracked rear leg", "inbox"]],
    );
    await panel.getByText("Cracked rear leg").waitFor();

    await panel.getByRole("button", { name: "Deal" }).click();
    await page.getByRole("dialog").getByLabel("Title").fill("A new dining set");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await panel.getByText("A new dining set").waitFor();
    const { body: deals } = await stage.people.agent.api.get(`/api/v1/deals?q=${encodeURIComponent("A new dining set")}`);
    const made = deals.data.find((each: { title: string }) => each.title === "A new dining set");
    assert.equal(made.conversationId, conversationId);

    await panel.getByRole("button", { name: "New order" }).click();
    const dialog = page.getByRole("dialog", { name: "New order" });
    await dialog.getByRole("button", { name: "Create order" }).click();
    await dialog.getByText("Fill this in.").waitFor();
    const item = dialog.getByRole("group", { name: "Item 1" });
    await item.getByRole("textbox", { name: "Item", exact: true }).fill("Rear leg");
    await item.getByRole("textbox", { name: "Quantity" }).fill("2");
    await item.getByRole("textbox", { name: "Unit price" }).fill("12.50");
    await dialog.getByRole("button", { name: "Add item" }).click();
    const second = dialog.getByRole("group", { name: "Item 2" });
    await second.getByRole("textbox", { name: "Item", exact: true }).fill("Screws");
    await second.getByRole("textbox", { name: "Unit price" }).fill("3");
    await dialog.getByRole("textbox", { name: "Shipping" }).fill("4.90");
    await dialog.getByRole("textbox", { name: "Shipping" }).blur();
    await dialog.getByRole("status").getByText("€32.90").waitFor();
    await page.axe();
    await page.shoot("order-new");
    await dialog.getByRole("button", { name: "Create order" }).click();
    await dialog.waitFor({ state: "detached" });
    const row = panel.getByRole("button", { name: /ORD-000001/ });
    await row.getByText("€32.90", { exact: false }).waitFor();
    const order = async () => (await stage.people.agent.api.get(`/api/v1/orders?number=ORD-000001`)).body.data[0];
    const { contactId, total, items } = await order();
    assert.deepEqual([contactId, total, items.length], [made.contactId, 32.9, 2]);

    await row.click();
    const opened = page.getByRole("dialog", { name: "Order ORD-000001" });
    await opened.getByRole("button", { name: /Status/ }).click();
    await page.getByRole("option", { name: "Paid" }).click();
    await opened.getByRole("button", { name: "Save" }).click();
    await opened.waitFor({ state: "detached" });
    await row.getByText("paid", { exact: true }).waitFor();
    assert.equal((await order()).status, "paid");
    await row.click();
    await opened.getByText("Items and amounts cannot change", { exact: false }).waitFor();
    assert.equal(await opened.getByRole("button", { name: /Delete|Add item/ }).count(), 0);
    await page.axe();
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await page.context().close();

    const viewer = await stage.open({ as: "viewer", path: `/inbox/all/${conversationId}` });
    const seen = viewer.getByRole("complementary", { name: /^About/ });
    await seen.getByText(/since \d{4}/).waitFor();
    assert.equal(await seen.getByRole("button", { name: /^(?:Ticket|Deal|New order)$/ }).count(), 0);
    await seen.getByText("ORD-000001", { exact: false }).waitFor();
    assert.equal(await seen.getByRole("button", { name: /ORD-000001/ }).count(), 0);
    await viewer.context().close();
  });

  it("once an agent notes that the customer has opted in again, the reply is possible at once", async () => {
    const customer = await stage.channels.photoSocial.customer(1);
    await customer.write("You may write to me again");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const id = await openThread(page, "You may write to me again");
    const { contactId } = await stage.read(`/conversations/${id}`);
    const reply = page.getByRole("textbox", { name: "Reply", exact: true });
    await reply.waitFor();
    // Somebody else opts the customer out, and this page closes its composer.
    assert.equal((await stage.tenant.api.patch(`/api/v1/contacts/${contactId}`, { optIn: "opted_out" })).status, 200);
    const closed = page.getByText("This customer has opted out of messages.");
    await closed.waitFor();
    const panel = page.getByRole("complementary", { name: /^About/ });
    await panel.getByRole("button", { name: /Consent to messages/ }).click();
    await page.getByRole("option", { name: "Opted in" }).click();
    await closed.waitFor({ state: "detached" });
    await reply.fill("Welcome back");
    await page.keyboard.press("ControlOrMeta+Enter");
    await customer.shows("the reply", ({ text }) => text === "Welcome back");
    await page.context().close();
  });

  it("every order of a contact can be opened, also the oldest of many", async () => {
    const made = await stage.tenant.api.post("/api/v1/contacts", { name: "Frieda Frequent", phone: "+447700900654" });
    assert.equal(made.status, 200, made.text);
    for (let n = 1; n <= 52; n++) {
      const order = { contactId: made.body.id, currency: "EUR", items: [{ name: `Chair ${n}`, quantity: 1, unitPrice: 10 }] };
      const { status, text } = await stage.tenant.api.post("/api/v1/orders", { ...order, number: `F-${n}` });
      assert.equal(status, 200, text);
    }
    const page = await stage.open({ as: "agent", path: `/contacts/${made.body.id}` });
    const panel = page.getByRole("complementary", { name: "Deals, orders and tickets" });
    const orders = panel.getByRole("button", { name: /F-\d+/ });
    await panel.getByText("50+").waitFor();
    assert.equal(await orders.count(), 5);
    const all = panel.getByRole("button", { name: "Show all" });
    const describedBy = await all.getAttribute("aria-describedby");
    assert.equal(await page.locator(`[id="${describedBy}"]`).textContent(), "Orders", "other sections may have such a button, too");
    await all.press("Enter");
    await orders.nth(49).waitFor();
    await panel.getByRole("group", { name: "Orders", exact: true }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Tab");
    await orders.nth(5).and(page.locator(":focus")).waitFor();
    await orders.nth(49).scrollIntoViewIfNeeded();
    await orders.nth(51).waitFor();
    await page.axe();
    await panel.getByText("52", { exact: true }).waitFor();
    await panel.getByRole("button", { name: /F-1\b/ }).click();
    await page.getByRole("dialog", { name: "Order F-1" }).getByRole("button", { name: "Save" }).waitFor();
    await page.context().close();
  });

  it("what is shown of one contact's records is not shown of the next one's", async () => {
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const panel = page.getByRole("complementary", { name: /^About/ });
    const all = panel.getByRole("button", { name: "Show all" });
    const ids: string[] = [];
    for (const [n, customer] of [await stage.channels.chatApp.customer(2), await stage.channels.chatApp.customer(3)].entries()) {
      await customer.write(`Half a dozen, customer ${n}`);
      const id = await openThread(page, `Half a dozen, customer ${n}`);
      ids.push(id);
      const { body } = await stage.tenant.api.get(`/api/v1/conversations/${id}`);
      for (let order = 1; order <= 6; order++) {
        const items = [{ name: "Stool", quantity: 1, unitPrice: 10 }];
        const made = await stage.tenant.api.post("/api/v1/orders", { contactId: body.contactId, currency: "EUR", items });
        assert.equal(made.status, 200, made.text);
      }
      await all.waitFor();
    }
    await all.click();
    await panel.getByRole("button", { name: /ORD-/ }).nth(5).waitFor();
    await openThread(page, "Half a dozen, customer 0");
    await panel.getByRole("button", { name: /ORD-/ }).first().waitFor();
    await all.waitFor();
    assert.equal(await panel.getByRole("button", { name: /ORD-/ }).count(), 5);
    await page.context().close();
  });

  it("an SLA target counts down in row and panel until the answer; the rail counts unread conversations", async () => {
    const made = await stage.people.owner.api.post("/api/v1/sla-policies", {
      name: "Standard promise",
      isDefault: true,
      targets: Object.fromEntries(["low", "medium", "high", "urgent"].map((each) => [each, { firstResponseMinutes: 12 }])),
    });
    assert.equal(made.status, 200, made.text);
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const unread = (words: string) => page.getByRole("link", { name: words, exact: true });
    await unread("Inbox").waitFor();
    const customer = await stage.channels.chatApp.customer(1);
    await customer.write("When does the fitter come?");
    const row = page.getByRole("row", { name: /When does the fitter come/ });
    await row.getByText(/^due in 1[12]\sm/).waitFor();
    await unread("Inbox, 1 unread").waitFor();
    await row.click();
    const level = page.getByRole("complementary", { name: /^About/ }).getByRole("region", { name: "Service level" });
    await level.getByText("First reply", { exact: true }).waitFor();
    await level.getByText("Standard promise").waitFor();
    const share = Number(await level.getByRole("meter", { name: "First reply" }).getAttribute("aria-valuenow"));
    assert.ok(share >= 0 && share < 0.5, `${share} of the wait has passed`);
    await unread("Inbox").waitFor();
    await page.axe();
    await page.shoot("inbox-service-level");
    await page.getByRole("textbox", { name: "Reply" }).fill("On Thursday after four.");
    await page.keyboard.press("Enter");
    await level.getByText("Met", { exact: true }).waitFor();
    await level.getByText(/^First reply after/).waitFor();
    assert.equal(await level.getByRole("meter").count(), 0);
    await row.getByText(/^due in/).waitFor({ state: "detached" });
    await page.context().close();
  });

  it("the page has its own font, which is fetched once and is ready at the first paint", async () => {
    const page = await stage.open({ as: null, path: "/sign-in" });
    const fonts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "font") fonts.push(new URL(request.url()).pathname);
    });
    await page.reload();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const loaded = await page.evaluate(() => [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family));
    assert.ok(
      loaded.some((family) => /^"?Inter"?$/.test(family)),
      loaded.join(", "),
    );
    const preloaded = await page.locator("link[rel=preload][as=font]").getAttribute("href");
    assert.deepEqual(fonts, [preloaded]);
    await page.context().close();
  });
});
