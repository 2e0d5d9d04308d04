/** What happens to the conversation and to typed text when a reply is sent, rewritten or drafted. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { openThread } from "../../../../test/open-thread.ts";
import { type Relay, startRelay } from "../../../../test/relay.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../../test/stage.ts";

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
