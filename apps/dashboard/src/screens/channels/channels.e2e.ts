/**
 * A channel is connected in the browser: refusals are shown at their fields, and an accepted channel is used at once.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
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
    const field = (label: string) => dialog.getByLabel(label, { exact: false }).first();
    await field("Name").fill("Second number");
    await field("Phone number ID").fill(number.phoneNumberId);
    await field("Business account ID").fill(number.businessAccountId);
    // As it is sometimes copied from a page: with an invisible character.
    await field("Access token").fill(`${number.accessToken}\u200b`);
    await field("App secret").fill("own-secret");
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    // All errors at once: an empty field, and a token that is not allowed in a header.
    for (const [label, reason] of [
      ["Access token", "This is not in the right format."],
      ["Verify token", "Fill this in."],
    ] as const) {
      const told = await field(label).evaluate(async (input: HTMLInputElement) => {
        while (input.getAttribute("aria-invalid") !== "true") await new Promise((next) => requestAnimationFrame(next));
        return (input.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(" ");
      });
      assert.ok(told.includes(reason), `${label}: ${told}`);
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

  it("unknown credentials create no connected channel, and the channel shows the remedy", async () => {
    const page = await stage.open({ as: "admin", path: "/channels" });
    await page.getByRole("button", { name: "Connect a channel" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect a channel" });
    await dialog.getByRole("radio", { name: /^Chat app/ }).press("Space");
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

  it("a person without the permission has no button for it", async () => {
    const page = await stage.open({ as: "viewer", path: "/channels" });
    await page.getByRole("region", { name: "Support", exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Connect a channel" }).count(), 0);
    await page.context().close();
  });
});
