/** A chatbot as a team lead sets it up: its form, the playground, its decisions and evaluations, the AI keys. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type AiSimulator, type SimulatedRequest, startAiSimulator } from "@parley/simulators/ai-provider";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

const question = "Do you repair tents?";
const answer = "Yes, every tent is repaired within 14 days.";

/** Answers from its first source, like a model that keeps to the knowledge. */
function replyFrom(request: SimulatedRequest) {
  const source = /<source S1 [^>]*>\n([\s\S]*?)\n<\/source/.exec(request.system)?.[1]?.trim() ?? "";
  const known = source !== "";
  const reply = known ? (source.split("\n").at(-1) ?? "") : "I do not know that.";
  return {
    language: "en",
    scope: "in",
    citations: known ? ["S1"] : [],
    confidence: known ? "high" : "low",
    action: known ? "reply" : "handover",
    reply,
  };
}

describe("chatbot", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let ai: AiSimulator;
  before(async () => {
    [stage, ai] = await Promise.all([startStage(), startAiSimulator({ background: true })]);
    ai.brain = (request) => ({ text: request.schema === null ? "ok" : JSON.stringify(replyFrom(request)) });
  });
  after(async () => {
    await stage?.stop();
    await ai?.close();
  });

  const bot = async () => (await stage.read("/chatbots")).data[0];
  const section = (page: StagePage, name: string) => page.getByRole("navigation", { name: "Chatbot" }).getByRole("link", { name });

  it("an AI key is added, tested and reordered, and its failure is explained", async () => {
    const page = await stage.open({ as: "admin", path: "/settings/ai-keys" });
    await page.getByText("No AI keys yet").waitFor();
    await page.axe();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Add key" });
    await dialog.getByRole("button", { name: /Provider/ }).click();
    await page.getByRole("option", { name: "OpenAI-compatible" }).click();
    await dialog.getByLabel("Name").fill("Our model");
    await dialog.getByLabel("Key", { exact: true }).fill("sk-test-4711");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.locator(".field", { hasText: "URL" }).locator(".error").waitFor();
    await dialog.getByLabel("URL").fill(ai.baseUrls.openai_compatible);
    await page.axe();
    await dialog.getByRole("button", { name: "Save" }).click();
    const test = page.getByRole("dialog", { name: "Test of Our model" });
    await test.getByText("It responded in").waitFor();
    await test.getByText("small-model").waitFor();
    await page.shoot("ai-key-tested");
    await page.axe();
    await test.getByRole("button", { name: "Close" }).last().click();
    const row = page.getByRole("row", { name: /Our model/ });
    await row.getByText("works").waitFor();
    const [key] = (await stage.read("/ai/keys")).data;
    assert.deepEqual([key.status, key.models, key.lastFour], ["tested", ["small-model", "large-model"], "4711"]);
    assert.ok(!(await page.content()).includes("sk-test-4711"), "the key is never shown again");

    await stage.tenant.api.post("/api/v1/ai/keys", {
      ...{ provider: "openai_compatible", name: "Spare", apiKey: "sk-spare-0001", baseUrl: ai.baseUrls.openai_compatible },
    });
    await page.reload();
    await page.getByRole("button", { name: "Move Spare up" }).click();
    await eventually("the spare key is first", async () => (await stage.read("/ai/keys")).data[0].name === "Spare");
    ai.addFault({ kind: "invalid_key", apiKey: "sk-spare-0001" });
    await page.getByRole("row", { name: /Spare/ }).getByRole("button", { name: "Test" }).click();
    await page.getByRole("dialog", { name: "Test of Spare" }).getByText("the key is not valid", { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("row", { name: /Spare/ }).getByText("failed").waitFor();
    await page.shoot("ai-keys");
    await page.axe();
    await page.getByRole("button", { name: "Delete Spare" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("row", { name: /Spare/ }).waitFor({ state: "detached" });
    assert.equal((await stage.read("/ai/keys")).data.length, 1);
    await page.context().close();
  });

  it("is created, set up in one form that shows what is unsaved, and answers from a fresh FAQ before it is saved", async () => {
    const page = await stage.open({ as: "admin", path: "/inbox/mine" });
    await page.getByRole("link", { name: "Chatbot", exact: true }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await page.getByText("No chatbot yet").waitFor();
    await page.axe();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New chatbot" });
    await dialog.getByLabel("Name").fill("Pia");
    await dialog.getByRole("button", { name: "Create chatbot" }).click();
    await page.getByText("Version 1", { exact: true }).waitFor();

    // The knowledge does not contain it yet: people would get the customer.
    const playground = page.getByRole("complementary", { name: "Playground" });
    const ask = async (text: string) => {
      await playground.getByRole("textbox", { name: "Ask as a customer would" }).fill(text);
      await page.keyboard.press("Enter");
    };
    await ask(question);
    await playground.getByText("handed over", { exact: true }).waitFor();
    await playground.getByText("Search: nothing found").waitFor();
    assert.equal(
      (await stage.tenant.api.post("/api/v1/knowledge/faqs", { question, answer, status: "published", language: "en" })).status,
      200,
    );
    await eventually(
      "it is found",
      async () => (await stage.read(`/knowledge/search?record=false&q=${encodeURIComponent(question)}`)).answered,
    );
    await playground.getByRole("button", { name: "Start over" }).click();
    await ask(question);
    await playground.getByRole("paragraph").filter({ hasText: answer }).first().waitFor();
    for (const words of ["answered", "Search: 1 passage", "cited", "Checks"]) await playground.getByText(words, { exact: true }).waitFor();
    await playground.getByText("small-model answered", { exact: false }).waitFor();
    await page.shoot("chatbot-playground");
    await page.axe();
    const settings = await stage.open({ as: "admin", path: "/settings/ai-keys" });
    const asked = settings
      .getByRole("region", { name: "Requests to models" })
      .getByRole("row", { name: /Playground/ })
      .first();
    await asked.getByText("answered", { exact: true }).waitFor();
    await asked.getByText("small-model").waitFor();
    await settings.axe();
    await settings.shoot("ai-requests");
    await settings.context().close();

    // Edits are tried before they are saved, and survive a reload.
    await section(page, "Scope").click();
    await page.getByRole("textbox", { name: "Blocked topics" }).fill("tents,");
    await page.getByText("Not saved", { exact: true }).waitFor();
    await playground.getByText("using unsaved changes; nothing is sent").waitFor();
    await playground.getByRole("button", { name: "Start over" }).click();
    await ask(question);
    await playground.getByText("A blocked topic").first().waitFor();
    await playground.getByText("“tents”").waitFor();
    assert.deepEqual((await bot()).scope.blockedTopics, [], "nothing is saved yet");
    await page.reload();
    await page.getByText("Not saved", { exact: true }).waitFor();
    await page.shoot("chatbot-unsaved");
    await page.axe();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText("Not saved", { exact: true }).waitFor({ state: "detached" });
    assert.equal(await page.getByRole("button", { name: "Remove tents" }).count(), 0);

    // An error is shown at its field, and the other edits stay.
    await section(page, "Persona").click();
    await page.getByRole("textbox", { name: "Languages" }).fill("English,");
    await page.getByRole("textbox", { name: "Who it is" }).fill("The assistant of an outdoor shop.");
    await page.keyboard.press("Control+s");
    await page.locator(".field", { hasText: "Languages" }).locator(".error").waitFor();
    await page.getByRole("button", { name: "Remove English" }).click();
    await section(page, "Active hours").click();
    await page.getByRole("button", { name: /It answers/ }).click();
    await page.getByRole("option", { name: "Only outside these hours" }).click();
    await section(page, "Channels").click();
    await page.getByText("Support", { exact: true }).click();
    await page.keyboard.press("Control+s");
    await page.getByText("Saved as version 2").waitFor();
    const saved = await bot();
    assert.deepEqual(
      [saved.version, saved.persona.description, saved.activeHours.mode, saved.activeHours.weekly.length, saved.channelIds],
      [2, "The assistant of an outdoor shop.", "outside", 5, [stage.channels.chatApp.id]],
    );
    await section(page, "Active hours").click();
    await page.getByRole("button", { name: /It answers/ }).click();
    await page.getByRole("option", { name: "Always" }).click();
    await page.getByRole("button", { name: "Save as version 3" }).click();
    await page.getByText("Saved as version 3").waitFor();
    assert.equal((await bot()).activeHours, null);

    await page.setAppearance({ theme: "dark" });
    await page.shoot("chatbot-dark");
    await page.axe();
    await page.setAppearance({ theme: "light", size: "phone" });
    await page.getByRole("button", { name: "Playground" }).click();
    await page.getByRole("dialog", { name: "Playground" }).getByRole("textbox").first().waitFor();
    await page.axe();
    await page.shoot("chatbot-phone-playground");
    await page.keyboard.press("Escape");
    await page.shoot("chatbot-phone");
    await page.axe();
    await page.setAppearance({ size: "desktop", language: "ar" });
    await page.locator("html[dir=rtl] .chatbot-sections").waitFor();
    await page.shoot("chatbot-ar");
    await page.axe();
    await page.context().close();
  });

  it("an evaluation fails, a change makes it pass, and the chatbot is then switched on", async () => {
    const { id } = await bot();
    const page = await stage.open({ as: "supervisor", path: `/chatbots/${id}/evaluations` });
    await page.getByText("No evaluations yet").waitFor();
    await page.axe();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New evaluation" });
    await dialog.getByLabel("Evaluation").fill("Before every change");
    await dialog.getByLabel("Name").fill("No tents");
    await dialog.getByLabel("The customer's message").fill(question);
    await dialog.getByRole("button", { name: /Expected decision/ }).click();
    await page.getByRole("option", { name: "Declined" }).click();
    await page.axe();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Not run yet").waitFor();
    await page.getByRole("button", { name: "New case" }).click();
    const added = page.getByRole("dialog", { name: "New case" });
    await added.getByLabel("Name").fill("A person");
    await added.getByLabel("The customer's message").fill("I want to talk to a human");
    await added.getByRole("button", { name: /Expected decision/ }).click();
    await page.getByRole("option", { name: "Handed over" }).click();
    await added.getByRole("button", { name: "Save" }).click();
    await added.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Run", exact: true }).click();
    const result = page.getByRole("region", { name: "Run", exact: true });
    await result.getByText("1 case failed").waitFor();
    await result.getByText("Expected: declined").waitFor();
    await result.getByText("Actual: answered").waitFor();
    await page.shoot("evaluation-failed");
    await page.axe();
    const first = new URL(page.url()).searchParams.get("run");

    // With the form's edits, before they are saved.
    await section(page, "Scope").click();
    await page.getByRole("textbox", { name: "Blocked topics" }).fill("tents,");
    await page.getByText("Not saved", { exact: true }).waitFor();
    await section(page, "Evaluations").click();
    await page.getByRole("row", { name: /Before every change/ }).click();
    await page.getByRole("button", { name: "Run with unsaved changes" }).click();
    await result.getByText("All cases passed").waitFor();
    await result.getByRole("button", { name: /No other run/ }).click();
    await page.getByRole("option").last().click();
    await result.getByText("better").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("beside"), first);
    await page.shoot("evaluation-compared");
    await page.axe();
    await result.getByRole("button", { name: "Save as version 4" }).click();
    await page.getByText("Saved as version 4").waitFor();
    assert.deepEqual((await bot()).scope.blockedTopics, ["tents"]);
    await result.getByRole("button", { name: "Activate" }).click();
    const sure = page.getByRole("alertdialog", { name: "Activate Pia?" });
    await page.axe();
    await sure.getByRole("button", { name: "Activate" }).click();
    await page.getByText("active on 1 channel").waitFor();
    assert.equal((await bot()).isActive, true);
    await page.context().close();
  });

  it("its decisions are listed with their reasons, replayed with the current settings, and stored as cases", async () => {
    const { id } = await bot();
    await stage.tenant.api.patch(`/api/v1/chatbots/${id}`, { reply: { debounceSeconds: 0 } });
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write(question);
    await eventually("it declined", async () => (await stage.read(`/chatbots/${id}/turns`)).data.length === 1);
    await stage.tenant.api.patch(`/api/v1/chatbots/${id}`, { scope: { blockedTopics: [] } });
    const page = await stage.open({ as: "supervisor", path: `/chatbots/${id}/turns` });
    const row = page.getByRole("row", { name: new RegExp(question.replace("?", "\\?")) });
    await row.getByText("declined", { exact: true }).waitFor();
    await row.getByText("A blocked topic").waitFor();
    await page.axe();
    await page.getByRole("radio", { name: "Answered" }).click();
    await page.getByText("No decisions of this kind").waitFor();
    await page.getByRole("radio", { name: "Declined" }).click();
    await row.click();
    const drawer = page.getByRole("dialog", { name: "Decision" });
    await drawer.getByText("“tents”").waitFor();
    await drawer.getByRole("button", { name: "Replay with current settings" }).click();
    await drawer.getByText("Different result now").waitFor();
    await drawer.getByText(answer, { exact: true }).first().waitFor();
    await page.shoot("chatbot-turn");
    await page.axe();
    assert.equal((await customer.messages()).filter(({ text }) => text === answer).length, 0, "a replay sends nothing");
    await drawer.getByRole("button", { name: "Save as a test case" }).click();
    const kept = page.getByRole("dialog", { name: "Save as a test case" });
    assert.equal(await kept.getByLabel("The customer's message").inputValue(), question);
    await kept.getByRole("button", { name: "Save" }).click();
    await page.getByText("Case added").waitFor();
    const [evaluation] = (await stage.read(`/chatbots/${id}/evaluations`)).data;
    assert.equal(evaluation.caseCount, 3);
    const { cases } = await stage.read(`/chatbot-evaluations/${evaluation.id}`);
    assert.deepEqual(cases[2], { name: question, message: question, expect: { decision: "declined", reason: "blocked_topic" } });
    await drawer.getByRole("link", { name: "Open the conversation" }).click();
    await page.getByRole("log").getByText(question).first().waitFor();
    await page.context().close();
  });

  it("agent assist is told how to sound, and disappears from the composer when it is switched off", async () => {
    const [{ id: conversation }] = (await stage.read("/conversations?limit=1")).data;
    const page = await stage.open({ as: "admin", path: "/settings/agent-assist" });
    await page.getByRole("textbox", { name: "Tone and style" }).fill("Sign with: the crew.");
    await page.getByRole("combobox", { name: "Preferred models" }).fill("large-model,");
    await page.axe();
    await page.shoot("agent-assist");
    const save = async () => {
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved", { exact: true }).first().waitFor();
    };
    await save();
    const { assist } = await stage.read("/agent-settings");
    assert.deepEqual(assist, { enabled: true, instructions: "Sign with: the crew.", models: [{ provider: null, model: "large-model" }] });
    const inbox = await stage.open({ as: "agent", path: `/inbox/all/${conversation}` });
    const menu = inbox.getByRole("button", { name: "Agent assist" });
    await menu.waitFor();
    await page.getByRole("switch", { name: "Help agents write" }).press("Space");
    await save();
    await eventually("it is off", async () => !(await stage.read("/agent-settings")).assist.enabled);
    await inbox.reload();
    await inbox
      .getByRole("textbox", { name: /Reply|Message/ })
      .first()
      .waitFor();
    await menu.waitFor({ state: "detached" });
    await inbox.context().close();
    await page.context().close();
  });

  it("a viewer can read all of it and change nothing", async () => {
    const { id } = await bot();
    const page = await stage.open({ as: "viewer", path: "/chatbots" });
    await page.getByText("active on 1 channel").waitFor();
    await page.getByText("The assistant of an outdoor shop.").waitFor();
    await page.axe();
    for (const name of ["Turn off", "Playground", "Discard", "More", /Save as/, "New chatbot"])
      assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
    await section(page, "Decisions").click();
    await page.getByRole("row", { name: /repair tents/ }).click();
    const drawer = page.getByRole("dialog", { name: "Decision" });
    await drawer.getByText("“tents”").waitFor();
    for (const name of ["Replay with current settings", "Save as a test case"])
      assert.equal(await drawer.getByRole("button", { name }).count(), 0, name);
    await page.goto(`${stage.url}/chatbots/${id}/evaluations`);
    await page.getByRole("row", { name: /Before every change/ }).click();
    await page
      .getByRole("row", { name: /No tents/ })
      .first()
      .waitFor();
    for (const name of ["Run", "New case", /^Edit /, /^Delete /])
      assert.equal(await page.getByRole("button", { name, exact: name === "Run" }).count(), 0, String(name));
    await page.goto(`${stage.url}/settings/ai-keys`);
    await page.getByText("Page not found").waitFor();
    await page.context().close();
  });
});
