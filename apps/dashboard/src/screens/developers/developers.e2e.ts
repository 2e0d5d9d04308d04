/** Keys and webhooks from an integrator's view, with a receiving server. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually, refusedWithinASecond } from "@parley/server/test/eventually.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("developers", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("a key is created for a purpose, shown once, limited to it, and invalid within a second of its revocation", async () => {
    const page = await stage.open({ as: "owner", path: "/developers/keys" });
    await page.getByRole("row", { name: /test/ }).first().waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New key" });
    await dialog.getByLabel("Name").fill("Warehouse");
    await dialog.getByRole("checkbox", { name: "Send messages" }).press("Space");
    await dialog.getByRole("checkbox", { name: "Manage contacts" }).press("Space");
    await page.axe();
    await dialog.getByRole("button", { name: "Create key" }).click();
    const secret = page.getByRole("region", { name: "New key: Warehouse" });
    await secret.and(page.locator(":focus")).waitFor();
    const key = (await secret.getByRole("button", { name: /^Copy/ }).textContent())?.trim() ?? "";
    const asked = stage.t.api(key);
    const made = await asked.post("/api/v1/contacts", { name: "From the warehouse", phone: "+4915112340001" });
    assert.equal(made.status, 200, made.text);
    assert.equal((await asked.get("/api/v1/conversations")).status, 403);
    await secret.getByRole("button", { name: "I have it" }).click();
    await page.getByText(key).waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: /Warehouse/ });
    await row.getByText("2 scopes").waitFor();

    await row.getByRole("button", { name: "Revoke" }).click();
    const confirm = page.getByRole("alertdialog", { name: "Revoke Warehouse" });
    await confirm.getByRole("button", { name: "Revoke" }).click();
    await row.getByText("revoked").waitFor();
    await refusedWithinASecond(async () => (await asked.get("/api/v1/contacts")).status);
    await page.context().close();
  });

  it("a webhook is created, fails, and its missed events are replayed", async () => {
    const receiver = await stage.receiver();
    const page = await stage.open({ as: "owner", path: "/developers/webhooks" });
    await page.getByText("No webhooks yet").waitFor();
    await page.getByRole("button", { name: "New webhook" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New webhook" });
    // First an unreachable one: the server's error is shown at the field, and the typed text stays.
    await dialog.getByLabel("URL").fill("http://192.168.7.7/hook");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await dialog.getByText("This address cannot be reached from outside.").waitFor();
    assert.equal(await dialog.getByLabel("URL").inputValue(), "http://192.168.7.7/hook");
    await dialog.getByLabel("URL").fill(`${receiver.url}/hook`);
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    const secret = page.getByRole("region", { name: "Signing secret" });
    receiver.setSecret((await secret.getByRole("button", { name: /^Copy/ }).textContent())?.trim() ?? "");
    await secret.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("heading", { level: 1, name: `${receiver.url}/hook` }).waitFor();

    receiver.answer({ kind: "status", status: 503, body: "down for repair" });
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Did this reach you?");
    const delivery = page.getByRole("row", { name: /message\.received/ }).first();
    await delivery.getByText("503").waitFor();
    await delivery.click();
    const story = page.getByRole("dialog", { name: "Delivery" });
    await story.getByText("down for repair").first().waitFor();
    await story.getByText("Did this reach you?").first().waitFor();
    await page.axe();

    receiver.answer({ kind: "status", status: 200 });
    const before = receiver.deliveries.length;
    await story.getByRole("button", { name: "Retry now" }).click();
    await story.getByText("delivered", { exact: true }).waitFor();
    const again = await eventually("the delivery is repeated", () => receiver.deliveries[before]);
    assert.equal(again.standardSignature, "good");
    await page.keyboard.press("Escape");
    await story.waitFor({ state: "detached" });

    const seen = receiver.deliveries.length;
    await page.getByRole("button", { name: "Replay" }).click();
    const replay = page.getByRole("dialog", { name: "Replay" });
    await replay.getByRole("button", { name: "Replay" }).click();
    await replay.waitFor({ state: "detached" });
    const replayed = await eventually("the event comes once more", () =>
      receiver.deliveries.slice(seen).find((each) => each.rawBody.includes("Did this reach you?")),
    );
    assert.equal(replayed.webhookId, again.webhookId, "a receiver knows it by its id");

    const { body } = await stage.tenant.api.get("/api/v1/webhooks");
    await eventually("nothing is left to deliver", async () => {
      const deliveries = await stage.tenant.api.get(`/api/v1/webhooks/${body.data[0].id}/deliveries`);
      return deliveries.body.data.length > 0 && deliveries.body.data.every(({ state }: { state: string }) => state === "delivered");
    });
    await page.context().close();
  });

  it("people without the permission do not see it", async () => {
    const page = await stage.open({ as: "agent", path: "/developers/keys" });
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Developers" }).count(), 0);
    await page.context().close();
  });
});
