/** Who opens a conversation has read it, if they may say so and can see it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { openThread } from "../../../test/open-thread.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("reading a conversation", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const unread = async (id: string) => (await stage.tenant.api.get(`/api/v1/conversations/${id}`)).body.unreadCount as number;
  const reads = (page: StagePage) => {
    const made: string[] = [];
    page.on("request", (request) => void (/\/read$/.test(request.url()) && made.push(request.url())));
    return made;
  };
  const see = (page: StagePage, state: "visible" | "hidden") =>
    page.evaluate((to) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => to });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);

  it("by a viewer changes nothing and asks for nothing", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Who looks at this?");
    const page = await stage.open({ as: "viewer", path: "/inbox/all" });
    const made = reads(page);
    const id = await openThread(page, "Who looks at this");
    await customer.write("And at this?");
    await page.getByRole("log").getByText("And at this?").waitFor();
    assert.deepEqual(made, []);
    assert.equal(await page.locator(".toast").count(), 0);
    assert.equal(await unread(id), 2);
    await page.context().close();
  });

  it("while it is hidden does not count, and counts when the agent returns", async () => {
    const customer = await stage.channels.chatApp.customer(1);
    await customer.write("First question");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const id = await openThread(page, "First question");
    await eventually("it is read", async () => ((await unread(id)) === 0 ? true : undefined));
    await see(page, "hidden");
    const made = reads(page);
    await customer.write("Second question");
    await eventually("it is unread", async () => ((await unread(id)) === 1 ? true : undefined));
    await page.getByRole("row", { name: /Second question/ }).waitFor();
    assert.deepEqual(made, [], "nobody has seen it");
    await see(page, "visible");
    await eventually("it is read", async () => ((await unread(id)) === 0 ? true : undefined));
    await page.context().close();
  });

  it("stays unread once somebody marks it so", async () => {
    const customer = await stage.channels.chatApp.customer(2);
    await customer.write("Read me later");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const id = await openThread(page, "Read me later");
    await eventually("it is read", async () => ((await unread(id)) === 0 ? true : undefined));
    const made = reads(page);
    await page.keyboard.press("u");
    await page.getByText("Marked as unread").waitFor();
    await page
      .getByRole("row", { name: /Read me later/ })
      .and(page.locator(".is-unread"))
      .waitFor();
    assert.deepEqual(made, []);
    assert.equal(await unread(id), 1);
    await page.context().close();
  });
});
