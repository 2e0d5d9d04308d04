/** A team's work with conversations besides replying: assigning, snoozing, resolving, searching; and a window that closes meanwhile. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { openThread } from "../../../test/open-thread.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe("a day in the inbox", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const notice = (page: StagePage, text: string) => page.getByRole("region", { name: "Notifications" }).getByText(text).waitFor();
  const conversation = async (id: string) => (await stage.tenant.api.get(`/api/v1/conversations/${id}`)).body;

  it("a conversation is assigned by keyboard to a colleague, who sees it arrive", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Who can help me?");
    const [page, colleague] = await Promise.all([
      stage.open({ as: "agent", path: "/inbox/all" }),
      stage.open({ as: "supervisor", path: "/inbox/mine" }),
    ]);
    const id = await openThread(page, "Who can help me");
    await page.keyboard.press("a");
    await page.getByRole("menuitem", { name: /Sofia Super/ }).press("Enter");
    await notice(page, "Assigned to Sofia Super");
    await colleague.getByRole("row", { name: /Who can help me/ }).waitFor();
    assert.equal((await conversation(id)).assigneeId, stage.people.supervisor.agentId);
    await page.keyboard.press("Control+z");
    await colleague.getByRole("row", { name: /Who can help me/ }).waitFor({ state: "detached" });
    assert.equal((await conversation(id)).assigneeId, null);
    await Promise.all([page.context().close(), colleague.context().close()]);
  });

  it("what is snoozed is snoozed again after resolving it by mistake; what is resolved cannot be snoozed", async () => {
    const customer = await stage.channels.photoSocial.customer(1);
    await customer.write("Ask me tomorrow morning");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const id = await openThread(page, "Ask me tomorrow morning");
    const snooze = page.locator(".thread-pane .head").getByRole("button", { name: "Snooze" });
    await page.keyboard.press("s");
    await page.getByRole("menuitem", { name: /^In one hour/ }).press("Enter");
    await page.getByRole("row", { name: /Ask me tomorrow/ }).waitFor({ state: "detached" });
    const { snoozedUntil } = await conversation(id);
    await page.getByRole("button", { name: "Resolve" }).click();
    await notice(page, "Resolved");
    await snooze.waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await snooze.waitFor();
    await eventually("it is snoozed until the same time", async () => (await conversation(id)).snoozedUntil === snoozedUntil);
    assert.equal((await conversation(id)).pendingReason, "snoozed");

    // Reopening, the first half of undoing, fails: repeating it snoozes as well.
    await page.getByRole("button", { name: "Resolve" }).click();
    await notice(page, "Resolved");
    await snooze.waitFor({ state: "detached" });
    await eventually("it is resolved", async () => (await conversation(id)).status === "resolved");
    await page.context().setOffline(true);
    await page.keyboard.press("Control+z");
    const repeat = page.getByRole("button", { name: "Try again" });
    await repeat.waitFor();
    assert.equal((await conversation(id)).status, "resolved");
    await page.context().setOffline(false);
    await repeat.click();
    await eventually("it is snoozed until the same time", async () => (await conversation(id)).snoozedUntil === snoozedUntil);
    assert.equal((await conversation(id)).pendingReason, "snoozed");
    await page.context().close();
  });

  it("if a colleague resolves it while the snooze menu is open, the menu stays closed when it is open again", async () => {
    const customer = await stage.channels.photoSocial.customer(2);
    await customer.write("Call me after lunch");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const id = await openThread(page, "Call me after lunch");
    const snooze = page.locator(".thread-pane .head").getByRole("button", { name: "Snooze" });
    await page.keyboard.press("s");
    await page.getByRole("menuitem", { name: /^In one hour/ }).waitFor();
    const set = async (status: string) => {
      const answer = await stage.people.supervisor.api.patch(`/api/v1/conversations/${id}`, { status });
      assert.equal(answer.status, 200, answer.text);
    };
    await set("resolved");
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    await set("open");
    // Behind an open menu it has no role.
    await snooze.waitFor();
    assert.equal(await page.getByRole("menu").count(), 0);
    await page.context().close();
  });

  it("a snoozed conversation disappears, and returns at its time", async () => {
    const customer = await stage.channels.photoSocial.customer(0);
    await customer.write("Ask me again later");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const id = await openThread(page, "Ask me again later");
    await page.keyboard.press("s");
    await page.getByRole("menuitem", { name: /^In one hour/ }).press("Enter");
    const row = page.getByRole("row", { name: /Ask me again later/ });
    await row.waitFor({ state: "detached" });
    const asleep = await conversation(id);
    assert.deepEqual([asleep.status, asleep.pendingReason], ["pending", "snoozed"]);
    assert.ok(Math.abs(Date.parse(asleep.snoozedUntil) - stage.clock.now().getTime() - hourMs) < 5 * minuteMs, asleep.snoozedUntil);
    stage.advance(hourMs + minuteMs);
    await row.waitFor();
    const awake = await conversation(id);
    assert.deepEqual([awake.status, awake.snoozedUntil], ["open", null]);
    await page.context().close();
  });

  it("a snoozed conversation says until when it sleeps, is opened before that, and sleeps again when that is undone", async () => {
    const customer = await stage.channels.photoSocial.customer(3);
    await customer.write("Nothing before Monday, please");
    const page = await stage.open({ as: "agent", path: "/inbox/all?status=pending" });
    const { id } = await eventually("it is there", async () => {
      const { data } = await stage.read<{ data: { id: string; lastMessage: { preview: string } | null }[] }>("/conversations");
      return data.find(({ lastMessage }) => lastMessage?.preview.startsWith("Nothing before Monday") === true);
    });
    const until = new Date(stage.clock.now().getTime() + 3 * 24 * hourMs).toISOString();
    const set = async (patch: object) => {
      const answer = await stage.people.supervisor.api.patch(`/api/v1/conversations/${id}`, patch);
      assert.equal(answer.status, 200, answer.text);
    };
    await set({ snoozedUntil: until });
    const day = new Date(until).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "Europe/Berlin" });
    const row = page.getByRole("row", { name: new RegExp(`Nothing before Monday.*Snoozed until ${day}`) });
    await row.click();
    const pane = page.locator(".thread-pane");
    await pane.getByText(new RegExp(`^Snoozed until ${day}, \\d\\d:\\d\\d$`)).waitFor();
    const openNow = pane.getByRole("button", { name: "Open now" });
    await page.axe();
    await page.shoot("inbox-snoozed");
    await openNow.click();
    await row.waitFor({ state: "detached" });
    await openNow.waitFor({ state: "detached" });
    await eventually("it is open", async () => (await conversation(id)).status === "open");
    await page.keyboard.press("Control+z");
    await openNow.waitFor();
    await eventually("it is snoozed until the same time", async () => (await conversation(id)).snoozedUntil === until);

    // Without a time it waits for the customer, and the palette opens it, too.
    await set({ status: "pending", snoozedUntil: null });
    await pane.getByText("Waiting for the customer", { exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or run" }).fill("Open now");
    await page
      .getByRole("option", { name: /Open now/ })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await eventually("it is open", async () => (await conversation(id)).status === "open");
    await page.context().close();

    await set({ snoozedUntil: until });
    const viewer = await stage.open({ as: "viewer", path: `/inbox/all/${id}` });
    await viewer.getByText(new RegExp(`^Snoozed until ${day}, `)).waitFor();
    assert.equal(await viewer.getByRole("button", { name: "Open now" }).count(), 0);
    await viewer.context().close();
    const phone = await stage.open({ as: "agent", path: `/inbox/all/${id}`, size: "phone" });
    await phone.getByRole("button", { name: "Open now" }).waitFor();
    await phone.shoot("inbox-snoozed-phone");
    await phone.setAppearance({ language: "ar" });
    await phone.getByRole("button", { name: "فتح الآن" }).waitFor();
    await phone.shoot("inbox-snoozed-ar");
    await phone.context().close();
  });

  it("the window ends during typing: the composer says so and offers templates, the text stays, a template arrives", async () => {
    const customer = await stage.channels.chatApp.customer(4);
    await customer.write("Will you have it next week?");
    const page = await stage.open({ as: "agent", path: "/inbox/all", ownClock: true });
    const id = await openThread(page, "Will you have it next week");
    const field = page.getByRole("textbox", { name: "Reply", exact: true });
    await field.fill("We are just counting what is");
    const { windowExpiresAt } = await conversation(id);
    const leftMs = Date.parse(windowExpiresAt) - stage.clock.now().getTime();
    const elapse = async (ms: number) => {
      stage.advance(ms);
      await page.clock.fastForward(ms);
    };
    await elapse(leftMs - minuteMs);
    await page
      .getByText(/window closes in (?:1\sm|\d+\ss)$/)
      .first()
      .waitFor();
    await field.press("End");
    await field.pressSequentially(" left");
    await elapse(minuteMs);
    await page.getByText("The customer service window is closed. Send an approved template.").waitFor();
    await page.getByText("What you typed is kept here.").waitFor();
    const templates = page.getByRole("region", { name: "Templates" });
    await templates.getByRole("button", { name: "Send template" }).waitFor();
    assert.equal(await field.inputValue(), "We are just counting what is left");
    assert.equal(await field.isEditable(), false);
    assert.ok(await field.evaluate((element) => element === document.activeElement), "the focus stays with the text");
    await field.press("e");
    assert.equal((await conversation(id)).status, "open", "whoever types on runs no shortcut");
    await page.axe();
    await page.shoot("inbox-window-closed");
    await page.setAppearance({ size: "phone", theme: "dark" });
    await page.axe();
    await page.shoot("inbox-window-closed-phone-dark");
    await page.setAppearance({ size: "desktop", theme: "light" });

    await templates.getByRole("button", { name: /^order_shipped\s*en/ }).click();
    for (const variable of await templates.getByRole("textbox").all()) await variable.fill("next week");
    await templates.getByRole("button", { name: "Send template" }).dblclick();
    await customer.shows("the template", ({ from, text }) => from === "business" && text?.includes("next week") === true);
    // A double click sends it once.
    await templates.getByText("Choose a template.").waitFor();
    assert.equal(await field.inputValue(), "We are just counting what is left");
    await customer.write("Thank you for telling");
    await eventually("the field can be written in again", () => field.isEditable());
    assert.equal(await field.inputValue(), "We are just counting what is left");
    const { data } = await stage.read(`/conversations/${id}/messages`);
    assert.equal(data.filter(({ type }: { type: string }) => type === "template").length, 1);
    await page.context().close();
  });

  it("the window ends with nothing typed: what is pressed next is not moved away by the field that goes", async () => {
    const customer = await stage.channels.chatApp.customer(3);
    await customer.write("I have to think about it");
    const page = await stage.open({ as: "agent", path: "/inbox/all", ownClock: true });
    const id = await openThread(page, "I have to think about it");
    const field = page.getByRole("textbox", { name: "Reply", exact: true });
    await field.focus();
    const leftMs = Date.parse((await conversation(id)).windowExpiresAt) - stage.clock.now().getTime();
    stage.advance(leftMs);
    await page.clock.fastForward(leftMs);
    await page.getByText("The customer service window is closed. Send an approved template.").waitFor();
    assert.ok(await field.evaluate((element) => element === document.activeElement), "the field stays while it has the focus");
    const note = page.getByRole("tab", { name: "Note", exact: true });
    const box = await note.boundingBox();
    assert.ok(box !== null);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    assert.deepEqual(await note.boundingBox(), box, "it stays where it was pressed");
    await page.mouse.up();
    await page.getByRole("textbox", { name: "Note", exact: true }).waitFor();
    await page.context().close();
  });

  it("people may reply for days after a window that has closed for software, and are told when they no longer may", async () => {
    const customer = await stage.channels.photoSocial.customer(4);
    await customer.write("Take your time with this one");
    const page = await stage.open({ as: "agent", path: "/inbox/all", ownClock: true });
    const id = await openThread(page, "Take your time with this one");
    const message = page.getByRole("log").getByRole("article").filter({ hasText: "Take your time with this one" });
    const react = message.getByRole("button", { name: "React" });
    await message.hover();
    await react.waitFor();
    const elapse = async (end: string) => {
      const leftMs = Date.parse(end) - stage.clock.now().getTime();
      stage.advance(leftMs);
      await page.clock.fastForward(leftMs);
    };
    await elapse((await conversation(id)).windowExpiresAt);
    // Five once a second of the first has passed.
    await page.getByText(/^People only: [56]\sd left$/).waitFor();
    const row = page.getByRole("row", { name: /Take your time with this one/ });
    await row.waitFor();
    assert.equal(await row.getByText(/closed/i).count(), 0, "the list does not say that it is closed");
    // A reaction is not a person's reply for the platform.
    await react.waitFor({ state: "detached" });
    await page.axe();
    await page.shoot("inbox-people-only");
    await page.setAppearance({ size: "phone", theme: "dark" });
    await page.shoot("inbox-people-only-phone-dark");
    await page.setAppearance({ size: "desktop", theme: "light" });
    await page.getByRole("textbox", { name: "Reply", exact: true }).fill("It took a day, here it is");
    await page.keyboard.press("Enter");
    await customer.shows("the reply", ({ from, text }) => from === "business" && text === "It took a day, here it is");

    await elapse((await stage.read(`/conversations/${id}/send-options`)).humanAgentUntil);
    await page.getByText("The customer service window is closed. You can reply once the customer writes.").waitFor();
    // It has the focus, so it stays until that goes elsewhere.
    assert.equal(await page.getByRole("textbox", { name: "Reply", exact: true }).isEditable(), false);
    await page.locator(".composer .window-pill").getByText("Closed", { exact: true }).waitFor();
    await page.shoot("inbox-people-closed");
    await page.context().close();
  });

  it("several are resolved at once, and restored at once", async () => {
    const customers = await Promise.all([0, 1, 2].map((n) => stage.channels.shortVideo.customer(n)));
    for (const [n, customer] of customers.entries()) await customer.write(`Nothing more to say ${n}`);
    const page = await stage.open({ as: "agent", path: `/inbox/all?channelId=${stage.channels.shortVideo.id}` });
    await page
      .getByRole("row", { name: /Nothing more to say/ })
      .nth(2)
      .waitFor();
    for (const n of customers.keys()) {
      await page.keyboard.press("j");
      // The key checks the open conversation, which counts as open once its thread is shown.
      await page
        .getByRole("log")
        .getByText(`Nothing more to say ${customers.length - 1 - n}`)
        .waitFor();
      await page.keyboard.press("x");
      await page.getByRole("toolbar", { name: `${n + 1} selected` }).waitFor();
    }
    await page.axe();
    await page.keyboard.press("e");
    await notice(page, "3 conversations resolved");
    await page
      .getByRole("row", { name: /Nothing more to say/ })
      .first()
      .waitFor({ state: "detached" });
    const statuses = async () => {
      const { body } = await stage.tenant.api.get(`/api/v1/conversations?channelId=${stage.channels.shortVideo.id}`);
      return body.data.map(({ status }: { status: string }) => status);
    };
    assert.deepEqual(await statuses(), ["resolved", "resolved", "resolved"]);
    await page.keyboard.press("Control+z");
    await page
      .getByRole("row", { name: /Nothing more to say/ })
      .nth(2)
      .waitFor();
    await eventually("the server has them open again", async () => (await statuses()).every((status: string) => status === "open"));
    await page.context().close();
  });

  it("one that was resolved and came back is restored with the others", async () => {
    const [first, second] = await Promise.all([0, 1].map((n) => stage.channels.shortVideo.customer(n)));
    assert.ok(first !== undefined && second !== undefined);
    await first.write("Is it made of oak?");
    await second.write("Is it made of ash?");
    const page = await stage.open({ as: "agent", path: `/inbox/all?channelId=${stage.channels.shortVideo.id}` });
    const id = await openThread(page, "Is it made of oak");
    const row = page.getByRole("row", { name: /oak/ });
    await page.keyboard.press("e");
    await row.waitFor({ state: "detached" });
    await openThread(page, "Is it made of ash");
    // The page still has the first conversation's record from when it was resolved.
    await first.write("And the legs, oak as well?");
    await row.waitFor();
    await page.keyboard.press("x");
    await page.getByRole("toolbar", { name: "1 selected" }).waitFor();
    await row.getByRole("checkbox").click({ force: true });
    await page.getByRole("toolbar", { name: "2 selected" }).waitFor();
    await page.keyboard.press("e");
    await notice(page, "2 conversations resolved");
    await row.waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await row.waitFor();
    await eventually("the server has it open again", async () => (await conversation(id)).status === "open");
    await page.context().close();
  });

  it("a message is found by its words from anywhere, and opened in its place", async () => {
    const customer = await stage.channels.chatApp.customer(3);
    await customer.write("The lighthouse lamp flickers at dusk");
    await customer.write("And it hums");
    const page = await stage.open({ as: "agent", path: "/contacts" });
    await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("lighthouse flickers");
    await page.getByRole("option", { name: /^The lighthouse lamp/ }).waitFor();
    await page.axe();
    await page.getByRole("option", { name: /^The lighthouse lamp/ }).click();
    const found = page.getByRole("log").getByRole("article").filter({ hasText: "lighthouse lamp flickers" });
    await found.waitFor();
    const { body } = await stage.tenant.api.get("/api/v1/search?q=lighthouse%20flickers");
    const { message } = body.messages[0];
    assert.ok(page.url().includes(`/${message.conversationId}#${message.id}`), page.url());
    assert.equal(await found.getAttribute("id"), message.id);
    await page.context().close();
  });

  it("a channel that counts messages says how many are left until the customer answers", async () => {
    const customer = await stage.channels.shortVideo.customer(4);
    await customer.write("Which oil for the table?");
    const page = await stage.open({ as: "agent", path: "/inbox/all", ownClock: true });
    const id = await openThread(page, "Which oil for the table");
    const pill = page.locator(".composer .window-pill");
    const says = (text: string) => eventually(text, async () => (await pill.getAttribute("title")) === text);
    const field = page.getByRole("textbox", { name: "Reply", exact: true });
    const reply = async (text: string) => {
      // After the last message the platform would refuse it.
      const typing = page.waitForResponse((response) => response.url().endsWith("/typing"));
      await field.fill(text);
      await typing;
      await page.keyboard.press("Enter");
      await customer.shows(text, (message) => message.text === text);
    };
    await says("10 messages left until the customer answers");
    await page.axe();
    await page.shoot("inbox-messages-left");
    await page.setAppearance({ size: "phone", language: "de" });
    await pill.getByText("Noch 10 Nachrichten", { exact: true }).waitFor();
    await page.shoot("inbox-messages-left-phone-de");
    await page.setAppearance({ size: "phone", language: "ar", theme: "dark" });
    await pill.waitFor();
    await page.shoot("inbox-messages-left-phone-ar-dark");
    await page.setAppearance({ size: "desktop", language: "en", theme: "light" });
    await reply("Linseed");
    await says("9 messages left until the customer answers");
    await customer.write("How often?");
    await pill.getByText(/^47\sh/).waitFor();

    const leftMs = Date.parse((await conversation(id)).windowExpiresAt) - stage.clock.now().getTime();
    stage.advance(leftMs);
    await page.clock.fastForward(leftMs);
    await says("3 messages left until the customer answers");
    await eventually("the channel has a new token", async () => {
      const { status } = await stage.people.agent.api.post(`/api/v1/conversations/${id}/typing`);
      return status < 300;
    });
    const row = page.getByRole("row", { name: /How often/ });
    await row.waitFor();
    assert.equal(await row.getByText(/closed/i).count(), 0, "the list does not say that it is closed");
    await reply("Twice a year");
    await reply("With a cloth");
    await says("1 message left until the customer answers");
    await page.shoot("inbox-one-message-left");
    await reply("And let it dry");
    await page.getByText("This channel allows no more messages until the customer answers.").waitFor();
    await says("0 messages left until the customer answers");
    await page.context().close();
  });
});
