/** An agency's public side: brand, domain, a page with a form, submissions, and the set-up of clients. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestPerson, TestTenant } from "@parley/server/test/harness.ts";
import { type DnsServer, startDnsServer } from "@parley/server/test/fakes/dns-server.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

const base = "/api/v1/agencies/current";

describe("an agency's public side", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let dns: DnsServer;
  let agency: TestTenant;
  let noor: TestPerson;
  let page: StagePage;
  before(async () => {
    dns = await startDnsServer();
    stage = await startStage({ env: { DNS_RESOLVER: dns.address } });
    agency = await stage.t.tenant({ kind: "agency" });
    await agency.api.patch("/api/v1/organization", { name: "Brightwater" });
    noor = await stage.t.person(agency.id, { role: "owner", name: "Noor Khalid" });
    page = await stage.open({ as: noor, path: "/agency/brand" });
  });
  after(async () => {
    await stage?.stop();
    await dns?.close();
  });

  it("an unreadable colour is replaced by the nearest readable one before it is saved", async () => {
    const accent = page.getByLabel("Accent, links and focus");
    await accent.fill("#7cc4a4");
    await page.getByText(/needs 4.5/).waitFor();
    assert.equal(await page.getByRole("button", { name: "Save brand kit" }).isDisabled(), true);
    await page.shoot("agency-brand-unreadable");
    await page.axe();
    await page.getByRole("button", { name: "Use it" }).click();
    await page.getByLabel("Primary, buttons").fill("#1f5f49");
    await page.getByLabel("Background").fill("#f6f4ea");
    await page.getByLabel("Support email").fill("help@brightwater.example");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("group", { name: "Logo, light" }).getByRole("button", { name: "Choose" }).click();
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await (await chooser).setFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") });
    await page.getByRole("button", { name: "Remove: Logo, light" }).waitFor();
    if (await page.getByRole("button", { name: "Use it" }).isVisible()) await page.getByRole("button", { name: "Use it" }).click();
    await page.getByRole("button", { name: "Save brand kit" }).click();
    await page.getByText("Saved").waitFor();
    const kit = (await agency.api.get(`${base}/brand-kit`)).body;
    assert.deepEqual([kit.name, kit.colors.primary, kit.supportEmail], ["Brightwater", "#1f5f49", "help@brightwater.example"]);
    assert.match(kit.logoLightUrl, /^\/public\/files\//);
    await page.shoot("agency-brand");
    await page.axe();
  });

  it("a domain shows the record to add, and the result of the last check", async () => {
    await page.getByRole("link", { name: /^Domains/ }).click();
    await page.getByText("No domains yet").waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Add a domain" });
    await dialog.getByLabel("Host name").fill("inbox.brightwater.example");
    await dialog.getByRole("button", { name: "Add a domain" }).click();
    const card = page.getByRole("article", { name: "inbox.brightwater.example" });
    await card.getByText("_svc-verify.inbox.brightwater.example").waitFor();
    await card.getByText("Not checked yet").waitFor();
    await card.getByRole("button", { name: "Check now" }).click();
    await card.getByText(/Last checked/).waitFor();
    const [domain] = (await agency.api.get(`${base}/domains`)).body.data;
    assert.notEqual(domain.lastCheckedAt, null);
    await card.getByText(domain.lastError).waitFor();
    dns.txt.set(domain.verification.name, domain.verification.value);
    await card.getByRole("button", { name: "Check now" }).click();
    await card.getByText("verified, not pointing here yet").waitFor();
    await card.getByText("The record was found. Leave it in place.").waitFor();
    await page.shoot("agency-domains");
    await page.axe();
  });

  it("a form and a page are created, reordered by keyboard and published; a visitor's submission becomes a client when it is approved", async () => {
    await page.getByRole("link", { name: "Forms" }).click();
    await page.getByText("No forms yet").waitFor();
    await page.keyboard.press("c");
    const form = page.getByRole("dialog", { name: "New form" });
    await form.getByLabel("Title").fill("Early access");
    await form.getByText(/^A client/).click();
    await form.getByRole("button", { name: "Add field" }).click();
    const field = form.getByRole("group", { name: "Field", exact: true });
    await field.getByRole("button", { name: /Kind/ }).click();
    await page.getByRole("option", { name: "Company" }).click();
    await field.getByLabel("Question").fill("Studio");
    await form.getByRole("group", { name: "Studio" }).getByText("Required").click();
    await page.shoot("agency-form");
    await page.axe();
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    const [made] = (await agency.api.get(`${base}/signup-forms`)).body.data;
    assert.deepEqual(
      made.fields.map(({ key, type, required }: { key: string; type: string; required: boolean }) => [key, type, required]),
      [
        ["name", "text", true],
        ["email", "email", true],
        ["company", "text", true],
      ],
    );

    await page.getByRole("link", { name: "Pages" }).click();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New page" });
    await dialog.getByLabel("Title").fill("Trade counter");
    await dialog.getByRole("button", { name: "New page" }).click();
    const blocks = page.getByRole("navigation", { name: "Blocks" });
    for (const name of ["Form", "Text"]) {
      await blocks.getByRole("button", { name: "Add block" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
      if (name === "Form") {
        await page.getByRole("button", { name: /Which form/ }).click();
        await page.getByRole("option", { name: "Early access" }).click();
      } else await page.getByRole("textbox", { name: "Text" }).fill("Wood that lasts, at the price of the trade.");
    }
    // The text was added last and is moved above the form, by keyboard.
    await blocks.getByRole("button", { name: /^Text/ }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await page.getByRole("region", { name: "Preview" }).getByText("Wood that lasts").waitFor();
    await page.shoot("agency-page");
    await page.axe();
    // On a phone the panes are stacked, each as high as its content.
    await page.setAppearance({ size: "phone" });
    const fits = await page
      .locator(".page-panes > *")
      .evaluateAll((panes) => panes.map((pane) => pane.scrollHeight <= pane.clientHeight + 1));
    assert.deepEqual(fits, [true, true, true]);
    const publish = await page.getByRole("button", { name: "Publish", exact: true }).boundingBox();
    assert.ok(publish !== null && publish.x + publish.width <= 390, "all buttons are on the screen");
    await page.shoot("agency-page-phone");
    await page.setAppearance({ size: "desktop" });
    // Unsaved changes survive a reload.
    await page.reload();
    await page.getByRole("region", { name: "Preview" }).getByText("Wood that lasts").waitFor();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("The page has been published").waitFor();
    const [published] = (await agency.api.get(`${base}/landing-pages`)).body.data;
    assert.deepEqual(
      [published.status, published.blocks.map(({ type }: { type: string }) => type)],
      ["published", ["hero", "text", "form"]],
    );

    const stranger = await stage.open({ as: null, path: new URL(published.url).pathname });
    await stranger.getByRole("heading", { name: "Trade counter" }).waitFor();
    await stranger.getByLabel("Name").fill("Rowan Achterberg");
    await stranger.getByLabel("Email").fill("rowan@achterberg.example");
    await stranger.getByLabel("Studio").fill("Achterberg");
    stage.advance(5_000);
    await stranger.getByRole("button", { name: "Send" }).click();
    await stranger.getByText("Thank you. We will be in touch.").waitFor();
    await stranger.context().close();

    await page.getByRole("link", { name: "Submissions" }).click();
    await page.getByRole("row", { name: /Achterberg/ }).click();
    const drawer = page.getByRole("dialog", { name: "Achterberg" });
    await drawer.getByText("rowan@achterberg.example").waitFor();
    await page.shoot("agency-submission");
    await page.axe();
    await drawer.getByRole("button", { name: "Approve" }).click();
    await drawer.getByText("approved").waitFor();
    const [client] = (await agency.api.get(`${base}/clients`)).body.data;
    assert.deepEqual([client.name, client.status], ["Achterberg", "pending"]);
    await drawer.getByRole("link", { name: "Open the client" }).click();
    await page.getByRole("complementary", { name: "Achterberg" }).waitFor();
  });

  it("an organization's set-up is saved, planned and applied to a client", async () => {
    await agency.api.post("/api/v1/labels", { name: "vip" });
    const made = await agency.api.post(`${base}/clients`, {
      name: "Fjord Dental",
      ownerEmail: "owner@fjord.example",
      grant: { scopes: ["labels:read", "labels:write", "organization:read"] },
    });
    assert.equal(made.status, 200, made.text);
    await page.getByRole("link", { name: "Snapshots" }).click();
    await page.getByText("No snapshots yet").waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New snapshot" });
    await dialog.getByLabel("Name").fill("Shop");
    await dialog.getByRole("button", { name: "Save snapshot" }).click();
    await page.getByRole("row", { name: /Shop/ }).getByRole("button", { name: "Apply" }).click();
    const apply = page.getByRole("dialog", { name: "Apply Shop" });
    await apply.getByRole("button", { name: /Apply to/ }).click();
    await page.getByRole("option", { name: "Fjord Dental" }).click();
    // Only what the grant allows is offered; the rest is named.
    await apply.getByText(/The client.s grant does not include: .*Voice agents/).waitFor();
    assert.equal(await apply.getByRole("checkbox").count(), 1);
    assert.ok(await apply.getByRole("checkbox", { name: "Labels" }).isChecked());
    await apply.getByRole("button", { name: "Show what would change" }).click();
    await apply.getByText("What would change in Fjord Dental").waitFor();
    await apply.getByText("vip").waitFor();
    await page.shoot("agency-snapshot-plan");
    await page.axe();
    await apply.getByRole("button", { name: "Apply now" }).click();
    await apply.getByText("Applied to Fjord Dental").waitFor();
    const token = (await agency.api.post(`${base}/clients/${made.body.id}/access-tokens`, { scopes: ["labels:read"] })).body.token;
    const labels = (await stage.t.api(token).get("/api/v1/labels")).body.data;
    assert.deepEqual(
      labels.map(({ name }: { name: string }) => name),
      ["vip"],
    );
    await apply.getByRole("button", { name: "Close" }).last().click();

    // The agency's own organization is restored to it: later changes are reverted, nothing is deleted.
    const own = async () => (await agency.api.get("/api/v1/labels")).body.data as { id: string; name: string; color: string }[];
    const [vip] = await own();
    assert.equal((await agency.api.patch(`/api/v1/labels/${vip?.id}`, { color: "#0d9488" })).status, 200);
    assert.equal((await agency.api.post("/api/v1/labels", { name: "later", color: "#16a34a" })).status, 200);
    await page.getByRole("row", { name: /Shop/ }).getByRole("button", { name: "Apply" }).click();
    await apply.getByRole("button", { name: /Apply to/ }).click();
    await page.getByRole("option", { name: "Our own organization" }).click();
    // Here the organization's own settings can be selected too.
    await apply.getByRole("checkbox", { name: "Organization settings" }).waitFor();
    await page.axe();
    await apply.getByRole("button", { name: "Show what would change" }).click();
    await apply.getByText("What would change in Brightwater").waitFor();
    await apply.getByRole("status").getByText("1 changed", { exact: false }).waitFor();
    await page.shoot("agency-snapshot-own");
    assert.equal((await own()).find(({ name }) => name === "vip")?.color, "#0d9488", "a plan changes nothing");
    await apply.getByRole("button", { name: "Apply now" }).click();
    await apply.getByText("Applied to Brightwater").waitFor();
    assert.deepEqual((await own()).map(({ name, color }) => [name, color]).sort(), [
      ["later", "#16a34a"],
      ["vip", vip?.color],
    ]);
    await apply.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("link", { name: "Billing" }).click();
    await page.getByText("You earned").first().waitFor();
    await page.shoot("agency-billing");
    await page.axe();
  });

  it("a viewer in the agency has no access to any of it", async () => {
    const viewer = await stage.t.person(agency.id, { role: "viewer" });
    const theirs = await stage.open({ as: viewer, path: "/agency/pages" });
    await theirs.getByRole("heading", { name: "Page not found" }).waitFor();
    await theirs.context().close();
  });
});
