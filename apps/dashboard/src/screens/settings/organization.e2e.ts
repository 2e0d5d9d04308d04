/** The settings of the whole organization, and its customers' ratings; each effect is read back from the API. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

const minuteMs = 60_000;

describe("settings of the organization", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const open = (part: string, as: "owner" | "viewer" = "owner") => stage.open({ as, path: `/settings/${part}` });
  const save = async (page: StagePage) => {
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).first().waitFor();
  };
  /** Light and dark, left-to-right and right-to-left, wide and narrow. */
  async function lookAt(page: StagePage, name: string) {
    await page.axe();
    await page.shoot(name);
    await page.setAppearance({ theme: "dark", size: "phone" });
    await page.axe();
    await page.shoot(`${name}-phone-dark`);
    await page.setAppearance({ theme: "light", size: "desktop", language: "ar" });
    await page.locator("html[dir=rtl] .settings-part form").waitFor();
    await page.axe();
    await page.shoot(`${name}-ar`);
    await page.setAppearance({ language: "en" });
    await page.locator("html[dir=ltr] .settings-part form").waitFor();
  }

  it("general: its name, the words for opting out and in, and errors at their fields", async () => {
    const page = await open("general");
    const before = await stage.read("/organization");
    await page.getByText("Business: talks to its own customers").waitFor();
    await page.getByRole("button", { name: /Organization ID/ }).waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Northwind Trekking");
    await page.getByRole("textbox", { name: "Close resolved tickets after" }).fill("400");
    const words = page.getByRole("textbox", { name: "Opt-out keywords" });
    await words.fill("enough,???,");
    await page.getByRole("button", { name: "Save" }).click();
    const field = (label: string) => page.locator(".field", { hasText: label });
    await field("Close resolved tickets after").getByText("This is outside the allowed range.").waitFor();
    await field("Opt-out keywords").locator(".error").waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Name" }).inputValue(), "Northwind Trekking", "what was typed is kept");
    assert.deepEqual(await stage.read("/organization"), before);
    await page.getByRole("textbox", { name: "Close resolved tickets after" }).fill("14");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Remove ???" }).click();
    await page.getByRole("textbox", { name: "Opt-in keywords" }).fill("hello again,");
    await save(page);
    const { name, settings } = await stage.read("/organization");
    assert.deepEqual(
      [name, settings],
      [
        "Northwind Trekking",
        {
          reopenWindowHours: before.settings.reopenWindowHours,
          ticketAutoCloseDays: 14,
          optOutWords: ["enough"],
          optInWords: ["hello again"],
        },
      ],
    );
    await page.getByRole("navigation").getByText("Northwind Trekking").first().waitFor();
    await lookAt(page, "settings-general");
    await page.context().close();

    const viewer = await open("profile", "viewer");
    await viewer.getByRole("link", { name: "Team" }).waitFor();
    assert.equal(await viewer.getByRole("link", { name: "General" }).count(), 0);
    await viewer.context().close();
  });

  it("assignment: inactive conversations are resolved after a time, with a message", async () => {
    const page = await open("assignment");
    const after = page.getByRole("textbox", { name: "Resolve inactive conversations after" });
    assert.equal(await after.inputValue(), "");
    await page.getByRole("button", { name: /Unit of Resolve inactive/ }).click();
    await page.getByRole("option", { name: "days" }).click();
    await after.fill("3");
    await page
      .getByRole("textbox", { name: "Message to the customer when resolved" })
      .fill("We close this for now. Write again at any time.");
    await save(page);
    assert.deepEqual((await stage.read("/agent-settings")).autoResolve, {
      afterMinutes: 4_320,
      message: "We close this for now. Write again at any time.",
    });
    assert.ok(await page.evaluate(() => document.activeElement !== document.body), "the focus stays");
    await lookAt(page, "settings-assignment");
    await after.fill("");
    await page.getByRole("textbox", { name: "Message to the customer when resolved" }).fill("");
    await save(page);
    await eventually("it is never", async () => (await stage.read("/agent-settings")).autoResolve.afterMinutes === null);
    assert.equal((await stage.read("/agent-settings")).autoResolve.message, null);
    await page.context().close();
  });

  it("satisfaction: asked with the organization's own text, answered, and shown with its conversation", async () => {
    const page = await open("satisfaction");
    await page.getByText("No ratings yet").waitFor();
    await page.getByRole("switch", { name: /^Ask customers/ }).press("Space");
    const delay = page.getByRole("textbox", { name: "Ask after" });
    await delay.fill("5000");
    const preview = page.locator("figure");
    await preview.getByText(/How satisfied are you/).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".field", { hasText: "Ask after" }).getByText("This is outside the allowed range.").waitFor();
    await delay.fill("10");
    await page.getByRole("button", { name: /Language of the customer$/ }).click();
    await page.getByRole("option", { name: "German", exact: true }).click();
    await preview.getByText(/Wie zufrieden sind Sie/).waitFor();
    await page.getByRole("textbox", { name: "Your own wording" }).fill("Wie war’s? 1 bis 5");
    await preview.getByText("Wie war’s? 1 bis 5").waitFor();
    await page.getByRole("button", { name: /Language of the customer$/ }).click();
    await page.getByRole("option", { name: "Japanese", exact: true }).click();
    await preview.getByText(/English, because there is no text/).waitFor();
    await save(page);
    const { defaultQuestions: _usual, ...csat } = (await stage.read("/agent-settings")).csat;
    assert.deepEqual(csat, { enabled: true, delayMinutes: 10, questions: { de: "Wie war’s? 1 bis 5" } });

    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("It works again");
    const conversation = await eventually("the conversation is there", async () => (await stage.read("/conversations")).data[0]);
    await stage.tenant.api.patch(`/api/v1/contacts/${conversation.contactId}`, { language: "de" });
    assert.equal((await stage.tenant.api.patch(`/api/v1/conversations/${conversation.id}`, { status: "resolved" })).status, 200);
    stage.advance(11 * minuteMs);
    await customer.shows("the question", ({ from, text }) => from === "business" && text === "Wie war’s? 1 bis 5");
    await customer.write("5");
    await customer.write("Quick and kind");
    await eventually("the comment is kept", async () => (await stage.read("/csat/responses")).data[0]?.comment === "Quick and kind");
    await page.reload();
    const score = page.getByRole("region", { name: "Last 30 days" });
    await score.getByText("100%").first().waitFor();
    await score.getByText("1 of 1").waitFor();
    const rating = page.getByRole("region", { name: "Latest ratings" }).getByRole("link", { name: /Quick and kind/ });
    await rating.getByText("5 out of 5").waitFor();
    await lookAt(page, "settings-satisfaction");
    await rating.click();
    await page.getByRole("log").getByText("Quick and kind").waitFor();
    assert.ok(page.url().includes(conversation.id), page.url());
    await page.context().close();

    const viewer = await open("satisfaction", "viewer");
    await viewer.getByText("Wie war’s? 1 bis 5").waitFor();
    await viewer.getByRole("link", { name: /Quick and kind/ }).waitFor();
    assert.equal(await viewer.locator(".settings-part").getByRole("button").count(), 0);
    await viewer.getByRole("switch").press("Space");
    assert.equal(await viewer.getByRole("switch").isChecked(), true, "it is read only");
    await viewer.axe();
    await viewer.context().close();
  });

  it("a member is suspended and reactivated, then removed: no longer listed, locked out, and their conversations are free", async () => {
    const rosa = await stage.t.person(stage.tenant.id, { role: "agent", name: "Rosa Quiroga" });
    await (await stage.channels.photoSocial.customer(0)).write("Do you ship to Lima?");
    const { id: channelId } = stage.channels.photoSocial;
    const conversation = await eventually(
      "the conversation is there",
      async () => (await stage.read(`/conversations?channelId=${channelId}`)).data[0],
    );
    const path = `/api/v1/conversations/${conversation.id}`;
    assert.equal((await stage.tenant.api.patch(path, { assigneeId: rosa.agentId })).status, 200);
    const page = await open("team");
    const row = page.getByRole("row", { name: /Rosa Quiroga/ });
    const choose = async (item: string) => {
      await row.getByRole("button", { name: "More about Rosa Quiroga" }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await choose("Suspend");
    await row.getByText("suspended", { exact: true }).waitFor();
    await choose("Reactivate");
    await row.getByText("suspended", { exact: true }).waitFor({ state: "detached" });
    await eventually("she works here again", async () => (await stage.read(`/agents/${rosa.agentId}`)).status === "active");
    assert.equal((await stage.tenant.api.patch(path, { assigneeId: rosa.agentId })).status, 200);
    const session = { email: rosa.email, password: rosa.password };
    const signsIn = async () => (await stage.t.api(null).post("/api/v1/auth/sign-in", session)).status;
    assert.equal(await signsIn(), 200);

    await choose("Remove");
    const question = page.getByRole("alertdialog", { name: "Remove Rosa Quiroga" });
    await question.getByText(/only a new invitation brings them back/).waitFor();
    await page.axe({ without: ["[data-live-announcer]"] });
    await page.shoot("settings-team-remove");
    await question.getByRole("button", { name: "Remove" }).click();
    await row.waitFor({ state: "detached" });
    // In the table's next row.
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label")?.startsWith("More about"));
    for (const list of ["/agents", "/members"])
      assert.ok(!(await stage.read(list)).data.some(({ id }: { id: string }) => id === rosa.agentId), list);
    assert.deepEqual([(await rosa.api.get("/api/v1/me")).status, await signsIn()], [401, 403]);
    assert.equal((await stage.read(`/conversations/${conversation.id}`)).assigneeId, null);
    await page.shoot("settings-team");
    await page.setAppearance({ size: "phone", language: "ar" });
    await page.locator("html[dir=rtl] .settings-part table").waitFor();
    await page.shoot("settings-team-phone-ar");
    await page.context().close();
  });

  it("an admin gives no role above their own, and leaves owners and their invitations alone", async () => {
    for (const [email, role] of [
      ["second-owner@northwind.example", "owner"],
      ["supervisor@northwind.example", "supervisor"],
    ])
      assert.equal((await stage.tenant.api.post("/api/v1/invitations", { email, role })).status, 200);
    const page = await stage.open({ as: "admin", path: "/settings/team" });
    const rowOf = async (role: "owner" | "supervisor") =>
      page.getByRole("row", { name: new RegExp((await stage.people[role].api.get("/api/v1/me")).body.user.name) });
    const owner = await rowOf("owner");
    await owner.getByText("Owner", { exact: true }).waitFor();
    assert.equal(await owner.getByRole("button").count(), 0);
    const supervisor = await rowOf("supervisor");
    await supervisor.getByRole("button", { name: /^More about/ }).waitFor();
    /** In the open list. */
    const offersUpToAdmin = async () => {
      await page.getByRole("option", { name: /^Admin/ }).waitFor();
      assert.equal(await page.getByRole("option").count(), 4);
      assert.equal(await page.getByRole("option", { name: /^Owner/ }).count(), 0);
    };
    await supervisor.getByRole("button", { name: /Role of/ }).click();
    await offersUpToAdmin();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    const invited = page.getByRole("region", { name: "Invited" });
    const invitation = (email: string) => invited.locator(".mini", { hasText: email });
    await invitation("supervisor@northwind.example").getByRole("button", { name: "Withdraw" }).waitFor();
    await invitation("second-owner@northwind.example").waitFor();
    assert.equal(await invitation("second-owner@northwind.example").getByRole("button").count(), 0);
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /Role/ }).click();
    await offersUpToAdmin();
    await page.shoot("settings-team-invite");
    await page.context().close();
  });
});
