/** A reply to a resolved conversation belongs to another one, new or open already: the person who typed it is not left without it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import type { Locator, Page } from "playwright-core";
import { openThread } from "../../../../test/open-thread.ts";
import { type Relay, startRelay } from "../../../../test/relay.ts";
import { showsValue } from "../../../../test/shows-value.ts";
import { type OpenOptions, type Stage, type StagePage, startStage, withoutBrowser } from "../../../../test/stage.ts";

describe("a reply to a resolved conversation", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let relay: Relay;
  before(async () => {
    stage = await startStage();
    relay = await startRelay(stage.url);
  });
  after(async () => {
    await stage?.stop();
    await relay?.close();
  });

  const change = async (path: string, patch: object) => {
    const { status, text } = await stage.tenant.api.patch(`/api/v1${path}`, patch);
    assert.equal(status, 200, text);
  };
  const reply = (page: Page) => page.getByRole("textbox", { name: "Reply" });
  const bubble = (page: Page, text: string) => page.getByRole("log").getByRole("article").filter({ hasText: text });
  const toasts = (page: StagePage) => page.getByRole("region", { name: "Notifications" });
  const shownId = (page: Page) => new URL(page.url()).pathname.split("/")[3] ?? "";
  const holdReplies = () => relay.hold(/POST \/api\/v1\/messages/);
  let people = 0;

  /** A conversation that was resolved while it is open in the page, and the customer's name. */
  async function openResolved(options: OpenOptions = {}) {
    const question = `Question ${++people}.`;
    const customer = stage.t.simulator.customer(`4477009002${String(people).padStart(2, "0")}`, `Customer ${people}`);
    await customer.sendText(stage.channels.chatApp.accountId, question);
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url, ...options });
    const id = await openThread(page, question);
    await change(`/conversations/${id}`, { status: "resolved" });
    const { contact, contactId } = await stage.read(`/conversations/${id}`);
    return { page, id, contactId: contactId as string, name: contact.name as string };
  }
  async function send(page: Page, text: string) {
    await reply(page).fill(text);
    await page.keyboard.press("Enter");
    await bubble(page, text).waitFor();
  }
  /** The contact's other conversation, once the replies are in it. */
  async function otherOf(contactId: string, id: string, replies: string[]): Promise<string> {
    let other = "";
    await eventually("they are stored", async () => {
      const { data } = await stage.read(`/conversations?contactId=${contactId}`);
      other = (data as { id: string }[]).find((each) => each.id !== id)?.id ?? "";
      if (other === "") return false;
      const texts = (await stage.read(`/conversations/${other}/messages`)).data.map(({ text }: { text: string }) => text).reverse();
      return JSON.stringify(texts) === JSON.stringify(replies);
    });
    return other;
  }
  async function showsOther(page: Page, other: string, replies: string[]) {
    await page.waitForURL(`**/inbox/all/${other}`);
    for (const text of replies) await bubble(page, text).waitFor();
  }

  for (const size of ["desktop", "phone"] as const)
    it(`shows the other conversation, and what is typed meanwhile continues there (${size})`, async () => {
      const { page, id, contactId } = await openResolved({ size });
      const letGo = holdReplies();
      await send(page, "It is ready");
      await page.keyboard.type("Come on Friday");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      // The keys pressed before, during and after the change, in the middle of the text.
      const typing = page.keyboard.type(" or on Sunday or on Mon", { delay: 30 });
      // Said aloud by a screen reader, which does not notice that the conversation was replaced. It goes after a few seconds.
      const toast = toasts(page).getByText("so your reply is in this one");
      const announced = toast.waitFor().then(async () => {
        const box = await toast.boundingBox();
        return { bottom: (box?.y ?? 0) + (box?.height ?? 0), buttons: await toasts(page).getByRole("button").count() };
      });
      letGo();
      await typing;
      const other = await otherOf(contactId, id, ["It is ready"]);
      await showsOther(page, other, ["It is ready"]);
      await showsValue(reply(page), "Come on Frid or on Sunday or on Monay");
      assert.equal(await reply(page).evaluate((field) => field === document.activeElement), true);
      const { bottom, buttons } = await announced;
      assert.equal(buttons, 0, "it goes by itself");
      const top = (await reply(page).boundingBox())?.y ?? 0;
      assert.ok(bottom > 0 && bottom < top, `it covers what is being typed: ${bottom}, ${top}`);
      await page.axe();
      await page.shoot(`reply-moved-${size}`);
      await page.keyboard.press("Enter");
      await otherOf(contactId, id, ["It is ready", "Come on Frid or on Sunday or on Monay"]);
      await page.goBack();
      await page.waitForURL(`**/inbox/all/${id}`);
      assert.equal(await reply(page).inputValue(), "", "the draft has moved");
      await page.context().close();
    });

  it("replies typed one after another stay together and in order", async () => {
    const { page, id, contactId } = await openResolved();
    const letGo = holdReplies();
    await send(page, "One");
    await send(page, "Two");
    letGo();
    const other = await otherOf(contactId, id, ["One", "Two"]);
    await showsOther(page, other, ["One", "Two"]);
    await page.context().close();
  });

  it("a note that is being typed continues in the other conversation, as a note", async () => {
    const { page, id, contactId } = await openResolved();
    const letGo = holdReplies();
    await send(page, "It is ready");
    await page.getByRole("tab", { name: "Note" }).click();
    const note = page.getByRole("textbox", { name: "Note" });
    await note.fill("They asked twice");
    letGo();
    await showsOther(page, await otherOf(contactId, id, ["It is ready"]), ["It is ready"]);
    assert.equal(await note.inputValue(), "They asked twice");
    assert.equal(await note.evaluate((field) => field === document.activeElement), true);
    await page.context().close();
  });

  it("a message leads to it, if the person is elsewhere by then", async () => {
    for (const size of ["desktop", "phone"] as const) {
      const { page, id, contactId, name } = await openResolved({ size });
      const letGo = holdReplies();
      await send(page, "It is ready");
      // On a phone, there is nothing but the thread.
      await (size === "phone" ? page.goBack() : page.getByRole("link", { name: "Contacts" }).click());
      await reply(page).waitFor({ state: "detached" });
      const place = page.url();
      letGo();
      const other = await otherOf(contactId, id, ["It is ready"]);
      await toasts(page).getByText(`Your reply to ${name} is in another conversation`).waitFor();
      assert.equal(page.url(), place);
      await page.axe();
      await page.shoot(`reply-moved-elsewhere-${size}`);
      await toasts(page).getByRole("button", { name: "Open", exact: true }).click();
      await showsOther(page, other, ["It is ready"]);
      await page.context().close();
    }
  });

  it("does not take away a dialog that was opened meanwhile", async () => {
    const { page, id, contactId, name } = await openResolved();
    const letGo = holdReplies();
    await send(page, "It is ready");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search or run" });
    await field.fill("invoice");
    letGo();
    await otherOf(contactId, id, ["It is ready"]);
    await toasts(page).getByText(`Your reply to ${name} is in another conversation`).waitFor();
    assert.equal(await field.inputValue(), "invoice");
    assert.equal(shownId(page), id);
    await page.context().close();
  });

  it("does not end a recording, or what else was begun in the composer besides its text", async () => {
    const begun: Record<string, { begin(page: StagePage): Promise<void>; left(page: StagePage): Locator }> = {
      recording: {
        begin: (page) => page.getByRole("button", { name: "Record a voice note" }).click(),
        left: (page) => page.getByRole("button", { name: "Send the recording" }),
      },
      quote: {
        async begin(page) {
          await page.getByRole("article").first().hover();
          await page.getByRole("article").first().getByRole("button", { name: "Quote" }).click();
        },
        left: (page) => page.getByRole("button", { name: "Remove the quote" }),
      },
      template: {
        begin: (page) => page.getByRole("button", { name: "Templates" }).click(),
        left: (page) => page.getByRole("region", { name: "Templates" }),
      },
    };
    for (const [what, { begin, left }] of Object.entries(begun)) {
      const { page, id, contactId, name } = await openResolved({ permissions: ["microphone"] });
      const letGo = holdReplies();
      await send(page, "It is ready");
      await begin(page);
      await left(page).waitFor();
      letGo();
      const other = await otherOf(contactId, id, ["It is ready"]);
      const toast = toasts(page).getByText(`Your reply to ${name} is in another conversation`);
      await toast.waitFor();
      assert.equal(shownId(page), id, what);
      assert.equal(await left(page).isVisible(), true, what);
      await toasts(page).getByRole("button", { name: "Open", exact: true }).click();
      await showsOther(page, other, ["It is ready"]);
      await page.context().close();
    }
  });

  it("is shown in the tab that typed it, though another one sends it, and also after a reload", async () => {
    const { page: sender, id: first } = await openResolved();
    const { page, id, contactId } = await openResolved({ sameBrowserAs: sender });
    const letGo = holdReplies();
    await send(page, "It is ready");
    await page.reload();
    await bubble(page, "It is ready").waitFor();
    letGo();
    await showsOther(page, await otherOf(contactId, id, ["It is ready"]), ["It is ready"]);
    assert.equal(shownId(sender), first);
    // Its own reply is sent later: by then it would also have reported the other tab's.
    await send(sender, "Come on Friday");
    await toasts(sender).getByText("so your reply is in this one").waitFor();
    assert.equal(await toasts(sender).getByText("your reply", { exact: false }).count(), 1);
    await page.context().close();
  });

  it("is shown in the tab that typed it, if that one is a duplicate of the one that sends it", async () => {
    const { page: sender, id, contactId } = await openResolved();
    const opened = sender.context().waitForEvent("page");
    // As a browser duplicates a tab: with its session storage.
    await sender.evaluate(() => void open(location.href));
    const page = await opened;
    await reply(page).waitFor();
    const letGo = holdReplies();
    await send(page, "It is ready");
    letGo();
    await showsOther(page, await otherOf(contactId, id, ["It is ready"]), ["It is ready"]);
    assert.equal(shownId(sender), id);
    await page.context().close();
  });

  it("is reported in the tab that sends it, if the one that typed it was closed", async () => {
    const { page: sender } = await openResolved();
    const { page, id, contactId, name } = await openResolved({ sameBrowserAs: sender });
    const letGo = holdReplies();
    await send(page, "It is ready");
    await page.close();
    letGo();
    await otherOf(contactId, id, ["It is ready"]);
    await toasts(sender).getByText(`Your reply to ${name} is in another conversation`).waitFor();
    await sender.context().close();
  });

  it("stays where it was typed if it is refused, until it is sent again", async () => {
    const { page, id, contactId } = await openResolved();
    const letGo = holdReplies();
    await send(page, "It is ready");
    await change(`/contacts/${contactId}`, { optIn: "opted_out" });
    letGo();
    const again = bubble(page, "It is ready").getByRole("button", { name: "Send again" });
    await again.waitFor();
    assert.equal(shownId(page), id);
    await page.reload();
    await again.waitFor();
    assert.equal((await stage.read(`/conversations?contactId=${contactId}`)).data.length, 1);
    await change(`/contacts/${contactId}`, { optIn: "opted_in" });
    await again.click();
    await showsOther(page, await otherOf(contactId, id, ["It is ready"]), ["It is ready"]);
    await page.context().close();
  });
});
