/** An agency at work: it creates clients, requests access, acts in one, and loses access in the middle of it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import type { TestPerson, TestTenant } from "@parley/server/test/harness.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

const base = "/api/v1/agencies/current";

describe("agency", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let agency: TestTenant;
  let noor: TestPerson;
  let page: StagePage;
  before(async () => {
    stage = await startStage();
    agency = await stage.t.tenant({ kind: "agency" });
    await agency.api.patch("/api/v1/organization", { name: "Brightwater" });
    await stage.tenant.api.patch("/api/v1/organization", { name: "Northwind" });
    noor = await stage.t.person(agency.id, { role: "admin", name: "Noor Khalid" });
  });
  after(() => stage?.stop());

  it("a client is created with its owner's invitation and a grant, and is limited and billed", async () => {
    page = await stage.open({ as: noor, path: "/inbox/mine" });
    await page.getByRole("link", { name: "Agency" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("y");
    await page.getByText("No clients yet").waitFor();
    await page.axe();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New client" });
    await dialog.getByLabel("Name", { exact: true }).fill("Tidepool Home");
    await dialog.getByLabel("Owner's email").fill("ines@tidepool.example");
    await dialog.getByLabel("Your reference").fill("TH-001");
    await page.axe();
    await page.shoot("agency-new-client");
    await dialog.getByRole("button", { name: "Create and invite" }).click();
    const panel = page.getByRole("complementary", { name: "Tidepool Home" });
    await panel.getByRole("button", { name: "Act in this client" }).waitFor();
    const [made] = (await agency.api.get(`${base}/clients`)).body.data;
    assert.deepEqual([made.name, made.reference, made.status, made.grant.status], ["Tidepool Home", "TH-001", "pending", "accepted"]);
    assert.ok(made.grantedScopes.includes("messages:send") && !made.grantedScopes.includes("billing:read"));
    await eventually("the invitation", () => stage.mailbox.mails.some(({ to }) => to.includes("ines@tidepool.example")));

    await panel.getByRole("button", { name: "Change limits" }).click();
    const limits = page.getByRole("dialog", { name: "Limits of Tidepool Home" });
    await limits.getByRole("textbox", { name: "Seats" }).fill("3");
    await limits.getByRole("button", { name: "Save" }).click();
    await panel.getByText(/of 3/).first().waitFor();
    await panel.getByRole("button", { name: "Change terms" }).click();
    const terms = page.getByRole("dialog", { name: "Change terms" });
    await terms.getByRole("textbox", { name: "Your markup" }).fill("25");
    await terms.getByRole("button", { name: "Save" }).click();
    await panel.getByText("25%").waitFor();
    const billing = (await agency.api.get(`${base}/clients/${made.id}/billing`)).body;
    assert.deepEqual([billing.mode, billing.markupPercent], ["client_pays", 25]);
    assert.equal((await agency.api.get(`${base}/clients/${made.id}/entitlements`)).body.entitlements.seats.limit, 3);
    await page.shoot("agency-clients");
    await page.axe();
    await page.getByRole("link", { name: "Limits" }).click();
    await page
      .getByRole("row", { name: /Tidepool Home/ })
      .getByText(/of 3/)
      .waitFor();
    await page.shoot("agency-limits");
    await page.axe();
    await page.getByRole("link", { name: /^Clients/ }).click();
  });

  it("has details: its name is that of its organization, the others can be removed again", async () => {
    await page.getByRole("button", { name: "Agency details" }).click();
    const dialog = page.getByRole("dialog", { name: "Agency details" });
    await dialog.getByLabel("Name", { exact: true }).fill("Brightwater Studio");
    await dialog.getByLabel("Contact email").fill("hello@brightwater.example");
    await dialog.getByLabel("Website").fill("ftp://brightwater.example");
    await page.axe();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.locator(".field", { hasText: "Website" }).locator(".error").waitFor();
    await dialog.getByLabel("Website").fill("https://brightwater.example");
    await page.shoot("agency-details");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const details = async () => {
      const { name, contactEmail, website } = (await agency.api.get(base)).body;
      return [name, contactEmail, website];
    };
    assert.deepEqual(await details(), ["Brightwater Studio", "hello@brightwater.example", "https://brightwater.example"]);
    assert.equal((await noor.api.get("/api/v1/me")).body.tenant.name, "Brightwater Studio");
    await page.getByRole("button", { name: "Agency details" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("Brightwater");
    await dialog.getByLabel("Website").fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(await details(), ["Brightwater", "hello@brightwater.example", null]);
  });

  it("an existing organization becomes a client with its owner's consent, granting less than requested", async () => {
    await page.getByRole("button", { name: "Link an organization" }).click();
    const dialog = page.getByRole("dialog", { name: "Link an organization" });
    await dialog.getByLabel(/Organization ID/).fill(stage.people.owner.email);
    await dialog.getByRole("textbox", { name: "Message" }).fill("As we said on the phone.");
    await dialog.getByRole("button", { name: "Send the request" }).click();
    await page.getByRole("region", { name: "Requests to organizations" }).getByText("no answer yet").waitFor();

    const admin = await stage.open({ as: "admin", path: "/settings/agency-access" });
    await admin.getByText("Only an owner can answer this request.").waitFor();
    await admin.context().close();
    const owner = await stage.open({ as: "owner", path: "/settings/agency-access" });
    await owner.getByText("As we said on the phone.").waitFor();
    await owner.axe();
    await owner.getByRole("button", { name: "Answer" }).click();
    const consent = owner.getByRole("dialog", { name: "Brightwater asks to become your agency" });
    await owner.locator("label", { has: owner.getByRole("checkbox", { name: "Contacts: change" }) }).click();
    await owner.axe();
    await owner.shoot("agency-consent");
    await consent.getByRole("button", { name: "Allow" }).click();
    await owner.getByRole("article", { name: "Brightwater" }).getByText("has access").waitFor();
    const [grant] = (await stage.tenant.api.get("/api/v1/agency-grants")).body.data;
    assert.equal(grant.status, "accepted");
    assert.ok(grant.scopes.includes("contacts:read") && !grant.scopes.includes("contacts:write"));
    await owner.context().close();
    await page.reload();
    await page
      .getByRole("row", { name: /Northwind/ })
      .getByText(/scopes/)
      .waitFor();
  });

  it("acting is shown on every screen; what is done there belongs to the client; a revoked grant leads back in mid-action", async () => {
    const amina = await stage.channels.chatApp.customer(0);
    await amina.write("Is the tent in stock?");
    await page.getByRole("row", { name: /Northwind/ }).click();
    await page.getByRole("button", { name: "Act in this client" }).click();
    const bar = page.getByRole("region", { name: "Acting for a client" });
    await bar.getByText(/You are acting in .* for Brightwater/).waitFor();
    for (const name of ["Agency", "Notifications"]) assert.equal(await page.getByRole("link", { name, exact: true }).count(), 0, name);
    await page.getByRole("link", { name: "Snoozed" }).click();
    await page.getByText("Nothing here").waitFor();
    assert.equal(await page.getByRole("link", { name: "Set-up" }).count(), 0, "a client has no such page for the agency");
    await page.goBack();
    await page.getByText("Is the tent in stock?").first().click();
    await page.getByRole("log").getByText("Is the tent in stock?").waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("Yes, three of them.");
    await page.keyboard.press("Enter");
    await amina.shows("the answer", ({ text }) => text === "Yes, three of them.");
    await page.getByRole("log").getByText("Agency", { exact: true }).waitFor();
    await page.shoot("agency-acting");
    await page.axe();
    await page.getByRole("button", { name: "Resolve", exact: true }).click();
    await page.locator(".toast", { hasText: "Resolved" }).waitFor();
    const [head, toasts] = [await page.locator(".thread-pane .head").boundingBox(), await page.locator(".toasts").boundingBox()];
    assert.ok(head !== null && toasts !== null && toasts.y >= head.y + head.height, "a toast does not cover the conversation's header");
    const log = (await stage.tenant.api.get("/api/v1/audit-log?limit=100")).body.data;
    assert.ok(
      log.some(
        ({ action, changes }: { action: string; changes: { operation?: string } }) =>
          action === "agency.acted" && changes.operation === "sendMessage",
      ),
    );
    await page.goto(`${stage.url}/settings/appearance`);
    await bar.waitFor();
    assert.equal(await page.getByRole("link", { name: "Profile" }).count(), 0);
    await page.goto(`${stage.url}/contacts`);
    await bar.waitFor();
    await page
      .getByRole("link", { name: /Amina/ })
      .or(page.getByRole("row", { name: /Amina/ }))
      .first()
      .waitFor();

    const owner = await stage.open({ as: "owner", path: "/settings/agency-access" });
    await owner.getByRole("button", { name: "Revoke" }).click();
    await owner.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await owner.getByRole("article", { name: "Brightwater" }).getByText("revoked").waitFor();
    await owner.context().close();
    // Without a press: the page's line ends with the grant.
    await page
      .getByRole("alert")
      .getByText(/has ended/)
      .waitFor();
    await page.waitForURL(/\/agency\/clients/);
    assert.equal(await bar.count(), 0);
    await page.shoot("agency-revoked");
    await page.axe();
    const me = (await noor.api.get("/api/v1/me")).body;
    assert.deepEqual([me.acting, me.tenant.name], [null, "Brightwater"]);
    await page
      .getByRole("row", { name: /Northwind/ })
      .getByText("revoked")
      .waitFor();
  });

  it("a person leaves on their own, and another tab follows", async () => {
    await page.goto(`${stage.url}/agency/clients`);
    const other = await stage.open({ as: noor, path: "/agency/clients", sameBrowserAs: page });
    await page.getByRole("row", { name: /Tidepool/ }).click();
    await page.getByRole("button", { name: "Act in this client" }).click();
    const bar = (of: StagePage) => of.getByRole("region", { name: "Acting for a client" });
    await bar(page).waitFor();
    await bar(other).waitFor();
    await bar(page).getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/\/agency\/clients/);
    await page.getByRole("row", { name: /Tidepool/ }).waitFor();
    await bar(other).waitFor({ state: "detached" });
    await eventually("back in the agency", async () => (await noor.api.get("/api/v1/me")).body.acting === null);
    await other.close();
  });

  it("is hidden for organizations that are not agencies, and for roles without the permission", async () => {
    const owner = await stage.open({ as: "owner", path: "/agency/clients" });
    await owner.getByRole("heading", { name: "Page not found" }).waitFor();
    assert.equal(await owner.getByRole("link", { name: "Agency", exact: true }).count(), 0);
    await owner.context().close();
    const agent = await stage.t.person(agency.id, { role: "agent" });
    const theirs = await stage.open({ as: agent, path: "/agency/clients" });
    await theirs.getByRole("heading", { name: "Page not found" }).waitFor();
    assert.equal(await theirs.getByRole("link", { name: "Agency", exact: true }).count(), 0);
    await theirs.context().close();
  });

  it("fits on a phone", async () => {
    const phone = await stage.open({ as: noor, path: "/agency/clients", size: "phone" });
    await phone.getByRole("row", { name: /Tidepool/ }).waitFor();
    await phone.shoot("agency-clients-phone");
    await phone.axe();
    await phone.getByRole("row", { name: /Tidepool/ }).click();
    await phone.getByRole("complementary", { name: "Tidepool Home" }).getByText("25%").waitFor();
    await phone.shoot("agency-client-phone");
    await phone.axe();
    await phone.setAppearance({ theme: "dark" });
    await phone.shoot("agency-client-phone-dark");
    await phone.context().close();
  });
});
