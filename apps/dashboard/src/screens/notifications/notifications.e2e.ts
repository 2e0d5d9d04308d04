/** A user's notifications: live, counted, read, and linked to their subjects. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("notifications", { skip: withoutBrowser }, () => {
  let stage: Stage;
  const ids: string[] = [];
  before(async () => {
    stage = await startStage();
    for (const at of [0, 1]) await (await stage.channels.chatApp.customer(at)).write(`Question ${at}`);
    const data = await eventually("both conversations are there", async () => {
      const { body } = await stage.tenant.api.get("/api/v1/conversations");
      return body.data.length === 2 ? (body.data as { id: string }[]) : undefined;
    });
    ids.push(...data.map(({ id }) => id));
  });
  after(() => stage?.stop());

  it("arrive live, are counted, lead to the conversation and are marked as read when opened", async () => {
    const page = await stage.open({ as: "agent", path: "/notifications" });
    await page.getByText("No notifications").waitFor();
    const supervisor = stage.people.supervisor;
    const assign = (id: string | undefined) =>
      supervisor.api.patch(`/api/v1/conversations/${id}`, { assigneeId: stage.people.agent.agentId });
    for (const id of ids) assert.equal((await assign(id)).status, 200);
    const bell = page.getByRole("link", { name: "Notifications, 2 unread" });
    await bell.waitFor();
    const lines = page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
    await lines.nth(1).waitFor();
    assert.match(await lines.first().innerText(), /Sofia Super assigned you a conversation/);
    await page.axe();
    await page.shoot("notifications");
    await page.setAppearance({ theme: "dark" });
    await page.axe();
    await lines.first().getByRole("link").click();
    await page.waitForURL(/\/inbox\/all\/conv_/);
    await page.getByRole("link", { name: "Notifications, 1 unread" }).click();
    await page.getByRole("radio", { name: /Unread/ }).click();
    await page.waitForURL(/unread=true/);
    await lines.nth(1).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await page.getByText("No notifications").waitFor();
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
    // Shown at once, stored a moment later.
    await eventually("the server knows it", async () => {
      const { body } = await stage.people.agent.api.get("/api/v1/notifications?unread=true");
      return body.data.length === 0;
    });
    await page.context().close();
  });

  it("a viewer has a list of their own, and can mark nothing", async () => {
    const page = await stage.open({ as: "viewer", path: "/notifications", size: "phone" });
    await page.getByText("No notifications").waitFor();
    assert.equal(await page.getByRole("button", { name: "Mark all as read" }).count(), 0);
    await page.axe();
    await page.shoot("notifications-phone");
    await page.context().close();
  });
});
