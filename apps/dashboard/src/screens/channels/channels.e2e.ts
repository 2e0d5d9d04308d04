/** A channel is connected in the browser: errors are shown at their fields, and an accepted channel is usable at once. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { verifyToken } from "@parley/server/test/harness.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

const number = { phoneNumberId: "100200300400500", businessAccountId: "200300400500600", accessToken: "token-of-the-second-number" };

describe("channels", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
    stage.t.simulator.registerNumber({ ...number, displayPhoneNumber: "15550100200", callbackUrl: `${stage.url}/callbacks/chat-app` });
  });
  after(() => stage?.stop());

  it("is connected once its credentials are right; until then the error is shown at the field and nothing is lost", async () => {
    const page = await stage.open({ as: "admin", path: "/channels" });
    await page.getByRole("region", { name: "Support", exact: true }).waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Connect a channel" });
    await dialog.getByRole("radio", { name: /^Chat app/ }).press("Space");
    await dialog.getByRole("radio", { name: /^Enter credentials/ }).press("Space");
    const field = (label: string) => dialog.getByLabel(label, { exact: false }).first();
    await field("Name").fill("Second number");
    await field("Phone number ID").fill(number.phoneNumberId);
    await field("Business account ID").fill(number.businessAccountId);
    // As sometimes copied from a page: with an invisible character.
    await field("Access token").fill(`${number.accessToken}\u200b`);
    await field("App secret").fill("own-secret");
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    // All errors at once: an empty field, and a token with characters not allowed in a header.
    for (const [label, reason] of [
      ["Access token", "This is not in the right format."],
      ["Verify token", "Fill this in."],
    ] as const) {
      const validity = await field(label).evaluate(async (input: HTMLInputElement) => {
        while (input.getAttribute("aria-invalid") !== "true") await new Promise((next) => requestAnimationFrame(next));
        return (input.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(" ");
      });
      assert.ok(validity.includes(reason), `${label}: ${validity}`);
    }
    await page.axe();
    assert.equal(await field("Name").inputValue(), "Second number");
    assert.equal(await field("App secret").inputValue(), "own-secret");
    await field("Access token").fill(number.accessToken);
    await field("Verify token").fill(verifyToken);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    const drawer = page.getByRole("dialog", { name: "Second number" });
    await drawer.getByRole("region", { name: "Health" }).getByRole("listitem").first().waitFor();
    await page.axe();

    const { body } = await stage.tenant.api.get("/api/v1/channels");
    const made = body.data.find(({ name }: { name: string }) => name === "Second number");
    assert.deepEqual([made.status, made.externalId], ["Connected", number.phoneNumberId]);
    assert.ok(page.url().endsWith(`/channels/${made.id}`));
    assert.deepEqual(page.refusals, ["400 POST /api/v1/channels"]);
    await page.context().close();
  });

  it("gets a voice agent that answers its calls", async () => {
    const made = await stage.tenant.api.get("/api/v1/channels");
    const channel = made.body.data.find(({ name }: { name: string }) => name === "Support");
    const agent = (await stage.tenant.api.post("/api/v1/voice-agents", { name: "Front desk", channelId: channel.id })).body;
    const page = await stage.open({ as: "admin", path: `/channels/${channel.id}` });
    const calls = page.getByRole("region", { name: "Calls" });
    await calls.getByRole("button", { name: /Voice agent that answers/ }).click();
    await page.getByRole("option", { name: "Front desk" }).click();
    await calls.getByRole("button", { name: /Front desk/ }).waitFor();
    await page.axe();
    // A switch is effective at once, and keeps the focus while the platform is asked.
    const asks = calls.getByRole("switch", { name: /Ask callers whether you may call back/ });
    const wasOn = await asks.isChecked();
    await asks.focus();
    await page.keyboard.press("Space");
    const answering = async () => (await stage.tenant.api.get(`/api/v1/channels/${channel.id}/calling`)).body;
    await eventually("the platform asks callers", async () => (await answering()).settings.asksForCallback === !wasOn);
    assert.ok(await asks.evaluate((element) => element === document.activeElement));
    await page.shoot("channel-calls");
    await page.setAppearance({ size: "phone", theme: "dark" });
    await page.axe();
    await page.shoot("channel-calls-phone-dark");
    assert.equal((await answering()).voiceAgentId, agent.id);
    await page.context().close();
  });

  it("unknown credentials create no connected channel, and the channel shows the remedy", async () => {
    const page = await stage.open({ as: "admin", path: "/channels" });
    await page.getByRole("button", { name: "Connect a channel" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect a channel" });
    await dialog.getByRole("radio", { name: /^Chat app/ }).press("Space");
    await dialog.getByRole("radio", { name: /^Enter credentials/ }).press("Space");
    const field = (label: string) => dialog.getByLabel(label, { exact: false }).first();
    await field("Name").fill("Third number");
    await field("Phone number ID").fill("100200300400501");
    await field("Business account ID").fill(number.businessAccountId);
    await field("Access token").fill("token-of-nobody");
    await field("App secret").fill("own-secret");
    await field("Verify token").fill(verifyToken);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const row = page.getByRole("region", { name: "Third number", exact: true, includeHidden: true });
    await row.waitFor({ state: "attached" });
    const { body } = await stage.tenant.api.get("/api/v1/channels");
    const made = body.data.find(({ name }: { name: string }) => name === "Third number");
    assert.notEqual(made.status, "Connected");
    assert.notEqual(made.statusReason, null);
    await row.getByText(made.statusReason, { exact: false }).waitFor({ state: "attached" });
    await page.context().close();
  });

  it("two accounts are connected by signing in at the platform; a refusal there is reported and can be retried", async () => {
    const account = "300400500600700";
    const numbers = ["300400500600701", "300400500600702"];
    for (const [at, phoneNumberId] of numbers.entries())
      stage.t.simulator.registerNumber({
        ...{ phoneNumberId, businessAccountId: account, accessToken: "of-its-owner", subscribed: false },
        ...{ displayPhoneNumber: `1555010030${at}`, verifiedName: `Northwind ${at + 1}`, callbackUrl: `${stage.url}/callbacks/chat-app` },
      });
    const page = await stage.open({ as: "admin", path: "/channels" });
    const leave = async () => {
      const dialog = page.getByRole("dialog", { name: "Connect a channel" });
      await dialog.getByRole("radio", { name: /^Sign in on the platform/ }).waitFor();
      await page.axe();
      await page.shoot("channel-sign-in");
      await dialog.getByRole("button", { name: "Continue to the platform" }).click();
      await page.getByRole("heading", { name: "Connect to Parley" }).waitFor();
    };
    await page.getByRole("button", { name: /^Chat app/ }).click();
    await leave();
    await page.getByRole("button", { name: "Deny" }).click();
    const back = page.getByRole("dialog", { name: "Connect a channel" });
    await back.getByText("The platform did not grant access").waitFor();
    await back.getByText("Permissions error").waitFor();
    await page.axe();
    await page.shoot("channel-sign-in-denied");
    await back.getByRole("button", { name: "Try again" }).click();
    await leave();
    for (const other of await page.locator(`input[name=account]:not([value="${account}"])`).all()) await other.uncheck();
    await page.getByRole("button", { name: "Allow" }).click();
    // The server's own page names the organization that gets the account, before it does.
    await page.getByRole("heading", { name: "Connect your account?" }).waitFor();
    await page.getByRole("button", { name: "Connect" }).click();
    await back.getByText("You shared several accounts. Choose which ones to connect.").waitFor();
    const list = back.getByRole("list", { name: "Accounts" });
    await page.axe();
    await page.shoot("channel-accounts");
    const row = (id: string) => list.getByRole("listitem").filter({ hasText: id });
    for (const id of numbers) {
      await row(id).getByRole("button", { name: "Connect" }).click();
      await row(id).getByText("added").waitFor();
    }
    await back.getByText(/^Northwind 1.* is connected\.$/).waitFor();
    await back.getByText(/^Northwind 2.* is connected\.$/).waitFor();
    await back.getByRole("button", { name: "Close" }).last().click();
    await back.waitFor({ state: "detached" });
    assert.equal(new URL(page.url()).search, "");
    const { body } = await stage.tenant.api.get("/api/v1/channels");
    const made = body.data.filter(({ externalId }: { externalId: string }) => numbers.includes(externalId));
    assert.deepEqual(
      made.map(({ status }: { status: string }) => status),
      ["Connected", "Connected"],
    );

    // The same for an existing channel, which keeps its place.
    await page.goto(`${stage.url}/channels/${made[0].id}`);
    await page.getByRole("dialog").getByRole("button", { name: "Sign in again" }).click();
    await page.getByRole("heading", { name: "Connect to Parley" }).waitFor();
    for (const other of await page.locator(`input[name=account]:not([value="${account}"])`).all()) await other.uncheck();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("button", { name: "Connect" }).click();
    await back.getByText(new RegExp(`^${made[0].name}.* is connected\\.$`)).waitFor();
    await back.getByRole("link", { name: "Open the channel" }).click();
    await page.waitForURL(new RegExp(`/channels/${made[0].id}$`));
    assert.equal((await stage.tenant.api.get("/api/v1/channels?limit=100")).body.data.length, body.data.length);
    page.expectError(new RegExp(`^asked ${stage.t.simulator.url}`));
    await page.context().close();
  });

  it("whose token the platform refuses works again with a new one; what is saved already need not be typed again", async () => {
    const refused = { phoneNumberId: "100200300400510", businessAccountId: "200300400500610", accessToken: "token-before" };
    const onPlatform = { displayPhoneNumber: "15550100210", callbackUrl: `${stage.url}/callbacks/chat-app` };
    stage.t.simulator.registerNumber({ ...refused, ...onPlatform });
    const connected = await stage.tenant.api.post("/api/v1/channels", {
      ...{ kind: "chat_app", name: "Repairs", config: { ...refused, appSecret: "own-secret", verifyToken } },
    });
    assert.deepEqual([connected.status, connected.body.status], [200, "Connected"], connected.text);
    const { id } = connected.body;
    const state = async () => (await stage.read(`/channels/${id}`)).status;
    // The next call that is not a send, and from then on every one with this token.
    stage.t.simulator.faults.nextManagement({ kind: "token_dead" });
    assert.equal((await stage.tenant.api.post(`/api/v1/channels/${id}/templates/sync`)).status, 502);
    assert.equal(await state(), "NeedsReauth");

    const page = await stage.open({ as: "admin", path: `/channels/${id}` });
    const drawer = page.getByRole("dialog", { name: "Repairs" });
    const dialog = page.getByRole("dialog", { name: "New credentials" });
    const field = (label: string) => dialog.getByLabel(label, { exact: false }).first();
    const enter = async (token: string) => {
      await field("Access token").fill(token);
      await dialog.getByRole("button", { name: "Save" }).click();
    };
    await drawer.getByRole("button", { name: "New credentials" }).click();
    await dialog.getByText(/Saved secrets are not shown/).waitFor();
    assert.equal(await dialog.getByLabel("Phone number ID").count(), 0, "the account cannot change");
    assert.deepEqual(
      [await field("Business account ID").inputValue(), await field("Access token").inputValue()],
      [refused.businessAccountId, ""],
    );
    assert.equal(await dialog.getByRole("button", { name: "Save" }).isDisabled(), true, "nothing was typed");
    await page.axe();
    await page.shoot("channel-credentials");
    await page.setAppearance({ size: "phone" });
    await page.shoot("channel-credentials-phone");
    await page.setAppearance({ size: "desktop" });
    await field("Business account ID").fill("");
    await enter("token\u200b");
    await dialog.getByText("This is not in the right format.").waitFor();
    await dialog.getByText("Fill this in.").waitFor();
    await field("Business account ID").fill(refused.businessAccountId);
    await enter("token-of-nobody");
    const refusal = dialog.getByRole("alert").filter({ hasText: "Saved, but the channel is not working" });
    await refusal.getByText("(190)", { exact: false }).waitFor();
    assert.notEqual(await state(), "Connected");
    // The dialog empties its secrets once it shows the reason.
    await eventually("the field is empty", async () => (await field("Access token").inputValue()) === "");
    await page.axe();
    await page.shoot("channel-credentials-refused");
    stage.t.simulator.registerNumber({ ...refused, ...onPlatform, accessToken: "token-after" });
    await enter("token-after");
    await page.getByText("The new credentials work").waitFor();
    await dialog.waitFor({ state: "detached" });
    assert.equal(await state(), "Connected");
    // In both directions.
    await stage.t.simulator.customer("447700900610", "Idris").sendText(refused.phoneNumberId, "Is my tent ready?");
    await eventually("the message is there", async () => (await stage.read(`/conversations?channelId=${id}`)).data[0]);
    const reply = { channelId: id, to: "447700900610", type: "text", text: "Tomorrow." };
    assert.equal((await stage.tenant.api.post("/api/v1/messages", reply)).status, 200);
    await eventually("the reply is sent", () => stage.t.simulator.sentTo("447700900610").length === 1);
    const card = page.getByRole("region", { name: "Repairs", exact: true, includeHidden: true });
    await card.getByText("connected", { exact: true }).waitFor({ state: "attached" });
    await page.shoot("channel-credentials-work");
    await page.context().close();
  });

  it("a person without the permission has no button for it", async () => {
    const page = await stage.open({ as: "viewer", path: "/channels" });
    await page.getByRole("region", { name: "Support", exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Connect a channel" }).count(), 0);
    await page.context().close();
  });
});
