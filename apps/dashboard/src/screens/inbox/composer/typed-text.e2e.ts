/** Typed text is never replaced: by a rewrite, an AI draft or a canned reply that arrives later. A refused copy is reported. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type AiSimulator, startAiSimulator } from "@parley/simulators/ai-provider";
import { holdRequest } from "../../../../test/hold-request.ts";
import { openThread } from "../../../../test/open-thread.ts";
import { showsValue } from "../../../../test/shows-value.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../../test/stage.ts";

const suggestion = "Every tent is repaired within 14 days.";
const rewritten = "Gladly, we look into it.";
const canned = "Our workshop is open on weekdays.";

describe("typed text in the composer", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let ai: AiSimulator;
  let people = 0;
  before(async () => {
    [stage, ai] = await Promise.all([startStage(), startAiSimulator({ background: true })]);
    ai.brain = ({ schema }) => ({ text: schema === null ? rewritten : JSON.stringify({ reply: suggestion, sources: [] }) });
    for (const [path, body] of [
      ["ai/keys", { provider: "openai", apiKey: "sk-typed-text", baseUrl: ai.baseUrls.openai, models: ["small-model"] }],
      ["canned-replies", { title: "Opening hours", shortcut: "hours", content: canned }],
    ] as const) {
      const { status, text } = await stage.tenant.api.post(`/api/v1/${path}`, body);
      assert.equal(status, 200, text);
    }
  });
  after(async () => {
    await stage?.stop();
    await ai?.close();
  });

  const field = (page: StagePage, name: "Reply" | "Note") => page.getByRole("textbox", { name, exact: true });
  async function open(question: string, permissions?: string[]): Promise<StagePage> {
    await (await stage.channels.chatApp.customer(people++ % 5)).write(question);
    const page = await stage.open({ as: "agent", path: "/inbox/all", ...(permissions === undefined ? {} : { permissions }) });
    await openThread(page, question);
    await field(page, "Reply").waitFor();
    return page;
  }
  async function rewrite(page: StagePage): Promise<() => Promise<void>> {
    const held = await holdRequest(page, "/ai/assist/rewrite", "POST");
    await page.getByRole("button", { name: "Agent assist" }).click();
    await page.getByRole("menuitem", { name: "Rewrite" }).click();
    await page.getByRole("menuitem", { name: "Friendlier" }).click();
    await held.arrived;
    return held.release;
  }

  it("a rewrite of a reply that is finished after switching to a note changes neither, and is offered", async () => {
    const page = await open("Can you repair a tent?");
    await field(page, "Reply").fill("ok");
    const release = await rewrite(page);
    await page.getByRole("tab", { name: "Note" }).click();
    await field(page, "Note").fill("She has asked before");
    await release();
    const toast = page.locator(".toast").filter({ hasText: rewritten });
    await toast.waitFor();
    assert.equal(await field(page, "Note").inputValue(), "She has asked before");
    await toast.getByRole("button", { name: "Use" }).click();
    assert.equal(await field(page, "Note").inputValue(), "She has asked before");
    await page.getByRole("tab", { name: "Reply" }).click();
    assert.equal(await field(page, "Reply").inputValue(), rewritten, "it replaces the text that it was made from");
    await page.context().close();
  });

  it("a rewrite does not replace what was typed meanwhile, and is appended on request", async () => {
    const page = await open("Do you have smaller pegs?");
    await field(page, "Reply").fill("yes");
    const release = await rewrite(page);
    await field(page, "Reply").fill("yes, two sizes");
    await release();
    await page.locator(".toast").filter({ hasText: rewritten }).getByRole("button", { name: "Use" }).click();
    assert.equal(await field(page, "Reply").inputValue(), `yes, two sizes\n\n${rewritten}`);
    await page.context().close();
  });

  it("a used draft is appended to the typed text", async () => {
    const page = await open("How long does a repair take?");
    await page.keyboard.press("ControlOrMeta+Shift+Space");
    await page.getByText(suggestion).waitFor();
    await field(page, "Reply").fill("Good question!");
    await page.getByRole("button", { name: "Use" }).click();
    assert.equal(await field(page, "Reply").inputValue(), `Good question!\n\n${suggestion}`);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("ControlOrMeta+Shift+Space");
    await page.getByText(suggestion).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await field(page, "Reply").inputValue(), suggestion, "alone in an empty field");
    await page.context().close();
  });

  it("the button of the canned replies inserts one at the caret of the typed text", async () => {
    const page = await open("When are you open?");
    const reply = field(page, "Reply");
    const choose = async (text: string, caret: number) => {
      await reply.fill(text);
      await reply.evaluate((area: HTMLTextAreaElement, at) => area.setSelectionRange(at, at), caret);
      await page.getByRole("button", { name: "Canned replies" }).click();
      await page.getByRole("option", { name: /Opening hours/ }).waitFor();
      await page.keyboard.press("Enter");
    };
    await choose("Hello. See you soon.", 6);
    await showsValue(reply, `Hello. ${canned} See you soon.`);
    await choose("hours", 0);
    await showsValue(reply, `${canned} hours`);
    await choose("", 0);
    await showsValue(reply, canned);
    // The menu is open for this word only.
    await page.keyboard.type(" Mind the 1/2 price");
    assert.equal(await page.getByRole("listbox", { name: "Canned replies" }).count(), 0);
    await page.context().close();
  });

  it("the button of the canned replies leaves nothing in the text if none is chosen", async () => {
    const page = await open("When can I come?");
    const reply = field(page, "Reply");
    const button = page.getByRole("button", { name: "Canned replies" });
    const menu = page.getByRole("listbox", { name: "Canned replies" });
    const typed = "Hello. See you soon.";
    await reply.fill(typed);
    for (const leave of [() => page.keyboard.press("Escape"), () => button.click()]) {
      await reply.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(6, 6));
      await button.click();
      await menu.waitFor();
      await showsValue(reply, "Hello./ See you soon.");
      await leave();
      await menu.waitFor({ state: "detached" });
      await showsValue(reply, typed);
      await eventually("the caret is where it was", () =>
        reply.evaluate((element: HTMLTextAreaElement) => element === document.activeElement && element.selectionEnd === 6),
      );
    }
    // A slash that somebody typed stays.
    await reply.fill("/");
    await menu.waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await showsValue(reply, "/");
    await page.context().close();
  });

  it("a canned reply that arrives after more was typed replaces its shortcut alone", async () => {
    const page = await open("And on Sundays?");
    const held = await holdRequest(page, "/render", "POST");
    await field(page, "Reply").fill("/hours");
    await page.getByRole("option", { name: /Opening hours/ }).waitFor();
    await page.keyboard.press("Enter");
    await held.arrived;
    await page.keyboard.type(" Not on Sundays.");
    await held.release();
    await page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>(".composer-field textarea")?.value.startsWith("/"));
    assert.equal(await field(page, "Reply").inputValue(), `${canned} Not on Sundays.`);
    await page.context().close();
  });

  it("a canned reply that is chosen twice is inserted once", async () => {
    const page = await open("And on public holidays?");
    const renders: string[] = [];
    page.on("request", (request) => request.url().endsWith("/render") && renders.push(request.url()));
    const held = await holdRequest(page, "/render", "POST");
    await field(page, "Reply").fill("/hours");
    const option = page.getByRole("option", { name: /Opening hours/ });
    await option.waitFor();
    await page.keyboard.press("Enter");
    await held.arrived;
    await page.keyboard.press("Enter");
    await option.click();
    await held.release();
    await page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>(".composer-field textarea")?.value.startsWith("/"));
    assert.equal(renders.length, 1);
    assert.equal(await field(page, "Reply").inputValue(), canned);
    assert.deepEqual(await page.getByRole("log").getByText("/hours").all(), [], "the shortcut is not sent");
    // The next one is inserted as usual.
    await page.getByRole("button", { name: "Canned replies" }).click();
    await option.click();
    await showsValue(field(page, "Reply"), `${canned} ${canned}`);
    await page.context().close();
  });

  it("a canned reply replaces its whole shortcut, also with the caret in the middle", async () => {
    const page = await open("And in the evening?");
    await field(page, "Reply").fill("/hours, thanks");
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await page.getByRole("option", { name: /Opening hours/ }).waitFor();
    await page.keyboard.press("Enter");
    await showsValue(field(page, "Reply"), `${canned}, thanks`);
    await page.context().close();
  });

  it("a browser that refuses to copy a message's text is reported", async () => {
    // Whatever is not granted here is denied.
    const page = await open("Here is my order number", ["geolocation"]);
    const message = page.getByRole("article").filter({ hasText: "Here is my order number" });
    await message.hover();
    await message.getByRole("button", { name: "Copy text" }).click();
    await page.locator(".toast").filter({ hasText: "Your browser does not allow copying." }).waitFor();
    await page.context().close();
  });
});
