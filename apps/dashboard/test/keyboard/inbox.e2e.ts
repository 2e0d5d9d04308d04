/** A day in the inbox with the keyboard alone: nothing is clicked, and after every step something visible has the focus. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { codeAt } from "@parley/server/test/fakes/authenticator.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../stage.ts";
import { type Keyboard, keyboardOf } from "./page-keyboard.ts";

const hourMs = 3_600_000;
const codeMs = 30_000;

describe("the inbox with the keyboard alone", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const notice = (page: StagePage, text: string) => page.getByRole("region", { name: "Notifications" }).getByText(text).first().waitFor();
  /** Opens the newest conversation, which contains this text. Returns its id. */
  async function openNewest(page: StagePage, hands: Keyboard, text: string): Promise<string> {
    await page.getByRole("row", { name: new RegExp(text) }).waitFor();
    await hands.press("j");
    await page.getByRole("log").getByText(text).waitFor();
    return new URL(page.url()).pathname.split("/").at(-1) ?? "";
  }
  /** Past the rail into the content, as a person with a keyboard does. */
  async function skipToContent(page: StagePage, hands: Keyboard) {
    await page.locator("#content").waitFor();
    await hands.activate("the link past the rail", page.getByRole("link", { name: "Skip to the content" }));
    await page.locator("#content:focus").waitFor();
  }

  it("signs in with a second factor, answers, assigns, snoozes, resolves, undoes, searches", async () => {
    const person = await stage.t.person(stage.tenant.id, { role: "agent", name: "Theo Two" });
    const { body: factor } = await person.api.post("/api/v1/auth/two-factor", { password: person.password });
    const verified = await person.api.post("/api/v1/auth/two-factor/verify", { code: codeAt(factor.secret, stage.clock.now()) });
    assert.equal(verified.status, 200, verified.text);
    stage.advance(codeMs);
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Is the blue one still there?");

    const page = await stage.open({ as: null, path: "/inbox/all" });
    const hands = keyboardOf(page);
    await hands.fill("the address", page.getByLabel("Email", { exact: true }), person.email);
    await hands.fill("the password", page.getByLabel("Password", { exact: true }), person.password);
    await hands.press("Enter");
    await page.getByLabel("Authentication code").and(page.locator(":focus")).waitFor();
    await hands.type(codeAt(factor.secret, stage.clock.now()));
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await hands.focusIsSeen("signed in");

    const row = page.getByRole("row", { name: /Is the blue one|Yes, two of them/ });
    const id = await openNewest(page, hands, "Is the blue one still there?");
    const conversation = () => stage.read(`/conversations/${id}`);
    await hands.focusIsSeen("a conversation is open");
    await hands.press("r");
    await page.getByRole("textbox", { name: "Reply" }).and(page.locator(":focus")).waitFor();
    await hands.type("Yes, two of them.");
    await hands.press("Enter");
    await customer.shows("the answer", ({ text }) => text === "Yes, two of them.");
    await hands.focusIsSeen("answered");
    await hands.press("Escape");
    await page.locator("[role=log]:focus").waitFor();

    await hands.press("a");
    await page.locator("[role=menuitem]:focus").waitFor();
    await hands.type("Sofia");
    await hands.press("Enter");
    await notice(page, "Assigned to Sofia Super");
    assert.equal((await conversation()).assigneeId, stage.people.supervisor.agentId);
    await hands.focusIsSeen("assigned");

    await hands.press("s");
    await hands.arrowTo("in one hour", page.getByRole("menuitem", { name: /^In one hour/ }));
    await hands.press("Enter");
    await row.waitFor({ state: "detached" });
    assert.equal((await conversation()).pendingReason, "snoozed");
    await hands.focusIsSeen("snoozed");
    await hands.press("Control+z");
    await row.waitFor();
    await hands.focusIsSeen("not snoozed after all");

    await hands.press("e");
    await row.waitFor({ state: "detached" });
    assert.equal((await conversation()).status, "resolved");
    await hands.focusIsSeen("resolved");
    await hands.press("Control+z");
    await row.waitFor();
    await eventually("it is open again", async () => (await conversation()).status === "open");
    await hands.focusIsSeen("open again");

    await hands.press("g", "c");
    await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
    await hands.focusIsSeen("the contacts");
    await hands.palette("blue one", /^Is the blue one/);
    await page.waitForURL(/#msg_/);
    await page.getByRole("log").getByText("Is the blue one still there?").waitFor();
    await hands.focusIsSeen("found");
    await page.context().close();
  });

  it("presses the next key while a menu still fades out", async () => {
    const customer = await stage.channels.chatApp.customer(2);
    await customer.write("Who can repair it?");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const hands = keyboardOf(page);
    await skipToContent(page, hands);
    const id = await openNewest(page, hands, "Who can repair it?");
    await hands.press("a");
    await page.locator("[role=menuitem]:focus").waitFor();
    await hands.type("Sofia");
    await hands.press("Enter", "s");
    await hands.arrowTo("in one hour", page.getByRole("menuitem", { name: /^In one hour/ }));
    await hands.press("Enter");
    await eventually("it is assigned and snoozed", async () => {
      const { assigneeId, pendingReason } = await stage.read(`/conversations/${id}`);
      return assigneeId === stage.people.supervisor.agentId && pendingReason === "snoozed";
    });
    await page.context().close();
  });

  it("sends a template when the window is closed", async () => {
    const customer = await stage.channels.chatApp.customer(4);
    await customer.write("Will you have it next week?");
    stage.advance(25 * hourMs);
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const hands = keyboardOf(page);
    await skipToContent(page, hands);
    await openNewest(page, hands, "Will you have it next week?");
    const templates = page.getByRole("region", { name: "Templates" });
    await templates.getByRole("button", { name: /^order_shipped\s*en/ }).waitFor();
    await hands.press("t");
    await templates.getByRole("searchbox").and(page.locator(":focus")).waitFor();
    await hands.type("order_shipped");
    await hands.activate("the template", templates.getByRole("button", { name: /^order_shipped\s*en/ }));
    for (const [at, field] of (await templates.getByRole("textbox").all()).entries())
      await hands.fill(`variable ${at + 1}`, field, at === 0 ? "Amina" : "next week");
    await hands.activate("the button that sends", templates.getByRole("button", { name: "Send template" }));
    await customer.shows("the template", ({ from, text }) => from === "business" && text?.includes("next week") === true);
    await hands.focusIsSeen("a template sent");
    await page.context().close();
  });

  it("opens the templates while the window is open, and goes back to the text", async () => {
    const customer = await stage.channels.chatApp.customer(3);
    await customer.write("How long does it take?");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const hands = keyboardOf(page);
    await skipToContent(page, hands);
    const id = await openNewest(page, hands, "How long does it take?");
    const reply = page.getByRole("textbox", { name: "Reply" });
    await reply.waitFor();
    await hands.press("t");
    await page.getByRole("region", { name: "Templates" }).getByRole("searchbox").and(page.locator(":focus")).waitFor();
    await hands.press("Escape");
    await reply.and(page.locator(":focus")).waitFor();
    assert.ok(page.url().includes(id), "the conversation is open still");
    await page.context().close();
  });

  it("selects several, resolves them in one step and undoes it", async () => {
    const { shortVideo } = stage.channels;
    for (const at of [0, 1, 2]) await (await shortVideo.customer(at)).write(`Nothing more to say ${at}`);
    const page = await stage.open({ as: "agent", path: `/inbox/all?channelId=${shortVideo.id}` });
    const hands = keyboardOf(page);
    await skipToContent(page, hands);
    const rows = page.getByRole("row", { name: /Nothing more to say/ });
    await rows.nth(2).waitFor();
    await openNewest(page, hands, "Nothing more to say 2");
    await hands.press("x");
    await page.getByRole("toolbar", { name: "1 selected" }).waitFor();
    await hands.press("Control+a");
    await page.getByRole("toolbar", { name: "3 selected" }).waitFor();
    await hands.press("e");
    await notice(page, "3 conversations resolved");
    await rows.first().waitFor({ state: "detached" });
    const statuses = async () =>
      (await stage.read(`/conversations?channelId=${shortVideo.id}`)).data.map((each: { status: string }) => each.status);
    assert.deepEqual(await statuses(), ["resolved", "resolved", "resolved"]);
    await hands.focusIsSeen("three resolved");
    await hands.press("Control+z");
    await rows.nth(2).waitFor();
    await eventually("the server has them open again", async () => (await statuses()).every((status: string) => status === "open"));
    await hands.focusIsSeen("three open again");
    await page.context().close();
  });

  it("builds a filter and saves it as a view of the team", async () => {
    const customer = await stage.channels.photoSocial.customer(1);
    await customer.write("Do you ship to Norway?");
    assert.equal((await stage.tenant.api.post("/api/v1/labels", { name: "Delivery" })).status, 200);
    const { id } = await eventually("the conversation is there", async () => {
      const { data } = await stage.read(`/conversations?channelId=${stage.channels.photoSocial.id}`);
      return (data as { id: string }[])[0];
    });
    assert.equal((await stage.tenant.api.patch(`/api/v1/conversations/${id}`, { labels: ["Delivery"] })).status, 200);
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const hands = keyboardOf(page);
    await skipToContent(page, hands);
    await page.getByRole("row", { name: /Do you ship to Norway/ }).waitFor();
    const menuOf = async (place: ReturnType<StagePage["getByRole"]>) => {
      await hands.activate("the labels", place.getByRole("button", { name: "Labels: Any" }));
      await hands.arrowTo("the label", page.getByRole("menuitemcheckbox", { name: "Delivery" }));
      await hands.press("Space", "Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      await place.getByRole("button", { name: "Labels: Delivery" }).waitFor();
      await hands.focusIsSeen("a label is chosen");
    };
    await hands.press("f");
    const filters = page.getByRole("dialog", { name: "Filter" });
    await menuOf(filters);
    await hands.press("Escape");
    await filters.waitFor({ state: "detached" });
    await page.waitForURL(/labels=Delivery/);
    await hands.focusIsSeen("filtered");

    await hands.palette("save as view", /^Save as view/);
    const dialog = page.getByRole("dialog", { name: "Save as view" });
    await dialog.getByRole("textbox", { name: "Name" }).and(page.locator(":focus")).waitFor();
    await hands.type("To be delivered");
    await hands.tabTo("who sees it", dialog.getByRole("radio", { name: "Only me" }));
    await hands.arrowTo("the team", dialog.getByRole("radio", { name: "Everybody on the team" }));
    await hands.choose("the channel", dialog.getByRole("button", { name: /Channel$/ }), "Photos");
    await hands.activate("the button that saves", dialog.getByRole("button", { name: "Save" }));
    await page.getByRole("heading", { level: 1, name: "To be delivered" }).waitFor();
    await page.getByRole("row", { name: /Do you ship to Norway/ }).waitFor();
    await hands.focusIsSeen("a view is kept");
    const [view] = (await stage.read("/views")).data;
    assert.deepEqual(
      [view.name, view.visibility, view.filters],
      ["To be delivered", "shared", { status: "open", labels: ["Delivery"], channelId: stage.channels.photoSocial.id }],
    );
    await page.context().close();
  });
});
