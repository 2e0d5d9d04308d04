/** The first run: each step is checked off when it has happened, wherever it was done. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("the checklist of the first run", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const step = (page: StagePage, id: string) => page.locator(`[data-step="${id}"]`);
  const ticked = (page: StagePage, id: string) => step(page, id).getByRole("img", { name: "done" }).waitFor();
  const undone = (page: StagePage, id: string) => step(page, id).getByRole("img", { name: "to do" }).waitFor();

  it("checks off the steps of customers and the team automatically, one after the other", async () => {
    const page = await stage.open({ as: "owner", path: "/welcome" });
    await ticked(page, "channel");
    await ticked(page, "colleague");
    for (const id of ["written", "answered", "resolved", "key"]) await undone(page, id);
    await page.getByRole("status").getByText("2 of 6").waitFor();
    assert.equal(await page.getByRole("complementary", { name: "The customer’s phone" }).count(), 0, "no demo, no phone");

    const amina = await stage.channels.chatApp.customer(0);
    await amina.write("Do you deliver to Bergen?");
    await ticked(page, "written");
    await step(page, "written").getByText("“Do you deliver to Bergen?”").waitFor();
    // An answer by a program does not count as a person's.
    const { body: list } = await stage.tenant.api.get("/api/v1/conversations");
    const conversationId = list.data[0].id as string;
    const program = await stage.tenant.api.post("/api/v1/messages", {
      channelId: stage.channels.chatApp.id,
      to: amina.id,
      type: "text",
      text: "Noted.",
    });
    assert.ok(program.status < 300, program.text);
    await amina.shows("the program's answer", ({ text }) => text === "Noted.");
    await page.reload();
    await ticked(page, "written");
    await undone(page, "answered");
    await page.axe();
    await page.shoot("welcome");

    await step(page, "answered").getByRole("link", { name: "Open the conversation" }).click();
    await page.getByRole("log").getByText("Do you deliver to Bergen?").waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("On Fridays.");
    await page.keyboard.press("Enter");
    await amina.shows("the answer", ({ text }) => text === "On Fridays.");
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await ticked(page, "answered");
    await step(page, "answered").getByText("“On Fridays.”").waitFor();
    await undone(page, "resolved");
    // By a colleague, while the page is open.
    const { body: resolved } = await stage.people.agent.api.post("/api/v1/conversations/bulk", {
      ids: [conversationId],
      status: "resolved",
    });
    assert.equal(resolved.failed, 0);
    await ticked(page, "resolved");

    await step(page, "key").getByRole("link", { name: "Go to the API keys" }).click();
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Warehouse");
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page
      .getByText(/svc_live_/)
      .first()
      .waitFor();
    await page.goBack();
    await ticked(page, "key");
    await page.getByRole("heading", { name: "You are all set, Olga Owner." }).waitFor();
    await page.getByRole("status").getByText("6 of 6").waitFor();
    await page.shoot("welcome-done");
    await page.context().close();
  });

  it("is closed, stays closed after a reload, and can be reopened", async () => {
    const page = await stage.open({ as: "admin", path: "/welcome" });
    const inRail = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Set-up" });
    await inRail.waitFor();
    await page.getByRole("button", { name: "Hide for now" }).click();
    await page.waitForURL(/\/inbox\/mine/);
    await inRail.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Mine" }).waitFor();
    assert.equal(await inRail.count(), 0);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("set-up");
    await page.getByRole("option", { name: /Set-up/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Keep in the navigation" }).click();
    await inRail.waitFor();
    await page.context().close();
  });

  it("shows only steps that the person may do", async () => {
    const agent = await stage.open({ as: "agent", path: "/welcome" });
    await step(agent, "answered").waitFor();
    assert.deepEqual(await agent.locator("[data-step]").evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset["step"])), [
      "written",
      "answered",
      "resolved",
    ]);
    assert.equal(await agent.getByRole("link", { name: "Set-up" }).count(), 0, "it is for those who set up");
    await agent.context().close();
    const viewer = await stage.open({ as: "viewer", path: "/welcome" });
    await viewer.getByRole("heading", { name: "Page not found" }).waitFor();
    await viewer.context().close();
  });
});
