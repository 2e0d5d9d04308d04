/** Keys, webhooks, events, the request log and the console from an integrator's view, with a receiving server. */
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
    await dialog.getByRole("textbox", { name: "Requests a minute" }).fill("90");
    await dialog.getByRole("textbox", { name: "Requests a minute" }).blur();
    await page.axe();
    await page.shoot("key-new");
    await dialog.getByRole("button", { name: "Create key" }).click();
    const secret = page.getByRole("region", { name: "New key: Warehouse" });
    await secret.and(page.locator(":focus")).waitFor();
    const key = (await secret.getByRole("button", { name: /^Copy/ }).textContent())?.trim() ?? "";
    const asked = stage.t.api(key);
    const made = await asked.post("/api/v1/contacts", { name: "From the warehouse", phone: "+4915112340001" });
    assert.equal(made.status, 200, made.text);
    assert.equal((await asked.get("/api/v1/conversations")).status, 403);
    await secret.getByRole("button", { name: "I have saved it" }).click();
    await page.getByText(key).waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: /Warehouse/ });
    await row.getByText("2 scopes").waitFor();

    await row.getByRole("button", { name: "Edit Warehouse" }).click();
    const edit = page.getByRole("dialog", { name: "Rename key" });
    await edit.getByLabel("Name").fill("");
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.getByText("This is too short.").waitFor();
    await edit.getByLabel("Name").fill("Warehouse south");
    await page.axe();
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.waitFor({ state: "detached" });
    await page.getByRole("row", { name: /Warehouse south/ }).waitFor();
    const { body: keys } = await stage.people.owner.api.get("/api/v1/api-keys");
    const renamed = keys.data.find((each: { name: string }) => each.name === "Warehouse south");
    assert.deepEqual([renamed.scopes.length, renamed.rateLimitPerMinute], [2, 90]);

    await row.getByRole("button", { name: "Revoke" }).click();
    const confirm = page.getByRole("alertdialog", { name: "Revoke Warehouse south" });
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
    // First an unreachable one: the server's error is shown at the field, and the entered text stays.
    await dialog.getByLabel("URL").fill("http://192.168.7.7/hook");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await dialog.getByText("This address cannot be reached from the internet.").waitFor();
    assert.equal(await dialog.getByLabel("URL").inputValue(), "http://192.168.7.7/hook");
    await dialog.getByLabel("URL").fill(`${receiver.url}/hook`);
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    const secret = page.getByRole("region", { name: "Signing secret" });
    receiver.setSecret((await secret.getByRole("button", { name: /^Copy/ }).textContent())?.trim() ?? "");
    await secret.getByRole("button", { name: "I have saved it" }).click();
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

    // While it is paused, the server refuses both.
    await page.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Pause" }).click();
    await page.getByText("This webhook is not active.", { exact: false }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Replay" }).isDisabled(), true);
    await page.keyboard.press("r");
    await delivery.click();
    await story.getByText("Activate it first", { exact: false }).waitFor();
    assert.equal(await story.getByRole("button", { name: "Retry now" }).isDisabled(), true);
    await page.axe();
    await page.shoot("webhook-paused-delivery");
    await page.keyboard.press("Escape");
    await story.waitFor({ state: "detached" });
    assert.equal(await page.getByRole("dialog", { name: "Replay" }).count(), 0, "its key does nothing either");
    await page.shoot("webhook-paused");
    await page.setAppearance({ size: "phone" });
    await page.shoot("webhook-paused-phone");
    await page.setAppearance({ size: "desktop" });
    await page.getByRole("button", { name: "Activate" }).click();
    await page.getByText("This webhook is not active.", { exact: false }).waitFor({ state: "detached" });
    await page.locator("button:focus", { hasText: "Send a test" }).waitFor();

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

  it("events are filtered by their data, and the filter is tried on a past event before it is saved", async () => {
    const [webhook] = (await stage.tenant.api.get("/api/v1/webhooks")).body.data;
    const page = await stage.open({ as: "owner", path: `/developers/webhooks/${webhook.id}` });
    await page.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Edit webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit webhook" });
    await dialog.getByRole("button", { name: "Add condition" }).click();
    const condition = dialog.getByRole("group", { name: "Condition 1" });
    await condition.getByRole("textbox", { name: "Path in the data" }).fill("message.type");
    await condition.getByRole("textbox", { name: "Value" }).fill("image");
    const trial = dialog.getByRole("region", { name: "Test with an event" });
    await trial.getByRole("button", { name: /Past event/ }).click();
    await page
      .getByRole("option", { name: /^message\.received/ })
      .first()
      .click();
    await trial.getByText("It would not be sent: condition 1 is not met.").waitFor();
    await condition.getByRole("textbox", { name: "Value" }).fill("text");
    await trial.getByText("It would be sent.").waitFor();
    await page.axe();
    await page.shoot("webhook-filter");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const saved = (await stage.tenant.api.get(`/api/v1/webhooks/${webhook.id}`)).body;
    assert.deepEqual(saved.filter, [{ path: "message.type", op: "eq", value: "text" }]);
    await stage.tenant.api.patch(`/api/v1/webhooks/${webhook.id}`, { filter: [] });
    await page.context().close();
  });

  it("a secret is rotated while the previous one still signs, and an attempt's headers are shown without it", async () => {
    const [webhook] = (await stage.tenant.api.get("/api/v1/webhooks")).body.data;
    const page = await stage.open({ as: "owner", path: `/developers/webhooks/${webhook.id}` });
    await page.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Rotate the secret" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Rotate the secret" }).click();
    const secret = page.getByRole("region", { name: "Signing secret" });
    await secret.getByRole("button", { name: /^Copy Signing secret whsec_/ }).waitFor();
    await secret.getByRole("button", { name: "I have saved it" }).click();
    await page.getByText(/also signed with the previous secret until/).waitFor();
    const rotated = (await stage.tenant.api.get(`/api/v1/webhooks/${webhook.id}`)).body;
    assert.ok(Date.parse(rotated.previousSecretExpiresAt) > stage.clock.now().getTime());

    await page.keyboard.press("t");
    const test = page.getByRole("row", { name: /webhook\.test/ }).first();
    await test.getByText("delivered").waitFor();
    await page.shoot("developers-webhook");
    await test.click();
    const story = page.getByRole("dialog", { name: "Delivery" });
    const headers = story.getByRole("region", { name: "Request headers" }).first();
    await headers.getByText(/webhook-signature: \(not shown\)/).waitFor();
    await headers.getByText(/x-service-attempt: 1/).waitFor();
    assert.match(page.url(), /delivery=dlv_/);
    await page.shoot("developers-delivery");
    await page.axe();
    await page.keyboard.press("Escape");
    await story.waitFor({ state: "detached" });
    await page.getByRole("radio", { name: "Failed" }).click();
    await page.getByText("No matching deliveries").waitFor();
    assert.match(page.url(), /state=failed/);

    await page.getByRole("radio", { name: "All" }).click();
    await page.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Edit webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit webhook" });
    await dialog.getByLabel("Description").fill("The warehouse");
    await page.axe();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal((await stage.tenant.api.get(`/api/v1/webhooks/${webhook.id}`)).body.description, "The warehouse");
    await page.context().close();
  });

  it("a key's requests are in the log, without what people wrote", async () => {
    const { api } = stage.tenant;
    const made = await api.post("/api/v1/contacts", { name: "Planted Person", phone: "+4915112340077" }, { "x-request-id": "shop-77" });
    assert.equal(made.status, 200, made.text);
    assert.equal((await api.post("/api/v1/contacts", { name: 42 })).status, 400);
    const page = await stage.open({ as: "admin", path: "/developers/requests" });
    await page
      .getByRole("row", { name: /POST \/contacts/ })
      .first()
      .waitFor();
    await page.shoot("developers-requests");
    await page.axe();
    await page.getByRole("radio", { name: "Failed" }).click();
    const failed = page.getByRole("row", { name: /POST \/contacts/ }).first();
    await failed.getByText("validation_error").waitFor();
    assert.match(page.url(), /failed=true/);
    await page.getByRole("button", { name: "Clear filters" }).click();

    const search = page.getByRole("searchbox", { name: "Path, request ID or reference" });
    await search.fill("shop-77");
    await search.press("Enter");
    await page.waitForURL(/requestId=shop-77/);
    const rows = page.getByRole("row", { name: /POST \/contacts/ });
    await eventually("one is left", async () => (await rows.count()) === 1);
    await rows.first().press("Enter");
    const story = page.getByRole("dialog", { name: "Request" });
    const body = story.getByRole("region", { name: "Request body" }).first();
    await body.getByText('"[text, 14 characters]"').first().waitFor();
    await story.getByText(made.body.id).first().waitFor();
    assert.ok(!(await story.innerText()).includes("Planted"));
    await page.shoot("developers-request");
    await page.axe();
    const id = /rql_[0-9a-f]{32}/.exec(page.url())?.[0];
    const { body: logged } = await api.get(`/api/v1/request-logs/${id}`);
    assert.deepEqual([logged.operation, logged.status, logged.request.body.name], ["createContact", 200, "[text, 14 characters]"]);
    assert.ok(!JSON.stringify(logged).includes("Planted") && !JSON.stringify(logged).includes("15112340077"));
    await page.keyboard.press("Escape");
    await story.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.setAppearance({ theme: "dark" });
    await page.shoot("developers-requests-dark");
    await page.setAppearance({ theme: "light", size: "phone" });
    await page.shoot("developers-requests-phone");
    await page.goto(`${stage.url}/developers/keys`);
    await page.getByRole("row", { name: /test/ }).first().waitFor();
    await page.shoot("developers-keys-phone");
    await page.setAppearance({ size: "desktop" });
    await page.shoot("developers-keys");
    await page.context().close();
  });

  it("events appear as they happen, filtered by type, and can be paused", async () => {
    const page = await stage.open({ as: "admin", path: "/developers/events" });
    const customer = await stage.channels.chatApp.customer(1);
    const received = page.getByRole("row", { name: /message\.received/ });
    const row = received.first();
    await row.waitFor();
    const earlier = await received.count();
    await customer.write("Is the line live?");
    await eventually("the event is shown", async () => (await received.count()) === earlier + 1);
    await page.shoot("developers-events");
    await page.axe();
    await row.getByText("message.received").click();
    const drawer = page.getByRole("dialog", { name: "message.received" });
    await drawer.getByText("Is the line live?").first().waitFor();
    await page.axe();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });

    const { api } = stage.tenant;
    const label = (await api.post("/api/v1/contacts", { name: "Tail", phone: "+4915112340078" })).body;
    await page.getByRole("button", { name: /^Event types/ }).click();
    await page.getByRole("menuitemcheckbox", { name: "contact.updated" }).click();
    await page.keyboard.press("Escape");
    await page.waitForURL(/type=contact\.updated/);
    await page
      .getByRole("row", { name: /message\.received/ })
      .first()
      .waitFor({ state: "detached" });
    const rename = async (name: string) => assert.equal((await api.patch(`/api/v1/contacts/${label.id}`, { name })).status, 200);
    const updates = page.getByRole("row", { name: /contact\.updated/ });
    const before = await updates.count();
    await rename("Tail one");
    await eventually("the event is shown", async () => (await updates.count()) === before + 1);
    await page.keyboard.press("p");
    await page.getByRole("button", { name: "Continue" }).waitFor();
    await rename("Tail two");
    await page.getByText("1 new").waitFor();
    assert.equal(await updates.count(), before + 1);
    await page.getByRole("button", { name: "Continue" }).click();
    await eventually("what was held back is shown", async () => (await updates.count()) === before + 2);
    await page.context().close();
  });

  it("the console shows a screen's own API calls as another program would make them", async () => {
    const page = await stage.open({ as: "admin", path: "/contacts" });
    await page.getByRole("row", { name: /Tail two/ }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or run" }).fill("API calls");
    await page.getByRole("option", { name: "API calls on this screen" }).waitFor();
    await page.keyboard.press("Enter");
    const console = page.getByRole("dialog", { name: "API calls on this screen" });
    const call = console.getByRole("region", { name: "GET /api/v1/contacts", exact: true }).first();
    await call.getByText(/curl '.*\/api\/v1\/contacts/).waitFor();
    assert.ok((await call.innerText()).includes("Authorization: Bearer $API_KEY"));
    await page.shoot("developers-console");
    await page.axe();
    await console.getByRole("radio", { name: "SDK" }).click();
    await call.getByText(/await client\.contacts\.list\(/).waitFor();
    const shown = await console.innerText();
    assert.ok(!shown.includes(stage.people.admin.cookie.split("=")[1] as string), "no session");
    await page.keyboard.press("Escape");
    await console.waitFor({ state: "detached" });
    await page.context().close();
  });

  it("people without the permission do not see it", async () => {
    const page = await stage.open({ as: "agent", path: "/developers/keys" });
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Developers" }).count(), 0);
    await page.context().close();
    const viewer = await stage.open({ as: "viewer", path: "/developers/requests" });
    await viewer.getByRole("heading", { name: "Page not found" }).waitFor();
    await viewer.goto(`${stage.url}/developers/events`);
    await viewer.getByRole("heading", { name: "Page not found" }).waitFor();
    await viewer.keyboard.press("Control+k");
    await viewer.getByRole("combobox", { name: "Search or run" }).fill("API calls");
    // Only the search for these words is offered.
    await viewer.getByRole("option", { name: /API calls/ }).waitFor();
    assert.equal(await viewer.getByRole("option", { name: "API calls on this screen" }).count(), 0);
    assert.equal((await stage.people.viewer.api.get("/api/v1/request-logs")).status, 403);
    await viewer.context().close();
  });
});
