/** A form whose response is lost is submitted again by its person: what it does is done once. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import type { TestPerson, TestTenant } from "@parley/server/test/harness.ts";
import { type Relay, startRelay } from "./relay.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "./stage.ts";

describe("a form whose response is lost", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let relay: Relay;
  let platform: TestTenant;
  let petra: TestPerson;
  let organizationId: string;
  before(async () => {
    stage = await startStage();
    relay = await startRelay(stage.url);
    platform = await stage.t.tenant({ kind: "platform" });
    petra = await stage.t.person(platform.id, { role: "owner", platformAdmin: true });
    organizationId = (await stage.tenant.api.get("/api/v1/organization")).body.id;
  });
  after(async () => {
    await stage?.stop();
    await relay?.close();
  });

  const count = async (path: string, tenant: TestTenant = stage.tenant): Promise<number> => {
    const { status, body, text } = await tenant.api.get(`/api/v1/${path}`);
    assert.equal(status, 200, text);
    return body.data.length;
  };

  /** Presses, loses the response and the line, and presses again once the failure is shown. @returns what was made */
  async function pressTwice(page: StagePage, press: () => Promise<void>, failed: () => Promise<void>, made: () => Promise<number>) {
    const before = await made();
    relay.dropResponses();
    await press();
    await eventually("the server has done it", async () => (await made()) > before);
    relay.cut();
    await failed();
    relay.restore();
    await page
      .getByRole("status")
      .filter({ hasText: /^Live$/ })
      .waitFor();
    await press();
    return async () => (await made()) - before;
  }
  const close = async (page: StagePage) => {
    const expected = /fetching the script|^503 GET |ConnectionError: GET/;
    if (page.recordedErrors.some((complaint) => expected.test(complaint))) page.expectError(expected);
    await page.context().close();
  };

  it("credits an organization once", async () => {
    const page = await stage.open({ as: petra, path: `/admin/organizations/${organizationId}`, through: relay.url });
    await page.getByRole("button", { name: "Credit or adjust" }).click();
    const dialog = page.getByRole("dialog", { name: "Credit or adjust" });
    await dialog.getByRole("textbox", { name: "Amount" }).fill("500");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Goodwill");
    const made = await pressTwice(
      page,
      () => dialog.getByRole("button", { name: "Credit", exact: true }).click(),
      () => dialog.getByRole("alert").waitFor(),
      () => count(`admin/billing/organizations/${organizationId}/transactions`, platform),
    );
    await dialog.waitFor({ state: "detached" });
    assert.equal(await made(), 1);
    // The same again, once it is known to have been done, is another credit.
    await page.getByRole("button", { name: "Credit or adjust" }).click();
    await dialog.getByRole("textbox", { name: "Amount" }).fill("500");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Goodwill");
    await dialog.getByRole("button", { name: "Credit", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal(await made(), 2);
    await close(page);
  });

  it("creates a ticket and a comment once", async () => {
    const page = await stage.open({ as: "agent", path: "/tickets", through: relay.url });
    await page.getByRole("button", { name: "New ticket" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New ticket" });
    await dialog.getByLabel("Subject").fill("The tent has a hole");
    const tickets = await pressTwice(
      page,
      () => dialog.getByRole("button", { name: "Create ticket" }).click(),
      () => dialog.getByRole("alert").waitFor(),
      () => count("tickets?q=tent"),
    );
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 2, name: "The tent has a hole" }).waitFor();
    assert.equal(await tickets(), 1);
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const field = page.getByRole("textbox", { name: "Comment" });
    await field.fill("A photo is on its way");
    const form = page.locator("form.ticket-comment");
    const comments = await pressTwice(
      page,
      () => form.getByRole("button", { name: "Comment" }).click(),
      () => form.getByRole("alert").waitFor(),
      () => count(`tickets/${id}/activity`),
    );
    await eventually("it is sent", async () => (await field.inputValue()) === "");
    assert.equal(await comments(), 1);
    await close(page);
  });

  it("begins a conversation with one template", async () => {
    const { api, channelId } = { api: stage.tenant.api, channelId: stage.channels.chatApp.id };
    const contact = await api.post("/api/v1/contacts", { name: "Nora Newcomer", phone: "+447700900321" });
    assert.equal(contact.status, 200, contact.text);
    assert.equal((await api.post(`/api/v1/channels/${channelId}/templates/sync`, {})).status, 200);
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url });
    await page.getByRole("button", { name: "New conversation" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New conversation" });
    await dialog.getByRole("combobox", { name: "Contact" }).fill("Nora");
    await page.getByRole("option", { name: /Nora Newcomer/ }).click();
    const send = dialog.getByRole("button", { name: "Send template" });
    await send.waitFor();
    for (const field of await dialog.getByRole("textbox").all()) await field.fill("Nora");
    const messages = async () => {
      const { body } = await api.get(`/api/v1/conversations?contactId=${contact.body.id}`);
      const counts = await Promise.all((body.data as { id: string }[]).map(({ id }) => count(`conversations/${id}/messages`)));
      return counts.reduce((sum, each) => sum + each, 0);
    };
    const made = await pressTwice(
      page,
      () => send.click(),
      () => page.getByText("The server did not respond").waitFor(),
      messages,
    );
    await page.waitForURL(/\/inbox\/all\/conv_/);
    assert.equal(await made(), 1);
    await close(page);
  });

  it("creates an order and a deal once, and runs a macro once", async () => {
    const macro = await stage.people.supervisor.api.post("/api/v1/macros", {
      ...{ name: "Ask the warehouse", visibility: "shared" },
      actions: [{ type: "add_note", text: "Ask the warehouse" }],
    });
    assert.equal(macro.status, 200, macro.text);
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("The rear leg is broken");
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url });
    await page.getByRole("row", { name: /rear leg is broken/ }).click();
    const panel = page.getByRole("complementary", { name: /^About/ });
    await panel.getByRole("button", { name: "New order" }).click();
    const dialog = page.getByRole("dialog");
    const item = dialog.getByRole("group", { name: "Item 1" });
    await item.getByRole("textbox", { name: "Item", exact: true }).fill("Rear leg");
    await item.getByRole("textbox", { name: "Unit price" }).fill("12.50");
    const conversationId = new URL(page.url()).pathname.split("/").at(-1);
    const orders = await pressTwice(
      page,
      () => dialog.getByRole("button", { name: "Create order" }).click(),
      () => dialog.getByRole("alert").waitFor(),
      () => count("orders"),
    );
    await dialog.waitFor({ state: "detached" });
    assert.equal(await orders(), 1);

    await panel.getByRole("button", { name: "Deal" }).click();
    await dialog.getByLabel("Title").fill("A new dining set");
    const deals = await pressTwice(
      page,
      () => dialog.getByRole("button", { name: "Save" }).click(),
      () => dialog.getByRole("alert").waitFor(),
      () => count("deals"),
    );
    await dialog.waitFor({ state: "detached" });
    assert.equal(await deals(), 1);

    const runs = await pressTwice(
      page,
      async () => {
        await page.getByRole("button", { name: "Run a macro" }).click();
        await page.getByRole("menuitem", { name: /Ask the warehouse/ }).click();
      },
      () => page.getByText("The server did not respond").waitFor(),
      () => count(`conversations/${conversationId}/messages`),
    );
    await page.getByText("Ran Ask the warehouse").waitFor();
    assert.equal(await runs(), 1);
    await close(page);
  });
});
