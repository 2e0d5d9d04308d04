/** Every screen in its initial state: axe finds nothing, in both themes and directions, and the page logs no error. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../test/stage.ts";

const screens = {
  "/inbox/mine": "Mine",
  "/notifications": "Notifications",
  "/search?q=order": "Search",
  "/contacts": "Contacts",
  "/contacts/segments": "Segments",
  "/pipeline": "Pipeline",
  "/tickets": "Tickets",
  "/broadcasts": "Broadcasts",
  "/broadcasts/new": "New broadcast",
  "/knowledge/sources": "Knowledge",
  "/knowledge/answers": "Knowledge",
  "/knowledge/unanswered": "Knowledge",
  "/knowledge/categories": "Knowledge",
  "/channels": "Channels",
  "/developers/keys": "Developers",
  "/developers/webhooks": "Developers",
  "/settings/profile": "Profile",
  "/settings/security": "Security",
  "/settings/appearance": "Appearance",
  "/settings/shortcuts": "Shortcuts",
  "/settings/team": "Team",
  "/settings/assignment": "Assignment",
  "/settings/divisions": "Divisions",
  "/settings/business-hours": "Business hours",
  "/settings/service-levels": "Service levels",
  "/settings/labels": "Labels",
  "/settings/canned-replies": "Canned replies",
  "/settings/macros": "Macros",
  "/settings/fields": "Fields",
  "/settings/billing": "Billing",
  "/settings/privacy": "Privacy",
  "/settings/audit-log": "Audit log",
  "/welcome": "Set-up",
};

describe("every screen", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  /** Opens each screen and reports everything that axe finds, not only the first finding. */
  async function visit(page: StagePage, name: string, prepare: () => Promise<void> = async () => undefined) {
    const problems: string[] = [];
    for (const [path, title] of Object.entries(screens)) {
      await page.goto(new URL(path, stage.url).href);
      await prepare();
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      await page.axe().catch(({ message }: Error) => problems.push(message));
      await page.shoot(`${path.slice(1).replaceAll(/[/?=]/g, "-")}-${name}`);
    }
    await page.context().close();
    assert.deepEqual(problems, []);
  }

  for (const theme of ["light", "dark"] as const)
    it(`is accessible, ${theme}`, async () => {
      await visit(await stage.open({ as: "owner", path: "/", theme }), theme);
    });

  it("is accessible from right to left and on a phone", async () => {
    const page = await stage.open({ as: "owner", path: "/", size: "phone", dir: "rtl" });
    await visit(page, "phone-rtl", () => page.setAppearance({ dir: "rtl" }));
  });

  it("the palette opens anything by its name, and restores the focus", async () => {
    const page = await stage.open({ as: "owner", path: "/inbox/mine" });
    await page.getByRole("heading", { level: 1, name: "Mine" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("tickts");
    await page.getByRole("option", { name: /Tickets/ }).waitFor();
    await page.axe({ within: "[data-owns-keys]" });
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Tickets" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
    await page.context().close();
  });

  it("an unknown page is reported as such, and screens that a role may not see are absent", async () => {
    const page = await stage.open({ as: "agent", path: "/settings/nowhere" });
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Developers" }).count(), 0);
    await page.context().close();
  });
});
