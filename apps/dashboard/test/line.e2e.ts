/** A broken line, a stopped server, tabs that share a line, and unknown events from the server: nothing is lost, nothing is duplicated. */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Relay, startRelay } from "./relay.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "./stage.ts";

/** Below the ephemeral ports that systems assign: nobody takes it while the server is down. */
const port = 20_000 + randomInt(10_000);

describe("the line to the server", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let relay: Relay;
  before(async () => {
    stage = await startStage({ env: { PORT: String(port) } });
    relay = await startRelay(stage.url);
  });
  after(async () => {
    await stage?.stop();
    await relay?.close();
  });

  const openThread = async (page: StagePage, text: string) => {
    await page.getByRole("row", { name: new RegExp(text) }).click();
    await page.getByRole("log").getByText(text).waitFor();
  };
  const line = (page: StagePage, name: string) =>
    page
      .getByRole("status")
      .filter({ hasText: new RegExp(`^${name}$`) })
      .waitFor();
  const reply = (page: StagePage) => page.getByRole("textbox", { name: "Reply" });
  const send = async (page: StagePage, text: string) => {
    await reply(page).fill(text);
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText(text, { exact: true }).waitFor();
  };
  /** A page fetches its service worker and other files when it is idle, which may be while the line is cut. */
  const closeAfterCut = async (page: StagePage) => {
    const expected = /fetching the script|^503 GET /;
    if (page.recordedErrors.some((complaint) => expected.test(complaint))) page.expectError(expected);
    await page.context().close();
  };
  /** The conversation's texts according to the API, oldest first. */
  const textsOf = async (page: StagePage) => {
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { body } = await stage.tenant.api.get(`/api/v1/conversations/${id}/messages`);
    return (body.data as { text: string | null; occurredAt: string }[]).map(({ text }) => text ?? "").reverse();
  };

  it("is cut while somebody types and sends: nothing is lost, nothing is duplicated, everything is in the order of writing", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Can you hear me?");
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url });
    await openThread(page, "Can you hear me");
    await line(page, "Live");

    // The first message arrives, but its response does not: it is sent again, and must not be duplicated.
    relay.dropResponses();
    await send(page, "One");
    await customer.shows("the first", ({ text }) => text === "One");
    relay.cut();
    await line(page, "Reconnecting");
    await send(page, "Two");
    await send(page, "Three");
    await page.getByRole("tab", { name: "Note" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("The train has no network");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Reply" }).click();
    await reply(page).fill("And half of a fou");
    await customer.write("Hello?");
    const before = relay.refused();
    await eventually("it was tried again and again", () => relay.refused() > before + 3);
    assert.equal((await customer.messages()).filter(({ text }) => text === "Two").length, 0);

    relay.restore();
    await line(page, "Live");
    await page.getByRole("log").getByText("Hello?").waitFor();
    for (const text of ["Two", "Three"]) await customer.shows(text, (message) => message.text === text);
    await page.getByRole("article", { name: /note/ }).getByText("The train has no network").waitFor();
    assert.equal(await reply(page).inputValue(), "And half of a fou");
    await page.locator(".bubble.pending").waitFor({ state: "detached" });
    const got = (await customer.messages()).filter(({ from }) => from === "business").map(({ text }) => text);
    assert.deepEqual(got, ["One", "Two", "Three"]);
    const stored = await textsOf(page);
    for (const text of ["One", "Two", "Three", "The train has no network", "Hello?"]) {
      assert.equal(stored.filter((each) => each === text).length, 1, `${text} is stored once`);
      assert.equal(await page.getByRole("log").getByText(text, { exact: true }).count(), 1, `${text} is shown once`);
    }
    await closeAfterCut(page);
  });

  it("the server stops and comes back under an open inbox, which catches up by itself", async () => {
    const [first, second] = await Promise.all([stage.channels.chatApp.customer(1), stage.channels.photoSocial.customer(1)]);
    await first.write("Before the restart");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "Before the restart");
    await line(page, "Live");
    await reply(page).fill("Typed before");
    await stage.restart(async () => {
      await line(page, "Reconnecting");
      await page.keyboard.press("Enter");
      await page.getByRole("log").getByText("Typed before", { exact: true }).waitFor();
    });
    await line(page, "Live");
    await first.shows("what was sent in between", ({ text }) => text === "Typed before");
    await second.write("After the restart");
    await page.getByRole("row", { name: /After the restart/ }).waitFor();
    assert.equal((await textsOf(page)).filter((text) => text === "Typed before").length, 1);
    await closeAfterCut(page);
  });

  it("seven tabs share one stream, and each of them gets its events", async () => {
    const before = relay.streams();
    const first = await stage.open({ as: "supervisor", path: "/inbox/all", through: relay.url });
    await line(first, "Live");
    const tabs = [first];
    for (let n = 1; n < 7; n++) tabs.push(await stage.open({ sameBrowserAs: first, path: "/inbox/all", through: relay.url }));
    await Promise.all(tabs.map((tab) => line(tab, "Live")));
    const customer = await stage.channels.photoSocial.customer(2);
    await customer.write("To all of you");
    await Promise.all(tabs.map((tab) => tab.getByRole("row", { name: /To all of you/ }).waitFor()));
    assert.equal(relay.streams() - before, 1);
    // The tab that opened it closes; the others still get events.
    await first.close();
    await customer.write("To the six that are left");
    await Promise.all(tabs.slice(1).map((tab) => tab.getByRole("row", { name: /To the six that are left/ }).waitFor()));
    await (tabs[1] as StagePage).context().close();
  });

  it("an event of an unknown type and an unknown field break nothing", async () => {
    const customer = await stage.channels.chatApp.customer(3);
    await customer.write("What is new?");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "What is new");
    await line(page, "Live");
    const conversationId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await stage.sendPresence("conversation.dreamt", { conversationId, dream: { deep: [1, 2] } });
    await stage.sendPresence("conversation.no_reply", { conversationId, mood: "restless", channel: null });
    await customer.write("Nothing broke");
    await page.getByRole("log").getByText("Nothing broke").waitFor();
    await send(page, "Good");
    await customer.shows("the answer", ({ text }) => text === "Good");
    assert.deepEqual(page.recordedErrors, []);
    await page.context().close();
  });

  it("a failing server's reference is shown in the form, which keeps what was typed", async () => {
    const page = await stage.open({ as: "admin", path: "/settings/labels" });
    await page.getByRole("button", { name: "New label" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New label" });
    await dialog.getByLabel("Name").fill("Returns");
    await dialog.getByLabel("Description", { exact: false }).fill("Something goes back");
    await stage.withMissingTable("labels", async () => {
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog
        .getByRole("alert")
        .getByText(/Quote SVC-[0-9a-fA-F]+ when you contact support\./)
        .waitFor();
      await page.axe();
      assert.equal(await dialog.getByLabel("Name").inputValue(), "Returns");
      assert.equal(await dialog.getByLabel("Description", { exact: false }).inputValue(), "Something goes back");
    });
    page.expectError(/^500 POST \/api\/v1\/labels$/);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const { body } = await stage.tenant.api.get("/api/v1/labels");
    assert.deepEqual(
      body.data.map(({ name, description }: { name: string; description: string }) => [name, description]),
      [["Returns", "Something goes back"]],
    );
    await page.context().close();
  });
});
