/** The administration as the installation's operator uses it; each effect is read back from the API. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import type { TestPerson, TestTenant } from "@parley/server/test/harness.ts";
import { keyboardOf } from "../../../test/keyboard/page-keyboard.ts";
import { startGateway } from "../../../test/payment-gateway.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("administration", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let platform: TestTenant;
  let petra: TestPerson;
  let organizationId: string;
  before(async () => {
    stage = await startStage();
    platform = await stage.t.tenant({ kind: "platform" });
    petra = await stage.t.person(platform.id, { role: "owner", platformAdmin: true, name: "Petra Platform" });
    organizationId = (await stage.tenant.api.get("/api/v1/organization")).body.id;
  });
  after(() => stage?.stop());

  const open = (path: string) => stage.open({ as: petra, path });
  const read = async (path: string) => (await platform.api.get(`/api/v1/admin/${path}`)).body;

  it("an organization is found, credited, renamed, suspended and reactivated; another is created", async () => {
    const page = await open("/inbox/mine");
    await page.getByRole("link", { name: "Administration" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await page.getByText("No job has failed").waitFor();
    await page.axe();
    await page.shoot("admin-overview");
    const nav = page.getByRole("navigation", { name: "Administration" });
    await nav.getByRole("link", { name: "Organizations" }).click();
    await page.getByRole("searchbox", { name: "Find an organization" }).fill("northwind");
    const row = page.getByRole("row", { name: /Northwind Outdoor/ });
    await page.waitForURL(/q=northwind/);
    await row.waitFor();
    await page.axe();
    await page.shoot("admin-organizations");
    await row.click();
    await page.getByRole("heading", { name: "Northwind Outdoor" }).waitFor();
    await page.getByRole("row", { name: /Ada Agent/ }).waitFor();
    await page.getByRole("button", { name: "Credit or adjust" }).click();
    const credit = page.getByRole("dialog", { name: "Credit or adjust" });
    await credit.getByRole("textbox", { name: "Amount" }).fill("-5");
    await page.keyboard.press("Tab");
    await page.axe();
    await credit.getByRole("button", { name: "Adjust" }).click();
    await credit.locator(".error").first().waitFor();
    await credit.getByRole("textbox", { name: "Amount" }).fill("25");
    await credit.getByRole("textbox", { name: "Reason" }).fill("Goodwill");
    await credit.getByRole("button", { name: "Credit", exact: true }).click();
    await credit.waitFor({ state: "detached" });
    await page.locator(".billing-stats").getByText("$25", { exact: true }).waitFor();
    assert.equal((await stage.tenant.api.get("/api/v1/billing/balance")).body.balance, 25);
    await page.axe();
    await page.shoot("admin-organization", { full: true });

    await page.getByRole("button", { name: "Suspend" }).first().click();
    const confirm = page.getByRole("alertdialog");
    await page.axe();
    await confirm.getByRole("button", { name: "Suspend" }).click();
    await page.getByText("Its keys and sessions are rejected.", { exact: false }).waitFor();
    await eventually("its keys are refused", async () => (await stage.tenant.api.get("/api/v1/me")).status === 401);
    await page.shoot("admin-suspended");
    await page.getByRole("button", { name: "Reactivate" }).first().click();
    await eventually("they work again", async () => (await stage.tenant.api.get("/api/v1/me")).status === 200);

    await nav.getByRole("link", { name: "Organizations" }).click();
    await page.keyboard.press("c");
    const making = page.getByRole("dialog", { name: "New organization" });
    await making.getByLabel("Name", { exact: true }).fill("Harbour Bakery");
    await making.getByLabel("Owner’s email").fill("owner@bakery.example");
    await page.axe();
    await making.getByRole("button", { name: "Create and invite" }).click();
    await page.getByRole("heading", { name: "Harbour Bakery" }).waitFor();
    const [made] = (await read("organizations?q=bakery")).data;
    assert.deepEqual([made.name, made.kind, made.status], ["Harbour Bakery", "business", "active"]);
    await page.context().close();
  });

  it("a suspended person is signed out at once and cannot sign in again", async () => {
    const thrown = await stage.open({ as: "agent", path: "/inbox/mine" });
    await thrown.getByRole("link", { name: "Contacts" }).first().waitFor();
    const page = await open("/admin/people");
    await page.getByRole("searchbox", { name: "Find a person" }).fill(stage.people.agent.email);
    const row = page.getByRole("row", { name: /Ada Agent/ });
    await page.waitForURL(/q=/);
    await row.getByRole("button", { name: "Suspend" }).click();
    const confirm = page.getByRole("alertdialog", { name: "Suspend Ada Agent" });
    await page.axe();
    await confirm.getByRole("button", { name: "Suspend" }).click();
    await thrown.waitForURL(/\/sign-in/);
    await row.getByText("by the platform").waitFor();
    await page.axe();
    await page.shoot("admin-people");
    assert.equal((await stage.people.agent.api.get("/api/v1/me")).status, 401);
    await thrown.getByLabel("Email", { exact: true }).fill(stage.people.agent.email);
    await thrown.getByLabel("Password", { exact: true }).fill(stage.people.agent.password);
    await thrown.getByRole("button", { name: "Sign in", exact: true }).click();
    await thrown.getByRole("alert").waitFor();
    await row.getByRole("button", { name: "Reactivate" }).click();
    await row.getByText("active", { exact: true }).waitFor();
    await thrown.context().close();
    await page.context().close();
  });

  it("failed work of a queue is retried", async () => {
    const site = await stage.receiver();
    site.answer({ kind: "status", status: 404 });
    const source = { kind: "url", name: "Terms", url: `${site.url}/terms` };
    const { body } = await stage.tenant.api.post("/api/v1/knowledge/sources", source);
    const state = async () => (await stage.tenant.api.get(`/api/v1/knowledge/sources/${body.id}`)).body.status;
    await eventually("it cannot be read", async () => (await state()) === "failed");
    const page = await open("/admin/queues");
    const row = page.getByRole("row", { name: /Knowledge sources/ });
    await row.getByText("1", { exact: true }).waitFor();
    await page.axe();
    await page.shoot("admin-queues");
    const text = "# Terms\n\nUnworn shoes can be sent back within sixty days of delivery.";
    site.answer({ kind: "status", status: 200, headers: { "content-type": "text/plain" }, body: text });
    await row.getByText("Knowledge sources").click();
    const drawer = page.getByRole("dialog", { name: "Failed: Knowledge sources" });
    await drawer.getByRole("row", { name: /The address says that there is no such page/ }).waitFor();
    await page.axe();
    await page.shoot("admin-failed-work");
    await drawer.getByRole("button", { name: "Retry", exact: true }).click();
    await drawer.getByText("Nothing has failed").waitFor();
    await eventually("it is read", async () => (await state()) === "ready");
    await drawer.getByRole("button", { name: "Close" }).click();
    await drawer.waitFor({ state: "detached" });

    // All of a queue's failed work at once.
    site.answer({ kind: "status", status: 404 });
    await stage.tenant.api.post(`/api/v1/knowledge/sources/${body.id}/refresh`);
    await eventually("it failed again", async () => (await read("queues/knowledge/failed")).data.length === 1);
    site.answer({ kind: "status", status: 200, headers: { "content-type": "text/plain" }, body: `${text} Or ninety.` });
    await row.getByRole("button", { name: /^Retry all/ }).click();
    await page.getByText("Knowledge sources: 1 requeued").waitFor();
    await eventually("it is read again", async () => (await read("queues/knowledge/failed")).data.length === 0);
    await page.context().close();
  });

  it("an unreadable callback is discarded", async () => {
    const { ids, database } = stage.t.app;
    await database.worker({
      text: `insert into inbound_events (tenant_id, channel_id, provider_event_id, seq, rank, payload, state, attempts, run_at, last_error,
               received_at, processed_at)
             values ($1, $2, 'unreadable', $3, 0, '{}', 'failed', 10, now(), 'This is no message.', now(), now())`,
      values: [stage.tenant.id, ids.uuid(), ids.uuid()],
    });
    const page = await open("/admin/queues/inbound");
    const drawer = page.getByRole("dialog", { name: "Failed: Platform callbacks" });
    const row = drawer.getByRole("row", { name: /This is no message/ });
    await row.getByRole("button", { name: "Discard" }).click();
    await page.axe();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await drawer.getByText("Nothing has failed").waitFor();
    assert.deepEqual((await read("queues/inbound/failed")).data, []);
    const [event] = (await read("webhook-events?direction=inbound")).data;
    assert.deepEqual([event.state, event.outcome], ["done", "ignored"]);
    await page.context().close();
  });

  it("prices, the gateway, subscriptions and apps are changed", async () => {
    const page = await open("/admin/prices");
    await page.getByRole("button", { name: "New price" }).waitFor();
    await page.keyboard.press("c");
    const price = page.getByRole("dialog", { name: "New price" });
    await price.getByRole("textbox", { name: "Model" }).fill("large-chat");
    await price.getByRole("textbox", { name: "Per request" }).fill("0.0125");
    await page.keyboard.press("Tab");
    await page.axe();
    await price.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("row", { name: /large-chat/ })
      .getByText("$0.0125")
      .waitFor();
    assert.deepEqual(
      (await read("billing/pricing")).data.map((each: { modelName: string }) => each.modelName),
      ["large-chat"],
    );
    await page.axe();
    await page.shoot("admin-prices");

    const nav = page.getByRole("navigation", { name: "Administration" });
    const gateway = await startGateway(stage);
    await nav.getByRole("link", { name: "Payment gateway" }).click();
    await page.getByLabel("API URL").fill(gateway.url);
    await page.getByLabel("Secret key", { exact: true }).fill("not-this-one");
    await page.getByRole("switch", { name: "Accept payments" }).press("Space");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Test" }).click();
    await page.getByText("The gateway is not working").waitFor();
    await page.axe();
    await page.shoot("admin-gateway");
    await page.getByLabel("Secret key", { exact: true }).fill(gateway.secretKey);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Test" }).click();
    await page.getByText("The gateway is reachable").waitFor();
    const { enabled, testError } = await read("gateway/settings");
    assert.deepEqual([enabled, testError], [true, null]);
    await page.getByRole("checkbox", { name: "Remove the secret key" }).press("Space");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("form .error").first().waitFor();
    const kept = await read("gateway/settings");
    assert.deepEqual([kept.enabled, kept.hasSecretKey], [true, true], "payments are not switched off without anybody asking for it");
    await gateway.close();

    await nav.getByRole("link", { name: "Subscriptions" }).click();
    await page
      .getByRole("row", { name: /Northwind/ })
      .getByRole("button", { name: "Change" })
      .click();
    const terms = page.getByRole("dialog", { name: /^Subscription of/ });
    await terms.getByRole("textbox", { name: "Plan" }).fill("Team");
    await terms.getByRole("textbox", { name: "Price" }).fill("49");
    await page.keyboard.press("Tab");
    await page.axe();
    await terms.getByRole("button", { name: "Save" }).click();
    await terms.waitFor({ state: "detached" });
    const { itemName, billingAmount } = (await stage.tenant.api.get("/api/v1/billing/subscription")).body;
    assert.deepEqual([itemName, billingAmount], ["Team", 49]);
    await page.shoot("admin-subscriptions");
    await page.axe();

    await nav.getByRole("link", { name: "Apps" }).click();
    const { appId } = (await stage.tenant.api.get("/api/v1/billing/balance")).body;
    const app = (await read(`apps/${appId}`)).name;
    const sends = page.getByRole("switch", { name: `Sending for ${app}` });
    const hands = keyboardOf(page);
    await hands.tabTo("the apps", page.locator("tbody [role=row]"));
    await hands.arrowTo("its row", page.getByRole("row").filter({ has: sends }));
    await hands.arrowTo("its switch", sends, "ArrowRight");
    await hands.press("Space");
    await page.getByText("can no longer send", { exact: false }).waitFor();
    assert.equal((await read(`apps/${appId}`)).isActive, false);
    await page.axe();
    await page.context().close();
  });

  it("callbacks, the audit log, balances, payments and erasures are shown", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Is anybody there?");
    const page = await open("/admin/webhook-events?direction=inbound");
    const row = page.getByRole("row", { name: /callback/ }).first();
    await row.getByText("from a platform").waitFor();
    await page.axe();
    await row.getByText("from a platform").click();
    await page.getByRole("dialog").locator("dl").waitFor();
    await page.axe();
    await page.shoot("admin-webhook-event");
    await page.goto(`${stage.url}/admin/audit-log?organizationId=${organizationId}&action=organization.updated`);
    await page
      .getByRole("row", { name: /organization.updated/ })
      .first()
      .waitFor();
    await page.axe();
    await page.shoot("admin-audit");
    for (const [part, text] of [
      ["health", "Event log consumers"],
      ["balances", "Northwind Outdoor"],
      ["payment-requests", "No payments yet"],
      ["erasures", "No organization is being erased"],
      ["exports", "No organization has exported its data"],
    ]) {
      await page.goto(`${stage.url}/admin/${part}`);
      await page
        .getByText(text ?? "")
        .first()
        .waitFor();
      await page.axe();
      await page.shoot(`admin-${part}`);
    }
    await page.goto(`${stage.url}/admin/overview`);
    await page.locator(".billing-stats").waitFor();
    await page.setAppearance({ theme: "dark", size: "phone" });
    await page.axe();
    await page.shoot("admin-phone-dark");
    await page.setAppearance({ theme: "light", size: "desktop", language: "ar" });
    await page.locator("html[dir=rtl] .billing-stats").waitFor();
    await page.axe();
    await page.shoot("admin-ar");
    await page.context().close();
  });

  it("an ordinary owner sees none of it, and the server refuses it as well", async () => {
    const page = await stage.open({ as: "owner", path: "/settings/profile" });
    await page.getByRole("link", { name: "Profile" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Administration" }).count(), 0);
    await page.goto(`${stage.url}/admin/organizations`);
    await page.getByText("Page not found").waitFor();
    const { api } = stage.people.owner;
    for (const path of ["organizations", "members", "queues/stats", "gateway/settings", "billing/organizations"])
      assert.equal((await api.get(`/api/v1/admin/${path}`)).status, 403, path);
    assert.equal((await api.post(`/api/v1/admin/users/${stage.people.agent.userId}/suspend`)).status, 403);
    await page.context().close();
  });
});
