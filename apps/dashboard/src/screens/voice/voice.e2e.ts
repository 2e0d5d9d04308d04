/** Voice agents as an admin sets them up, and a call as the team sees it: in progress, afterwards, and in its conversation. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type AiSimulator, startAiSimulator } from "@parley/simulators/ai-provider";
import { startRealtimeProvider } from "@parley/simulators/realtime-provider";
import { startTelephony } from "@parley/simulators/telephony";
import { eventually } from "@parley/server/test/eventually.ts";
import { lineOf } from "@parley/server/test/stages/voice/voice-stage.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

const account = { accountId: `AC${"7".repeat(32)}`, authToken: "auth-token-of-the-line" };
const number = "+493012345678";
const caller = "+447700900555";
const form = { sentiment: "positive", outcome: "resolved", fields: { orderNumber: "4711" } };
const summary = "They asked about the opening hours and were told nine o'clock.";

describe("voice agents and calls", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let realtime: Awaited<ReturnType<typeof startRealtimeProvider>>;
  let ai: AiSimulator;
  let telephony: Awaited<ReturnType<typeof startTelephony>>;
  before(async () => {
    [stage, realtime, telephony, ai] = await Promise.all([
      startStage(),
      startRealtimeProvider(),
      startTelephony(account),
      startAiSimulator({ background: true }),
    ]);
    ai.brain = ({ schema }) => ({ text: schema === null ? summary : JSON.stringify(form) });
  });
  after(async () => {
    await stage?.stop();
    await telephony?.close();
    await realtime?.close();
    await ai?.close();
  });

  const post = async (path: string, body: object) => {
    const made = await stage.tenant.api.post(`/api/v1${path}`, body);
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const agent = async () => (await stage.read("/voice-agents")).data[0];
  const confirm = async (page: StagePage) => {
    // Cancel has the focus at first.
    await page.getByRole("alertdialog").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  };

  it("an agent is created by keyboard, told its obstacles, and activated when there are none", async () => {
    const page = await stage.open({ as: "admin", path: "/inbox/mine" });
    await page.getByRole("link", { name: "Voice agents", exact: true }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await page.getByText("No calls yet").waitFor();
    await page.axe();
    await page.keyboard.press("c");
    const making = page.getByRole("dialog", { name: "New voice agent" });
    await making.getByRole("button", { name: /Channel for conversations/ }).waitFor();
    await making.getByLabel("Name").fill("Noa");
    await page.axe();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Noa", level: 1 }).waitFor();
    await page.getByText("No AI key supports speech", { exact: false }).waitFor();
    await page.getByText("It has no number", { exact: false }).waitFor();
    await page.shoot("voice-agent-not-ready");
    await page.axe();
    await page.keyboard.press("e");
    await confirm(page);
    await page.getByRole("alertdialog").getByRole("alert").waitFor();
    await page.shoot("voice-agent-refused");
    await page.axe();
    assert.equal((await agent()).isActive, false);
    await page.keyboard.press("Escape");

    // Edits stay unsaved until they are saved, and an error is shown at its field.
    await page.getByRole("textbox", { name: "Language" }).fill("English");
    await page.getByRole("textbox", { name: "Greeting" }).fill("Hello.");
    await page.getByRole("textbox", { name: "Transfer calls to" }).fill("+49 30 999888");
    await page.keyboard.press("Control+s");
    await page.locator(".field", { hasText: "ISO code" }).locator(".error").waitFor();
    await page.getByRole("textbox", { name: "Language" }).fill("en");
    await page.keyboard.press("Control+s");
    await page.getByText("Saved as version 2").waitFor();
    const saved = await agent();
    assert.deepEqual([saved.opening.greeting, saved.speech.language, saved.transfer.phoneNumber], ["Hello.", "en", "+4930999888"]);

    // The telephone line: an account whose token is wrong at first, and one of its numbers.
    await page.getByRole("link", { name: "Assign a number" }).click();
    await page.getByText("No telephony account yet").waitFor();
    await page.axe();
    await page.keyboard.press("c");
    const adding = page.getByRole("dialog", { name: "Add account" });
    await adding.getByLabel("Name").fill("Main line");
    await adding.getByLabel("Account ID").fill(account.accountId);
    await adding.getByLabel("Token").fill("some-other-token");
    await adding.getByLabel("API URL").fill(telephony.url);
    await page.axe();
    await page.keyboard.press("Enter");
    await page
      .getByRole("row", { name: /Main line/ })
      .getByText("the account ID or the token is wrong")
      .waitFor();
    await page.getByRole("button", { name: "Edit Main line" }).click();
    const editing = page.getByRole("dialog", { name: "Edit account" });
    assert.equal(await editing.getByLabel("Token").inputValue(), "", "a token is never shown again");
    await editing.getByLabel("Token").fill(account.authToken);
    await page.keyboard.press("Enter");
    await page
      .getByRole("row", { name: /Main line/ })
      .getByText("works", { exact: true })
      .waitFor();
    assert.equal((await stage.read("/telephony-accounts")).data[0].status, "tested");
    // With an empty URL it is on the provider's own server: another host, for which the token is required again.
    await page.getByRole("button", { name: "Edit Main line" }).click();
    await editing.getByLabel("API URL").fill("");
    await page.keyboard.press("Enter");
    await editing.locator(".field", { hasText: "Token" }).locator(".error").waitFor();
    await editing.getByRole("button", { name: "Cancel" }).click();
    assert.equal((await stage.read("/telephony-accounts")).data[0].baseUrl, telephony.url);
    await page.keyboard.press("c");
    const numbering = page.getByRole("dialog", { name: "Add number" });
    await numbering.getByLabel("Number").fill("030 12");
    await numbering.getByRole("button", { name: /Answered by/ }).click();
    await page.getByRole("option", { name: "Noa" }).click();
    await numbering.getByRole("button", { name: "Save" }).click();
    await numbering.locator(".field", { hasText: "Number" }).locator(".error").waitFor();
    await numbering.getByLabel("Number").fill(number);
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: /4930/ }).getByRole("link", { name: /Noa/ }).waitFor();
    const [made] = (await stage.read("/phone-numbers")).data;
    assert.deepEqual([made.number, made.voiceAgentId], [number, saved.id]);
    await page.shoot("voice-telephone");
    await page.setAppearance({ size: "phone" });
    const wide = await page.locator(".voice-telephone").evaluate((element) => element.scrollWidth - element.clientWidth);
    assert.equal(wide, 0, "a phone shows the whole of an account");
    await page.shoot("voice-telephone-phone");
    await page.setAppearance({ size: "desktop" });
    await page.axe();

    await post("/ai/keys", {
      provider: "anthropic",
      name: "Summaries",
      apiKey: "sk-text-0001",
      baseUrl: ai.baseUrls.anthropic,
      models: ["small-model"],
    });
    await post("/ai/keys", {
      ...{ provider: "openai_compatible", name: "Speech", apiKey: "sk-speech-0001", baseUrl: realtime.baseUrl, models: ["m"] },
    });
    await page.getByRole("link", { name: "Agents", exact: true }).click();
    const row = page.getByRole("row", { name: /Noa/ });
    await row.getByText("off", { exact: true }).waitFor();
    await row.getByText(number).waitFor();
    await page.getByRole("columnheader", { name: "Answers on", exact: true }).waitFor();
    // A chat channel whose calls it answers stands beside its numbers.
    const chat = await stage.read(`/channels/${saved.channelId}`);
    const answering = (voiceAgentId: string | null) => stage.tenant.api.patch(`/api/v1/channels/${chat.id}/calling`, { voiceAgentId });
    assert.equal((await answering(saved.id)).status, 200);
    await page.reload();
    await row.getByText(chat.name, { exact: true }).waitFor();
    assert.equal((await answering(null)).status, 200);
    await page.shoot("voice-agents");
    await page.axe();
    await row.click();
    await page.getByRole("heading", { name: "Noa", level: 1 }).waitFor();
    await page.getByText("No AI key can be used", { exact: false }).waitFor({ state: "detached" });
    await page.keyboard.press("e");
    await page.getByRole("alertdialog").getByText("It will answer calls to 1 number from now on.").waitFor();
    await confirm(page);
    await page.getByText("answers calls", { exact: true }).waitFor();
    assert.equal((await agent()).isActive, true);
    await page.shoot("voice-agent");
    await page.axe();
    await page.setAppearance({ theme: "dark" });
    await page.shoot("voice-agent-dark");
    await page.axe();
    await page.setAppearance({ theme: "light", size: "phone" });
    await page.shoot("voice-agent-phone");
    await page.axe();
    await page.setAppearance({ size: "desktop", language: "ar" });
    await page.locator("html[dir=rtl] .chatbot-sections").waitFor();
    await page.shoot("voice-agent-ar");
    await page.axe();
    await page.context().close();
  });

  it("a call appears while it is in progress, is followed live, is ended from here, and is shown in its conversation", async () => {
    await post("/knowledge/faqs", { question: "When do you open?", answer: "We open at nine.", status: "published", language: "en" });
    await eventually("it is found", async () => (await stage.read("/knowledge/search?record=false&q=When%20do%20you%20open")).answered);
    const page = await stage.open({ as: "admin", path: "/voice/calls" });
    await page.getByText("No calls yet").waitFor();
    const { callbackUrl } = (await stage.read("/telephony-accounts")).data[0];
    const call = await telephony.call(callbackUrl, { to: number, from: caller });
    const line = lineOf(call);
    await page.getByRole("row", { name: /7700/ }).getByText("in progress").waitFor();
    await page.keyboard.press("j");
    const detail = page.getByRole("region", { name: /7700/ });
    await detail.getByText("Hello.").waitFor();
    await line.until(() => line.heard().endsWith("Hello."));
    line.says("When do you open?");
    const said = (text: string) => detail.locator(".voice-said").filter({ hasText: text });
    await said("When do you open?").waitFor();
    await said("We open at nine.").waitFor();
    await detail.getByText("Searched the knowledge", { exact: false }).waitFor();
    await page.shoot("voice-call-live");
    await page.axe();
    await detail.getByRole("button", { name: "Hang up" }).click();
    await page.getByRole("alertdialog", { name: "End this call?" }).getByRole("button", { name: "Hang up" }).click();
    await call.outcome;
    await page.getByRole("row", { name: /7700/ }).getByText("resolved", { exact: true }).waitFor();
    await detail.getByText("Somebody on the team ended the call.").waitFor();
    const [over] = (await stage.read("/calls")).data;
    assert.deepEqual([over.status, over.endReason], ["completed", "requested"]);
    const facts = page.getByRole("complementary", { name: "Details" });
    await facts.getByText("1 started minute").waitFor();
    await facts.getByRole("region", { name: "Summary" }).getByText(summary).waitFor();

    // The mark moves with the arrow keys, is in the URL, and marks the turn.
    const slider = page.getByRole("slider", { name: "Turn" });
    await slider.focus();
    await page.keyboard.press("End");
    await page.locator(".voice-turn[aria-current]").waitFor();
    await page.waitForURL(/[?&]t=\d+/);
    await page.shoot("voice-call");
    await page.axe();
    await page.setAppearance({ theme: "dark" });
    await page.shoot("voice-call-dark");
    await page.axe();
    await page.setAppearance({ theme: "light", size: "phone" });
    await page.shoot("voice-call-phone");
    await page.axe();
    await page.setAppearance({ size: "desktop" });

    // Filters are in the URL.
    await page.keyboard.press("Escape");
    await page.getByText("Choose a call").waitFor();
    await page.goto(`${stage.url}/voice/calls?status=no_answer`);
    await page.getByText("Nothing matches the filters").waitFor();
    await page.axe();
    await page.goto(`${stage.url}/voice/calls/${over.id}`);
    await detail.getByRole("link", { name: "Conversation" }).click();
    const card = page.getByRole("article", { name: "Call" });
    await card.getByText("ended", { exact: true }).waitFor();
    await card.getByText(summary).waitFor();
    await page.shoot("voice-call-in-thread");
    await page.axe();
    const note = page.getByRole("article", { name: /note/ });
    await note.getByText("Phone call with Noa").waitFor();
    assert.equal(await page.getByText(over.id).count(), 0, "nobody reads an id");
    await note.getByRole("link", { name: "Open the call" }).click();
    await said("We open at nine.").waitFor();
    await page.goBack();
    await card.getByRole("link", { name: "Open the call" }).click();
    await said("We open at nine.").waitFor();
    await page.goto(`${stage.url}/contacts/${over.contactId}`);
    await page.getByRole("complementary", { name: "Deals, orders and tickets" }).getByText("ended", { exact: true }).waitFor();
    await page.context().close();
  });

  it("a call is recorded if its agent is set to, is listened to, and its recording is deleted", async () => {
    const noa = await agent();
    const page = await stage.open({ as: "admin", path: `/voice/agents/${noa.id}?section=recording` });
    const settings = page.getByRole("region", { name: "Recording" });
    await settings.getByText("After an announcement").click();
    await settings.getByRole("textbox", { name: "Announcement" }).fill("This call is recorded.");
    await page.shoot("voice-agent-recording");
    await page.axe();
    await page.keyboard.press("Control+s");
    await page.getByText(`Saved as version ${noa.version + 1}`).waitFor();
    const { mode, announcement } = (await agent()).recording;
    assert.deepEqual([mode, announcement], ["announced", "This call is recorded."]);

    const { callbackUrl } = (await stage.read("/telephony-accounts")).data[0];
    const line = lineOf(await telephony.call(callbackUrl, { to: number, from: caller }));
    await line.until(() => line.heard().endsWith("This call is recorded. Hello."));
    line.says("When do you open?");
    await line.until(() => line.heard().endsWith("We open at nine."));
    line.stop();
    const newest = async () => (await stage.read("/calls")).data[0];
    await eventually("the file is made", async () => (await newest()).recording?.status === "ready");
    const { id } = await newest();

    const file = `**/api/v1/calls/${id}/recording`;
    await page.route(file, (route) => route.abort());
    await page.goto(`${stage.url}/voice/calls/${id}`);
    const detail = page.getByRole("region", { name: /7700/ });
    const play = detail.getByRole("button", { name: "Play: Recording" });
    await play.click();
    await page.getByText("This could not be loaded").waitFor();
    await play.waitFor();
    await page.unroute(file);
    const download = detail.getByRole("link", { name: "Recording" });
    assert.equal(await download.getAttribute("href"), `/api/v1/calls/${id}/recording`);
    const slider = page.getByRole("slider", { name: "Turn" });
    assert.equal(await slider.inputValue(), "0");
    await page.keyboard.press("Space");
    await detail.getByRole("button", { name: "Pause: Recording" }).waitFor();
    await page.locator(".voice-timeline .mark").waitFor({ state: "attached" });
    await page.locator(".voice-turn[aria-current]").waitFor();
    await page.keyboard.press("Space");
    await detail.getByRole("button", { name: "Play: Recording" }).waitFor();
    // The position at which it was stopped is in the URL.
    await page.waitForURL(/[?&]t=\d+/);
    // Space presses the focused button, and does not start playback then.
    await detail.getByRole("button", { name: "0:00" }).first().press("Space");
    await page.waitForURL(/[?&]t=0/);
    assert.ok(await page.locator("audio").evaluate((audio) => (audio as HTMLAudioElement).paused));
    const audit = (await stage.read("/audit-log?action=call.recording_opened")).data;
    assert.ok(audit.length > 0, "who listened stands in the audit log");
    await page.shoot("voice-call-recorded");
    await page.axe();
    await page.setAppearance({ theme: "dark" });
    await page.shoot("voice-call-recorded-dark");
    await page.axe();
    await page.setAppearance({ theme: "light", size: "phone" });
    await page.shoot("voice-call-recorded-phone");
    await page.axe();
    await page.setAppearance({ size: "desktop" });

    const kept = page.getByRole("complementary", { name: "Details" }).getByRole("region", { name: "Recording" });
    await kept.getByRole("button", { name: "Delete recording" }).click();
    await confirm(page);
    await kept.getByText("The recording was deleted.").waitFor();
    await download.waitFor({ state: "detached" });
    assert.equal((await newest()).recording.status, "deleted");
    assert.equal((await stage.tenant.api.get(`/api/v1/calls/${id}/recording`)).status, 404);
    await page.context().close();
  });

  it("fields to extract from calls are set and tried in writing, and the contact is called back", async () => {
    const noa = await agent();
    const page = await stage.open({ as: "admin", path: `/voice/agents/${noa.id}?section=afterCall` });
    await page.getByRole("button", { name: "Add field" }).click();
    const field = page.getByRole("group", { name: "Field 1" });
    await field.getByLabel("Name").fill("Order number");
    await field.getByLabel("Description").fill("The number of the order");
    await page.keyboard.press("Control+s");
    await field.locator(".field", { hasText: "Name" }).locator(".error").waitFor();
    await field.getByLabel("Name").fill("orderNumber");
    await page.keyboard.press("Control+s");
    await page.getByText(`Saved as version ${noa.version + 1}`).waitFor();
    assert.deepEqual(
      (await agent()).afterCall.extract.map(({ name, type, description }: Record<string, string>) => [name, type, description]),
      [["orderNumber", "text", "The number of the order"]],
    );
    const trial = page.getByRole("complementary", { name: "Test in text" });
    await trial.getByText("Each answer costs one started minute.").waitFor();
    await trial.getByLabel("What the caller says").fill("When do you open?");
    await page.keyboard.press("Enter");
    await trial.locator(".said.bot").getByText("We open at nine.").waitFor();
    await trial.getByText("Searched the knowledge", { exact: false }).waitFor();
    await page.shoot("voice-agent-trial");
    await page.axe();

    const [{ contactId }] = (await stage.read("/calls")).data;
    await page.goto(`${stage.url}/contacts/${contactId}`);
    const button = page.getByRole("button", { name: "Call", exact: true });
    const change = async (work: Promise<{ status: number }>) => assert.equal((await work).status, 200);
    const about = `/api/v1/contacts/${contactId}`;
    await button.waitFor();
    // The server calls neither.
    await change(stage.tenant.api.patch(about, { optIn: "opted_out" }));
    await button.waitFor({ state: "detached" });
    await change(stage.tenant.api.patch(about, { optIn: "unknown" }));
    await button.waitFor();
    await change(stage.tenant.api.post(`${about}/block`));
    await button.waitFor({ state: "detached" });
    await change(stage.tenant.api.post(`${about}/unblock`));
    await button.click();
    const dialog = page.getByRole("dialog", { name: /^Call/ });
    const ask = dialog.getByRole("button", { name: "Call", exact: true });
    const to = dialog.getByLabel("Number to call");
    await to.fill(number);
    assert.equal(await ask.isDisabled(), true, "without a reason nobody is called");
    await dialog.getByText("They asked for this call").click();
    await dialog.getByText("I confirm", { exact: false }).click();
    await ask.click();
    await dialog.locator(".field", { hasText: "Number to call" }).locator(".error").waitFor();
    await page.shoot("voice-call-make");
    await page.axe();
    assert.deepEqual((await stage.read("/calls?direction=outbound")).data, []);
    await to.fill(caller);
    await dialog.getByLabel("What the call is about").fill("The order is ready.");
    await ask.click();
    await page.getByText(/^Calling /).waitFor();
    const line = lineOf(await telephony.rung());
    await line.until(() => line.heard().endsWith("Hello."));
    line.says("Thank you");
    await line.until(() => line.heard().endsWith("I see."));
    line.stop();
    const made = async () => (await stage.read("/calls?direction=outbound")).data;
    await eventually("the call was read", async () => (await made())[0]?.extracted !== null && (await made())[0]?.endedAt !== null);
    const [call, ...more] = await made();
    assert.deepEqual(
      [more.length, call.to, call.consent, call.purpose, call.contactId, call.extracted],
      [0, caller, "requested", "The order is ready.", contactId, form.fields],
    );

    await page.goto(`${stage.url}/voice/calls?direction=outbound`);
    await page.getByRole("row", { name: /Outgoing call/ }).waitFor();
    const { total } = await stage.read("/calls/summary?direction=outbound");
    assert.deepEqual([total.calls, total.answered], [1, 1]);
    const figures = page.getByRole("region", { name: "Last 30 days" });
    await figures.getByText(`${total.answerP50Ms} ms`, { exact: false }).waitFor();
    await page.keyboard.press("j");
    await page.getByRole("region", { name: /7700/ }).getByText("The person we called hung up.").waitFor();
    const facts = page.getByRole("complementary", { name: "Details" });
    const result = facts.getByRole("region", { name: "Result" });
    for (const text of ["resolved", "positive", "orderNumber", "4711"]) await result.getByText(text, { exact: true }).waitFor();
    await facts.getByText("They asked for this call").waitFor();
    await page.shoot("voice-call-made");
    await page.axe();
    await page.setAppearance({ theme: "dark", size: "phone" });
    await page.goto(`${stage.url}/voice/calls`);
    await figures.waitFor();
    await page.shoot("voice-calls-phone-dark");
    await page.axe();
    await page.context().close();
  });

  it("a supervisor can read but change nothing; an agent and a viewer have no access", async () => {
    const { id, contactId } = (await stage.read("/calls?direction=inbound")).data[0];
    const page = await stage.open({ as: "supervisor", path: "/voice/agents" });
    await page.getByRole("row", { name: /Noa/ }).click();
    await page.getByRole("heading", { name: "Noa", level: 1 }).waitFor();
    for (const name of ["Turn off", "Add field"]) assert.equal(await page.getByRole("button", { name }).count(), 0, name);
    assert.equal(await page.getByRole("complementary", { name: "Test in text" }).count(), 0);
    assert.equal(await page.getByRole("textbox", { name: "Greeting" }).isEditable(), false);
    await page.axe();
    await page.goto(`${stage.url}/voice/telephone`);
    await page.getByRole("row", { name: /Main line/ }).waitFor();
    for (const name of ["Add number", "Add account", "Test", "Edit Main line"])
      assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, name);
    await page.goto(`${stage.url}/voice/calls/${id}`);
    await page.getByText("We open at nine.").first().waitFor();
    await page.goto(`${stage.url}/contacts/${contactId}`);
    await page.getByRole("complementary", { name: "Deals, orders and tickets" }).getByText("ended", { exact: true }).first().waitFor();
    assert.equal(await page.getByRole("button", { name: "Call", exact: true }).count(), 0);
    await page.context().close();
    for (const as of ["agent", "viewer"] as const) {
      const other = await stage.open({ as, path: "/inbox/all" });
      await other.getByRole("link", { name: "Contacts", exact: true }).waitFor();
      assert.equal(await other.getByRole("link", { name: "Voice agents", exact: true }).count(), 0);
      await other.keyboard.press("g");
      await other.keyboard.press("v");
      assert.equal(new URL(other.url()).pathname, "/inbox/all");
      await other.goto(`${stage.url}/voice/calls`);
      await other.getByRole("heading", { name: "You cannot see this" }).waitFor();
      other.expectError(/lacks the scope voice:read/);
      await other.context().close();
    }
  });
});
