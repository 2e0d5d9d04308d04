/** What happens to the conversation and to typed text when a reply is sent, is refused, or is too long. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { openThread } from "../../../../test/open-thread.ts";
import { type Relay, startRelay } from "../../../../test/relay.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../../test/stage.ts";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

describe("sending from the composer", { skip: withoutBrowser }, () => {
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

  /** The team's texts in a conversation, oldest first. */
  const repliesOf = async (id: string) =>
    ((await stage.read(`/conversations/${id}/messages`)).data as { direction: string; text: string }[])
      .filter(({ direction }) => direction === "outbound")
      .map(({ text }) => text)
      .reverse();
  const reply = (page: StagePage) => page.getByRole("textbox", { name: "Reply" });
  const waiting = (page: StagePage, text: string) => page.locator(".bubble.pending").filter({ hasText: text });

  it("send and resolve: resolved when everything before it and the message itself are sent, also after a reload", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Does it come in green?");
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url });
    const id = await openThread(page, "Does it come in green");
    const calls: string[] = [];
    page.on("request", (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const letGo = relay.hold(/POST \/api\/v1\/messages/);
    await reply(page).fill("It does");
    await page.keyboard.press("Enter");
    await reply(page).fill("Have a nice day");
    await page.keyboard.press("ControlOrMeta+Enter");
    await waiting(page, "Have a nice day").waitFor();
    await page.reload();
    for (const text of ["It does", "Have a nice day"]) await waiting(page, text).waitFor();
    assert.deepEqual(
      calls.filter((call) => call.startsWith("PATCH")),
      [],
      "nothing is resolved before its reply is sent",
    );
    letGo();
    await eventually("it is resolved", async () => (await stage.read(`/conversations/${id}`)).status === "resolved");
    assert.deepEqual(await repliesOf(id), ["It does", "Have a nice day"]);
    const { contactId } = await stage.read(`/conversations/${id}`);
    assert.equal((await stage.read(`/conversations?contactId=${contactId}`)).data.length, 1, "no other conversation was begun");
    await waiting(page, "").first().waitFor({ state: "detached" });
    await page.context().close();
  });

  it("send and resolve: a message that is refused leaves the conversation unresolved, until it is sent again", async () => {
    const customer = await stage.channels.chatApp.customer(1);
    await customer.write("Please stop writing to me");
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url });
    const id = await openThread(page, "Please stop writing");
    const { contactId } = await stage.read(`/conversations/${id}`);
    const optIn = async (word: string) =>
      assert.equal((await stage.tenant.api.patch(`/api/v1/contacts/${contactId}`, { optIn: word })).status, 200);
    const letGo = relay.hold(/POST \/api\/v1\/messages/);
    await reply(page).fill("Sorry");
    await page.keyboard.press("ControlOrMeta+Enter");
    await waiting(page, "Sorry").waitFor();
    await optIn("opted_out");
    letGo();
    const again = page.getByRole("button", { name: "Send again" });
    await again.waitFor();
    assert.equal((await stage.read(`/conversations/${id}`)).status, "open");
    await optIn("opted_in");
    await again.click();
    await eventually("it is resolved", async () => (await stage.read(`/conversations/${id}`)).status === "resolved");
    assert.deepEqual(await repliesOf(id), ["Sorry"]);
    await page.context().close();
  });

  it("a text that is too long for the channel is not sent: what is left, then what is too much, is shown and announced", async () => {
    const customer = await stage.channels.photoSocial.customer(0);
    await customer.write("Tell me everything");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const id = await openThread(page, "Tell me everything");
    // Two bytes each; the channel allows 1,000.
    await reply(page).fill("م".repeat(440));
    const room = page.locator(".text-room");
    assert.equal(await room.count(), 0, "there is plenty");
    await page.keyboard.type("م".repeat(20));
    assert.equal(await room.textContent(), "40 characters left");
    await page.getByRole("status").getByText("40 characters left", { exact: true }).waitFor();
    const long = "م".repeat(510);
    await reply(page).fill(long);
    const tooLong = "Too long for this channel by 10 characters. Shorten the text to send it.";
    await page.getByRole("status").getByText(tooLong, { exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Send", exact: true }).isDisabled(), true);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+Enter");
    assert.equal(await reply(page).inputValue(), long);
    assert.equal(await reply(page).getAttribute("aria-invalid"), "true");
    await page.axe();
    await page.shoot("composer-too-long");
    await page.setAppearance({ size: "phone", language: "ar", theme: "dark" });
    await page.locator(".text-room").waitFor();
    await page.shoot("composer-too-long-phone-ar-dark");
    await page.setAppearance({ size: "desktop", language: "en", theme: "light" });
    await reply(page).fill(long.slice(0, 500));
    await page.keyboard.press("Enter");
    await eventually("it is sent", async () => (await repliesOf(id)).length === 1);
    assert.deepEqual(await repliesOf(id), [long.slice(0, 500)], "once, and no longer than the channel allows");
    await page.context().close();
  });

  it("a refused reply says what the channel does not accept, and goes back into the composer behind what is typed there", async () => {
    const customer = await stage.channels.photoSocial.customer(1);
    await customer.write("Everything, please");
    // Until the limit is known, the server decides.
    const letGo = relay.hold(/GET \/api\/v1\/conversations\/conv_\w+\/send-options/);
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url });
    const id = await openThread(page, "Everything, please");
    const long = "b".repeat(1_010);
    await reply(page).fill(long);
    await page.keyboard.press("Enter");
    const refused = page.getByRole("article").filter({ hasText: long });
    await refused.getByText(/This channel allows at most 1000 \w+/).waitFor();
    await refused.getByText("Correct the message, then send it again.").waitFor();
    letGo();
    await page.axe();
    await page.shoot("reply-refused");
    await page.getByRole("tab", { name: "Note" }).click();
    await page.getByRole("tab", { name: "Reply" }).click();
    await reply(page).fill("Hello");
    await page.getByRole("tab", { name: "Note" }).click();
    await refused.getByRole("button", { name: "Edit" }).dblclick();
    await refused.waitFor({ state: "detached" });
    assert.equal(await reply(page).inputValue(), `Hello\n\n${long}`);
    assert.ok(await reply(page).evaluate((element) => element === document.activeElement));
    await page.locator(".text-room").getByText("Too long for this channel by 17 characters.").waitFor();
    await reply(page).fill("In short: yes");
    await page.keyboard.press("Enter");
    await eventually("it is sent", async () => (await repliesOf(id)).includes("In short: yes"));
    assert.deepEqual(await repliesOf(id), ["In short: yes"]);
    await page.context().close();
  });

  it("a question with choices that is too long for the channel is marked in the dialog, which stays open", async () => {
    await (await stage.channels.shortVideo.customer(1)).write("Which colours are there?");
    await (await stage.channels.chatApp.customer(4)).write("Which sizes are there?");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const id = await openThread(page, "Which colours are there");
    const dialog = page.getByRole("dialog", { name: "Buttons and lists" });
    const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
    const send = dialog.getByRole("button", { name: "Send" });
    await page.getByRole("button", { name: "Buttons and lists" }).click();
    await field("Choice 1").fill("Red");
    await field("Question").fill("We have two colours. Which one is it to be?");
    await dialog.getByText("Too long for this channel by 3 characters. Shorten the text to send it.").waitFor();
    assert.equal(await send.isDisabled(), true);
    await page.axe();
    await page.shoot("choices-too-long");
    await field("Question").fill("We have two colours. Which one is yours?");
    await send.click();
    await dialog.waitFor({ state: "detached" });
    await eventually("it is accepted", async () => (await repliesOf(id)).length === 1);

    await openThread(page, "Which sizes are there");
    await page.getByRole("button", { name: "Buttons and lists" }).click();
    await field("Question").fill("Which one?");
    for (const n of [1, 2, 3, 4]) {
      if (n > 2) await dialog.getByRole("button", { name: "Add a choice" }).click();
      await field(`Choice ${n}`).fill(`Size ${n}`);
    }
    await field("Button that opens the list").fill("All the sizes we have");
    await dialog.getByText("At most 20 characters").waitFor();
    assert.equal(await send.isDisabled(), true);
    await field("Button that opens the list").fill("Sizes");
    assert.equal(await send.isDisabled(), false);
    await page.context().close();
  });

  it("a quote is offered and sent only where the channel accepts one, and is kept for the message that can have it", async () => {
    const quoteOf = (page: StagePage, text: string) => page.getByRole("log").getByRole("article").filter({ hasText: text }).last();
    const offers = async (page: StagePage, text: string) => {
      await quoteOf(page, text).hover();
      // The tools are there.
      await quoteOf(page, text).getByRole("button", { name: "Copy text" }).waitFor();
      return (await quoteOf(page, text).getByRole("button", { name: "Quote" }).count()) > 0;
    };
    await (await stage.channels.photoSocial.customer(2)).write("No quotes here");
    await (await stage.channels.shortVideo.customer(0)).write("Quote me in words");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "No quotes here");
    await page.getByRole("button", { name: "Attach files" }).waitFor();
    assert.equal(await offers(page, "No quotes here"), false);

    const id = await openThread(page, "Quote me in words");
    await page.getByRole("button", { name: "Attach files" }).waitFor();
    assert.equal(await offers(page, "Quote me in words"), true);
    await quoteOf(page, "Quote me in words").getByRole("button", { name: "Quote" }).click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    await (await chooser).setFiles({ name: "desk.png", mimeType: "image/png", buffer: png });
    const sent = async () =>
      ((await stage.read(`/conversations/${id}/messages`)).data as { type: string; direction: string; replyToId: string | null }[]).filter(
        ({ direction }) => direction === "outbound",
      );
    await eventually("the picture is accepted", async () => (await sent()).length === 1);
    await page.locator(".quoted-line").waitFor();
    await reply(page).fill("This one");
    await page.keyboard.press("Enter");
    await eventually("the text is accepted", async () => (await sent()).length === 2);
    assert.deepEqual(
      (await sent()).map(({ type, replyToId }) => [type, replyToId !== null]),
      [
        ["text", true],
        ["image", false],
      ],
    );
    assert.equal(await page.locator(".quoted-line").count(), 0);
    await page.context().close();
  });

  it("a message that the platform never had cannot be quoted", async () => {
    const customer = await stage.channels.chatApp.customer(3);
    await customer.write("Which one is it?");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "Which one is it");
    stage.t.simulator.faults.next({ kind: "error", code: 131009 });
    await reply(page).fill("The blue one");
    await page.keyboard.press("Enter");
    const failed = page.getByRole("article").filter({ hasText: "The blue one" });
    await failed.getByRole("button", { name: "Send again" }).waitFor();
    await failed.hover();
    await failed.getByRole("button", { name: "Copy text" }).waitFor();
    assert.equal(await failed.getByRole("button", { name: "Quote" }).count(), 0);
    const theirs = page.getByRole("log").getByRole("article").filter({ hasText: "Which one is it?" });
    await theirs.hover();
    await theirs.getByRole("button", { name: "Quote" }).waitFor();
    await page.context().close();
  });

  it("typing goes on where a conversation leaves the list before its details are loaded", async () => {
    const customer = await stage.channels.chatApp.customer(2);
    await customer.write("Is it in stock?");
    const { api } = stage.people.supervisor;
    const id = await eventually("it is there", async () => {
      const { data } = await stage.read("/conversations?status=open");
      return (data as { id: string; lastMessage: { preview: string } }[]).find(
        ({ lastMessage }) => lastMessage.preview === "Is it in stock?",
      )?.id;
    });
    // Otherwise the page reads it, and that change brings the record.
    assert.equal((await api.post(`/api/v1/conversations/${id}/read`)).status, 200);
    const letGo = relay.hold(/GET \/api\/v1\/conversations(?:\/conv_[^/ ]+|\?ids=\S+) HTTP/);
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url });
    await openThread(page, "Is it in stock");
    await reply(page).fill("It is");
    assert.equal((await api.patch(`/api/v1/conversations/${id}`, { status: "resolved" })).status, 200);
    await page.locator(`.conversation-link[data-conversation="${id}"]`).waitFor({ state: "detached" });
    // The thread is rendered anew.
    assert.equal((await api.post(`/api/v1/conversations/${id}/notes`, { text: "The last one" })).status, 200);
    await page.getByRole("log").getByText("The last one").waitFor();
    await page.keyboard.type(" there");
    assert.equal(await reply(page).inputValue(), "It is there");
    letGo();
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    await page.keyboard.type(", the last one");
    assert.equal(await reply(page).inputValue(), "It is there, the last one");
    await page.context().close();
  });
});
