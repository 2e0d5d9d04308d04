/** The team's tools in a conversation besides replying: reactions, mentions in notes, macros. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, startStage, withoutBrowser } from "../../../../test/stage.ts";

describe("the tools besides replying", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("a reaction to a customer's message is added and removed; a channel without reactions offers none, nor does a viewer's page", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("It has arrived");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("row", { name: /It has arrived/ }).click();
    const message = page.getByRole("log").getByRole("article").filter({ hasText: "It has arrived" });
    await message.hover();
    await message.getByRole("button", { name: "React" }).click();
    await page.getByRole("dialog", { name: "React" }).getByRole("button", { name: "🙏" }).click();
    await message.getByRole("img", { name: "🙏" }).waitFor();
    const phone = () => customer.messages().then((all) => all.find(({ text }) => text === "It has arrived"));
    await eventually("the phone shows it", async () => JSON.stringify(await phone()).includes("🙏"));
    await message.hover();
    await message.getByRole("button", { name: "React" }).click();
    await page.shoot("inbox-react");
    await page.axe({ within: "[role=dialog]" });
    await page.getByRole("button", { name: "🙏", pressed: true }).click();
    await message.getByRole("img", { name: "🙏" }).waitFor({ state: "detached" });
    const path = new URL(page.url()).pathname;
    await page.context().close();

    const shortVideo = await stage.channels.shortVideo.customer(0);
    await shortVideo.write("Without signs");
    const agent = await stage.open({ as: "agent", path: "/inbox/all" });
    await agent.getByRole("row", { name: /Without signs/ }).click();
    const other = agent.getByRole("log").getByRole("article").filter({ hasText: "Without signs" });
    await other.hover();
    await other.getByRole("button", { name: "Quote" }).waitFor();
    assert.equal(await other.getByRole("button", { name: "React" }).count(), 0);
    await agent.context().close();

    const viewer = await stage.open({ as: "viewer", path });
    await viewer.getByRole("log").getByText("It has arrived").waitFor();
    assert.equal(await viewer.getByRole("button", { name: "React" }).count(), 0);
    await viewer.context().close();
  });

  it("an @ in a note mentions a colleague by keyboard alone, who is notified; in a reply it is an ordinary character", async () => {
    const { supervisor, agent } = stage.people;
    const { body } = await agent.api.get("/api/v1/agents");
    const name = body.data.find(({ id }: { id: string }) => id === supervisor.agentId).name as string;
    const customer = await stage.channels.chatApp.customer(1);
    await customer.write("Who knows about legs?");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("row", { name: /Who knows about legs/ }).click();
    const reply = page.getByRole("textbox", { name: "Reply" });
    const height = async () => (await reply.boundingBox())?.height ?? 0;
    const oneLine = await height();
    await reply.fill("One\ntwo\nthree\nfour");
    assert.ok((await height()) > oneLine + 40, "the field grows with its lines");
    await reply.fill("@");
    assert.equal(await height(), oneLine);
    assert.equal(await page.getByRole("listbox", { name: "Mention a colleague" }).count(), 0);
    await page.getByRole("textbox", { name: "Reply" }).fill("");
    await page.getByRole("tab", { name: "Note" }).click();
    const note = page.getByRole("textbox", { name: "Note" });
    await note.pressSequentially(`Look, @${name.split(" ")[0]?.toLowerCase()}`);
    await page.getByRole("listbox", { name: "Mention a colleague" }).getByRole("option", { name }).waitFor();
    await page.shoot("inbox-mention");
    await page.keyboard.press("Enter");
    assert.equal(await note.inputValue(), `Look, @${name} `);
    await page.keyboard.type("one leg is reserved");
    await page.keyboard.press("Enter");
    const made = page.getByRole("article", { name: /note/ }).filter({ hasText: "one leg is reserved" });
    await made.locator(".mention", { hasText: `@${name}` }).waitFor();
    const notification = await eventually("the colleague is told", async () => {
      const { data } = (await supervisor.api.get("/api/v1/notifications")).body;
      return data.find(({ kind }: { kind: string }) => kind === "mention");
    });
    assert.equal(notification.conversationId, new URL(page.url()).pathname.split("/").at(-1));
    await page.axe();
    await page.context().close();
  });

  it("a macro performs all its steps, by its shortcut", async () => {
    const macro = await stage.people.supervisor.api.post("/api/v1/macros", {
      name: "Urgent return",
      visibility: "shared",
      actions: [
        { type: "add_label", label: "Returns" },
        { type: "set_priority", priority: "urgent" },
      ],
    });
    assert.equal(macro.status, 200, macro.text);
    const customer = await stage.channels.chatApp.customer(2);
    await customer.write("I want to return it");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("row", { name: /I want to return it/ }).click();
    await page.getByRole("button", { name: "Run a macro" }).waitFor();
    await page.keyboard.press("m");
    await page.getByRole("menuitem", { name: /Urgent return/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("Ran Urgent return").waitFor();
    const { body } = await stage.people.agent.api.get(`/api/v1/conversations/${new URL(page.url()).pathname.split("/").at(-1)}`);
    assert.deepEqual([body.labels, body.priority], [["Returns"], "urgent"]);
    await page.getByRole("row", { name: /Returns/ }).waitFor();
    await page.context().close();
  });
});
