/** Billing as an owner uses it: a top-up is paid on the gateway's own page, and each effect is read back from the API. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type InvoiceGateway, startUsedGateway } from "../../../../test/payment-gateway.ts";
import { type Stage, startStage, withoutBrowser } from "../../../../test/stage.ts";

describe("billing", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let gateway: InvoiceGateway;
  before(async () => {
    stage = await startStage();
    const platform = await stage.t.tenant({ kind: "platform" });
    gateway = await startUsedGateway(stage, platform);
    await platform.api.post("/api/v1/admin/billing/pricing", { modelName: "large-chat", costPerRequest: 0.0125 });
  });
  after(async () => {
    await stage?.stop();
    await gateway?.close();
  });

  const read = async (path: string) => (await stage.tenant.api.get(`/api/v1/billing/${path}`)).body;
  const open = (as: "owner" | "admin" | "agent", path = "/settings/billing") => stage.open({ as, path });

  it("a top-up is requested, paid at the gateway, and changes the balance", async () => {
    const page = await open("owner");
    await page.getByText("$0", { exact: true }).first().waitFor();
    await page.axe();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Top up" });
    await dialog.getByRole("textbox", { name: "Amount" }).fill("62.5");
    await page.keyboard.press("Tab");
    await dialog.getByLabel("Description").fill("Credit for May");
    await page.axe();
    await page.shoot("billing-top-up");
    await dialog.getByRole("button", { name: "Request $62.50" }).click();
    const pay = page.getByRole("link", { name: "Pay $62.50" });
    await pay.waitFor();
    await page.shoot("billing-to-pay");
    await page.axe();
    assert.equal((await read("balance")).balance, 0, "nothing is credited before it is paid");
    const [invoice] = await Promise.all([page.context().waitForEvent("page"), pay.click()]);
    await invoice.getByRole("heading", { name: "Credit for May" }).waitFor();
    await invoice.getByRole("button", { name: "Pay" }).click();
    await invoice.getByText("Paid. You can close this page.").waitFor();
    await invoice.close();
    await page.getByText("$62.50 paid and added to the balance").waitFor();
    await page.locator(".billing-stats").getByText("$62.50").waitFor();
    assert.equal((await read("balance")).balance, 62.5);
    await page.shoot("billing");
    await page.axe();
    await page.getByRole("button", { name: "Close" }).click();

    const tabs = page.getByRole("navigation", { name: "Billing" });
    await tabs.getByRole("link", { name: "Transactions" }).click();
    await page
      .getByRole("row", { name: /Top-up/ })
      .getByText("$62.50")
      .first()
      .waitFor();
    await page.axe();
    await page.shoot("billing-transactions");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    assert.equal(await (await download).failure(), null);
    await tabs.getByRole("link", { name: "Payments" }).click();
    await page
      .getByRole("row", { name: /Credit for May/ })
      .getByText("paid", { exact: true })
      .waitFor();
    await page.axe();
    await page.context().close();
  });

  it("a payment that the gateway refuses says why, and a pending one is cancelled", async () => {
    const page = await open("owner");
    gateway.fault({ kind: "error", status: 400, code: "UNSUPPORTED_CURRENCY", message: "Not in this currency" });
    const ask = async (amount: string) => {
      await page.getByRole("button", { name: "Top up" }).click();
      const dialog = page.getByRole("dialog", { name: "Top up" });
      await dialog.getByRole("textbox", { name: "Amount" }).fill(amount);
      await page.keyboard.press("Tab");
      await dialog.getByRole("button", { name: /^Request/ }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await ask("10");
    const alert = page.getByRole("alert").filter({ hasText: "The payment of $10 failed" });
    await alert.getByText("UNSUPPORTED_CURRENCY", { exact: false }).waitFor();
    await page.shoot("billing-failed");
    await page.axe();
    await ask("20");
    await page.getByRole("link", { name: "Pay $20" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The payment of $20 was cancelled").waitFor();
    const { data } = await read("payment-requests");
    assert.deepEqual(
      data.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
      [
        [20, "cancelled"],
        [10, "failed"],
        [62.5, "paid"],
      ],
    );
    assert.equal((await read("balance")).balance, 62.5);
    await page.context().close();
  });

  it("owners are notified of a low balance, and usage and prices are shown", async () => {
    const page = await open("owner");
    const threshold = page.getByRole("textbox", { name: "Notify the owners when the balance falls below" });
    await threshold.fill("100");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).first().waitFor();
    await eventually("it is kept", async () => (await read("balance")).lowThreshold === 100);
    await stage.t.app.database.withTenant(stage.tenant.id, (tx) =>
      stage.t.app.ledger.charge(
        { tx, now: stage.clock.now(), actor: { kind: "system", id: "test" } },
        {
          amount: 0.025,
          reference: "two answers",
          price: { modelName: "large-chat", costPerRequest: 0.0125, requests: 2, unit: "answer" },
        },
      ),
    );
    await page.getByText("The balance is below $100").waitFor();
    await page.shoot("billing-low");
    const tabs = page.getByRole("navigation", { name: "Billing" });
    await tabs.getByRole("link", { name: "Usage" }).click();
    const row = page.getByRole("grid", { name: "Model" }).getByRole("row", { name: /large-chat/ });
    await row.getByText("$0.025").waitFor();
    await page.axe();
    await page.shoot("billing-usage");
    await tabs.getByRole("link", { name: "Prices" }).click();
    await page
      .getByRole("row", { name: /large-chat/ })
      .getByText("$0.0125")
      .waitFor();
    await page.axe();
    await tabs.getByRole("link", { name: "Overview" }).click();
    await page.locator(".billing-stats").waitFor();
    await page.setAppearance({ theme: "dark", size: "phone" });
    await page.axe();
    await page.shoot("billing-phone-dark");
    await page.setAppearance({ theme: "light", size: "desktop", language: "ar" });
    await page.locator("html[dir=rtl] .billing-stats").waitFor();
    await page.axe();
    await page.shoot("billing-ar");
    await page.context().close();
  });

  it("an admin sees it but cannot pay, an agent does not see it", async () => {
    const admin = await open("admin");
    await admin.locator(".billing-stats").waitFor();
    assert.equal(await admin.getByRole("button", { name: "Top up" }).count(), 0);
    assert.equal(await admin.getByRole("button", { name: "Save" }).count(), 0);
    await admin.keyboard.press("c");
    assert.equal(await admin.getByRole("dialog").count(), 0);
    await admin.axe();
    await admin.context().close();
    const refused = await stage.people.admin.api.post("/api/v1/billing/payment-requests", { amount: 5 });
    assert.equal(refused.status, 403);
    const agent = await open("agent", "/settings/profile");
    await agent.getByRole("link", { name: "Profile" }).waitFor();
    assert.equal(await agent.getByRole("link", { name: "Billing" }).count(), 0);
    await agent.goto(`${stage.url}/settings/billing`);
    await agent.getByText("Page not found").waitFor();
    await agent.context().close();
  });
});
