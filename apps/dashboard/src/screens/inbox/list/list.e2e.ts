/** The inbox's list: its filters, saved views, and conversations that we start. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { holdRequest } from "../../../../test/hold-request.ts";
import { type Stage, startStage, withoutBrowser } from "../../../../test/stage.ts";

describe("the inbox's list", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
    await (await stage.channels.chatApp.customer(0)).write("My parcel is late");
    await (await stage.channels.photoSocial.customer(1)).write("Do you ship to Norway?");
    assert.equal((await stage.tenant.api.post("/api/v1/labels", { name: "Delivery" })).status, 200);
    const late = await eventually("the conversation is there", async () => {
      const { body } = await stage.tenant.api.get(`/api/v1/conversations?channelId=${stage.channels.chatApp.id}`);
      return (body.data as { id: string }[])[0];
    });
    assert.equal((await stage.tenant.api.patch(`/api/v1/conversations/${late.id}`, { labels: ["Delivery"] })).status, 200);
  });
  after(() => stage?.stop());

  it("filters set by keyboard are in the URL, become a view of the team with its count, and are removed", async () => {
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const late = page.getByRole("row", { name: /My parcel is late/ });
    const ship = page.getByRole("row", { name: /Do you ship to Norway/ });
    await Promise.all([late.waitFor(), ship.waitFor()]);
    await page.keyboard.press("f");
    const filters = page.getByRole("dialog", { name: "Filter" });
    await filters.getByRole("button", { name: "Labels: Any" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Delivery" }).click();
    await page.keyboard.press("Escape");
    await filters.getByRole("button", { name: "Labels: Delivery" }).waitFor();
    await page.axe();
    await page.shoot("inbox-filters");
    await page.keyboard.press("Escape");
    await filters.waitFor({ state: "detached" });
    await ship.waitFor({ state: "detached" });
    await page.reload();
    await late.waitFor();
    assert.equal(await ship.count(), 0, "the address has the filters");
    assert.match(page.url(), /labels=Delivery/);

    await page.getByRole("button", { name: "Save as view" }).click();
    const dialog = page.getByRole("dialog", { name: "Save as view" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Late parcels");
    await dialog.getByText("Everybody on the team").click();
    await page.axe();
    await page.shoot("inbox-save-view");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Late parcels" }).waitFor();
    await page.getByRole("link", { name: /^Late parcels\s*1$/ }).waitFor();
    assert.equal(await ship.count(), 0);
    const { body } = await stage.tenant.api.get("/api/v1/views");
    const [view] = body.data;
    assert.deepEqual([view.name, view.visibility, view.filters], ["Late parcels", "shared", { status: "open", labels: ["Delivery"] }]);

    const other = await stage.open({ as: "supervisor", path: `/inbox/${view.id}` });
    await other.getByRole("heading", { level: 1, name: "Late parcels" }).waitFor();
    await other.getByRole("row", { name: /My parcel is late/ }).waitFor();
    await other.keyboard.press("f");
    const edit = other.getByRole("dialog", { name: "Edit view" });
    await edit.getByRole("textbox", { name: "Name" }).fill("Late");
    await edit.getByRole("button", { name: "Labels: Delivery" }).waitFor();
    await edit.getByRole("button", { name: "Save" }).click();
    await other.getByRole("heading", { level: 1, name: "Late", exact: true }).waitFor();
    await other.keyboard.press("f");
    await edit.getByRole("button", { name: "Delete view" }).click();
    await other.getByRole("alertdialog").getByRole("button", { name: "Delete view" }).click();
    await other.getByRole("heading", { level: 1, name: "All" }).waitFor();
    assert.equal((await stage.tenant.api.get("/api/v1/views")).body.data.length, 0);
    await Promise.all([page.context().close(), other.context().close()]);
  });

  it("the number next to the title follows the list, and an empty list shows where new conversations wait", async () => {
    const page = await stage.open({ as: "agent", path: "/inbox/mine" });
    await page.getByText("Conversations assigned to you appear here.").waitFor();
    await page.locator(".list .empty").getByRole("link", { name: "Unassigned" }).click();
    const ship = page.getByRole("row", { name: /Do you ship to Norway/ });
    await ship.waitFor();
    const count = page.locator(".list .head h1 + span");
    await eventually("both are counted", async () => (await count.textContent()) === "2");
    const { body } = await stage.tenant.api.get(`/api/v1/conversations?channelId=${stage.channels.photoSocial.id}`);
    const at = `/api/v1/conversations/${body.data[0].id}`;
    assert.equal((await stage.tenant.api.patch(at, { assigneeId: stage.people.agent.agentId })).status, 200);
    await ship.waitFor({ state: "detached" });
    await eventually("one is left", async () => (await count.textContent()) === "1");
    assert.equal((await stage.tenant.api.patch(at, { assigneeId: null })).status, 200);
    await page.context().close();
  });

  it("a view whose filters exclude everything says so, and clears them", async () => {
    const page = await stage.open({ as: "agent", path: "/inbox/all?priority=low" });
    const empty = page.locator(".list .empty");
    await empty.getByText("Nothing matches the filters").waitFor();
    assert.equal(await empty.getByRole("link").count(), 0, "neither set-up nor another view helps here");
    await empty.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("row", { name: /Do you ship to Norway/ }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("priority"), null);
    await page.context().close();
  });

  it("on a phone a conversation's header has the customer's name, and its other tools in a menu", async () => {
    const { body } = await stage.tenant.api.get(`/api/v1/conversations?channelId=${stage.channels.chatApp.id}`);
    const [{ id }] = body.data;
    const page = await stage.open({ as: "agent", path: `/inbox/all/${id}`, size: "phone" });
    const name = page.locator(".thread-pane").getByRole("heading", { level: 2 });
    await name.waitFor();
    assert.ok(((await name.boundingBox())?.width ?? 0) > 60, "the name is not cut to nothing");
    assert.equal(await page.getByRole("button", { name: "Resolve" }).isVisible(), true);
    await page.axe();
    await page.locator(".thread-pane .head").getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Assign" }).click();
    await page.getByRole("menuitem", { name: "Assign to me" }).click();
    await eventually("it is assigned", async () =>
      (await stage.tenant.api.get(`/api/v1/conversations/${id}`)).body.assigneeId === stage.people.agent.agentId ? true : undefined,
    );
    await page.context().close();
  });

  it("a conversation is taken out of its division, and handed to a chatbot only where an active one serves its channel", async () => {
    const { chatApp } = stage.channels;
    const { body } = await stage.tenant.api.get(`/api/v1/conversations?channelId=${chatApp.id}`);
    const [{ id }] = body.data;
    const division = await stage.tenant.api.post("/api/v1/agents/divisions", { name: "Returns" });
    assert.equal(division.status, 200, division.text);
    assert.equal((await stage.tenant.api.patch(`/api/v1/conversations/${id}`, { divisionId: division.body.id })).status, 200);
    const page = await stage.open({ as: "supervisor", path: `/inbox/all/${id}` });
    const more = page.locator(".thread-pane .head").getByRole("button", { name: "More", exact: true });
    const hand = page.getByRole("menuitem", { name: "Hand over to the chatbot" });
    await more.click();
    await page.getByRole("menuitem", { name: "Division" }).click();
    await page.getByRole("menuitem", { name: "No division" }).click();
    await eventually("it is in none", async () => (await stage.read(`/conversations/${id}`)).divisionId === null);

    const bot = await stage.tenant.api.post("/api/v1/chatbots", { name: "Helper" });
    assert.equal(bot.status, 200, bot.text);
    const set = async (patch: object) => {
      const answer = await stage.tenant.api.patch(`/api/v1/chatbots/${bot.body.id}`, patch);
      assert.equal(answer.status, 200, answer.text);
    };
    const offered = async (isOffered: boolean) => {
      await page.reload();
      const fetched = page.waitForResponse(/\/api\/v1\/chatbots\?/);
      await more.click();
      await fetched;
      await page.getByRole("menuitem", { name: "Mark as unread" }).waitFor();
      if (isOffered) await hand.waitFor();
      else assert.equal(await hand.count(), 0);
    };
    await set({ isActive: false, channelIds: [chatApp.id] });
    await offered(false);
    await set({ isActive: true, channelIds: [stage.channels.photoSocial.id] });
    await offered(false);
    await set({ isActive: true, channelIds: [chatApp.id] });
    await offered(true);
    await set({ isActive: false });
    await page.context().close();
  });

  it("a conversation that we start begins with a template, or continues an existing one", async () => {
    const made = await stage.tenant.api.post("/api/v1/contacts", { name: "Nora Newcomer", phone: "+447700900321" });
    assert.equal(made.status, 200);
    assert.equal((await stage.tenant.api.post(`/api/v1/channels/${stage.channels.chatApp.id}/templates/sync`, {})).status, 200);
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("row", { name: /Norway/ }).waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New conversation" });
    await dialog.getByRole("combobox", { name: "Contact" }).fill("Nora");
    await page.getByRole("option", { name: /Nora Newcomer/ }).click();
    await dialog.getByText("Starts with a template, to 447700900321").waitFor();
    assert.equal(await dialog.getByRole("radio").count(), 1, "the other channels let nobody begin");
    await dialog.getByRole("button", { name: "Send template" }).waitFor();
    for (const field of await dialog.getByRole("textbox").all()) await field.fill("Nora");
    await page.axe();
    await page.shoot("inbox-start");
    const sending = await holdRequest(page, "/api/v1/messages", "POST");
    const send = dialog.getByRole("button", { name: "Send template" });
    await send.dblclick();
    await send.and(page.locator("[aria-disabled=true]")).waitFor();
    await sending.release();
    await page.waitForURL(/\/inbox\/all\/conv_/);
    const id = page.url().split("/").at(-1);
    const { body } = await stage.tenant.api.get(`/api/v1/conversations/${id}/messages`);
    assert.deepEqual(
      body.data.map(({ type, direction, contactId }: Record<string, string>) => [type, direction, contactId]),
      [["template", "outbound", made.body.id]],
    );
    await dialog.waitFor({ state: "detached" });

    await page.keyboard.press("c");
    await dialog.getByRole("combobox", { name: "Contact" }).fill("Nora");
    await page.getByRole("option", { name: /Nora Newcomer/ }).click();
    await dialog.getByRole("button", { name: "Open the conversation" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal(page.url().split("/").at(-1), id, "no second one is begun");
    await page.context().close();
  });

  it("a viewer filters, and can neither save a view, start a conversation nor check one", async () => {
    const page = await stage.open({ as: "viewer", path: "/inbox/all?labels=Delivery" });
    await page.getByRole("row", { name: /My parcel is late/ }).waitFor();
    await page.getByRole("button", { name: "Filter", exact: true }).waitFor();
    assert.equal(await page.getByRole("row", { name: /Norway/ }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "Save as view" }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "New conversation" }).count(), 0);
    await page.getByRole("row", { name: /My parcel is late/ }).click();
    await page.getByRole("log").getByText("My parcel is late").waitFor();
    for (const keys of ["x", "ControlOrMeta+a"]) await page.keyboard.press(keys);
    assert.equal(await page.getByRole("checkbox").count(), 0);
    assert.equal(await page.getByRole("toolbar", { name: /selected/ }).count(), 0);
    await page.context().close();
    const agent = await stage.open({ as: "agent", path: "/inbox/all?labels=Delivery" });
    await agent.getByRole("row", { name: /My parcel is late/ }).click();
    await agent.getByRole("log").getByText("My parcel is late").waitFor();
    await agent.keyboard.press("x");
    await agent.getByRole("toolbar", { name: "1 selected" }).waitFor();
    await agent.context().close();
  });

  it("on a phone the count stands next to the title", async () => {
    const page = await stage.open({ as: "agent", path: "/inbox/all", size: "phone" });
    await page.getByRole("row", { name: /My parcel is late/ }).waitFor();
    const title = page.getByRole("heading", { level: 1, name: "All", exact: true });
    const gap = await title.evaluate((heading) => {
      const words = document.createRange();
      words.selectNodeContents(heading);
      const count = heading.nextElementSibling;
      if (count === null || !/^\d+$/.test(count.textContent)) throw new Error("there is no count after the title");
      return count.getBoundingClientRect().left - words.getBoundingClientRect().right;
    });
    assert.ok(gap >= 0 && gap <= 12, `${gap} px between them`);
    await page.axe();
    await page.shoot("inbox-list-phone");
    await page.context().close();
  });

  it("stays where it was scrolled to when another customer writes", async () => {
    for (const n of [2, 3, 4, 5]) await (await stage.channels.chatApp.customer(n)).write(`Question ${n}`);
    const page = await stage.open({ as: "agent", path: "/inbox/all", size: { width: 1440, height: 400 } });
    await page.getByRole("row", { name: /Question 5/ }).click();
    await page.getByRole("log").getByText("Question 5").waitFor();
    const list = page.getByRole("grid", { name: "All", exact: true });
    const scrolled = () => list.evaluate(({ scrollTop }) => scrollTop);
    await list.evaluate((box) => (box.scrollTop = box.scrollHeight));
    const before = await scrolled();
    assert.ok(before > 100, `scrolled by ${before} px, beyond the open conversation`);
    await (await stage.channels.photoSocial.customer(2)).write("One more question");
    // The open conversation is the second one now.
    await list.locator("[aria-rowindex='2']").getByText("Question 5").waitFor();
    assert.equal(await scrolled(), before);
    await page.context().close();
  });
});
