/** Broadcasts: created on their page, undone, sent, paused, resumed, one failure retried; a viewer cannot change any. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { verifyToken } from "@parley/server/test/harness.ts";
import type { StageCustomer } from "@parley/server/test/stages/live-stage.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("broadcasts", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let people: StageCustomer[];
  let id: string;
  const read = async (path: string) => (await stage.tenant.api.get(`/api/v1/broadcasts${path}`)).body;
  /** The messages that arrived. */
  const offers = async (person: StageCustomer) =>
    (await person.messages()).filter(({ text, status }) => status !== "failed" && /20 % off all jackets/.test(text ?? ""));

  before(async () => {
    stage = await startStage();
    people = [await stage.channels.chatApp.customer(0), await stage.channels.chatApp.customer(1), await stage.channels.chatApp.customer(3)];
    for (const person of people) await person.write("Hello");
    for (const { name } of people) {
      // The platform's callback is accepted first, and processed a moment later.
      const contact = await eventually(`the contact ${name}`, async () => {
        const { body } = await stage.tenant.api.get("/api/v1/contacts?limit=100");
        return body.data.find((each: { name: string }) => each.name === name);
      });
      assert.equal((await stage.tenant.api.patch(`/api/v1/contacts/${contact.id}`, { tags: ["jackets"] })).status, 200);
    }
    const other = await stage.tenant.api.post("/api/v1/contacts", {
      name: "Olaf Out",
      tags: ["jackets"],
      phone: "+15550109999",
      optIn: "opted_out",
    });
    assert.equal(other.status, 200, other.text);
    await stage.tenant.api.post(`/api/v1/channels/${stage.channels.chatApp.id}/templates/sync`, {});
  });
  after(() => stage?.stop());

  it("is created on one page with a live count and a preview, tested, and undone within ten seconds", async () => {
    const page = await stage.open({ as: "admin", path: "/broadcasts" });
    await page.getByText("No broadcasts yet").waitFor();
    await page.axe();
    await page.keyboard.press("c");
    await page.waitForURL(/\/broadcasts\/new$/);
    await page.getByRole("textbox", { name: "Title" }).fill("Jackets");
    const audience = page.getByRole("region", { name: "Audience" });
    await audience.getByText("Complete the audience to see who will get it").waitFor();
    const value = audience.getByRole("group", { name: "Rule 1" }).getByRole("combobox", { name: "Value" });
    await value.fill("jackets");
    await value.press("Enter");
    const count = audience.getByRole("status");
    await count.getByText("3", { exact: true }).waitFor();
    await count.getByText("Opted out of offers").waitFor();
    await count.getByText("−1").waitFor();

    // The date picker's own swatches are larger; its styles stay once they are loaded.
    await page.getByRole("radio", { name: "Later" }).click();
    await page.getByRole("spinbutton", { name: /day/ }).first().waitFor();
    assert.equal(
      await count
        .locator(".share-swatch")
        .first()
        .evaluate((swatch) => swatch.getBoundingClientRect().width),
      8,
    );
    await page.getByRole("radio", { name: "Now" }).click();

    const message = page.getByRole("region", { name: "Message" });
    await message.getByRole("combobox", { name: "Template" }).fill("seasonal_offer");
    await page.getByRole("option", { name: "seasonal_offer · en", exact: true }).click();
    await message.getByRole("group", { name: "Variable 2" }).getByRole("textbox", { name: "Text" }).fill("20 %");
    const preview = page.getByRole("complementary", { name: "Preview" });
    await preview.getByText(/you get 20 % off all jackets/).waitFor();
    const first = (await preview.locator("mark").first().textContent()) ?? "";
    assert.ok(
      people.some(({ name }) => name.startsWith(first)),
      first,
    );
    await page.getByRole("textbox", { name: "Pace" }).fill("1");
    await page.getByRole("textbox", { name: "Pace" }).blur();
    await page.axe();
    await page.shoot("broadcast-new");

    await page.getByRole("button", { name: "Send a test" }).click();
    const dialog = page.getByRole("dialog", { name: "Send a test" });
    const [tester] = people as [StageCustomer];
    await dialog.getByRole("combobox", { name: "To" }).fill(tester.name);
    await page.getByRole("option", { name: new RegExp(tester.name) }).click();
    await dialog.getByRole("button", { name: "Send test" }).click();
    await dialog.getByText("sent", { exact: true }).waitFor();
    await tester.shows("the test", ({ text }) => /20 % off all jackets/.test(text ?? ""));
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Send 3 messages" }).click();
    await page.getByText("It starts in 10 seconds").waitFor();
    id = (await read("")).data[0].id;
    assert.equal((await read(`/${id}`)).status, "scheduled");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForURL(new RegExp(`${id}/edit$`));
    await page.getByRole("button", { name: "Send 3 messages" }).waitFor();
    const draft = await read(`/${id}`);
    assert.deepEqual([draft.status, draft.scheduledAt, draft.sendRatePerMinute], ["draft", null, 1]);
    assert.deepEqual(draft.targetAudience, { match: "all", rules: [{ field: "tags", op: "has_any", value: ["jackets"] }] });
    assert.deepEqual(draft.messageContent.variables, [{ field: "firstName" }, "20 %"]);
    await page.context().close();
  });

  it("is sent, paused, resumed and received; a failed recipient is retried", async () => {
    assert.ok(id !== undefined, "it was made before");
    const [, second] = people as [StageCustomer, StageCustomer];
    const page = await stage.open({ as: "admin", path: `/broadcasts/${id}/edit` });
    const tests = await Promise.all(people.map(async (person) => (await offers(person)).length));
    await second.fault("undelivered");
    await page.getByRole("button", { name: "Send 3 messages" }).click();
    await page.getByRole("button", { name: "Back to draft" }).waitFor();
    stage.advance(11_000);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText("Somebody paused it").waitFor();
    assert.deepEqual([(await read(`/${id}`)).status, (await read(`/${id}`)).pauseReason], ["paused", "requested"]);
    await page.axe();
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await eventually("the broadcast ends", async () => {
      stage.advance(20_000);
      return (await read(`/${id}`)).status === "completed" || null;
    });
    await page.getByText("completed", { exact: true }).first().waitFor();
    const failures = page.getByRole("region", { name: "Why messages failed" });
    await failures.getByRole("button", { name: "Retry 1" }).click();
    await failures.getByText("Nothing failed.").waitFor();
    for (const [at, person] of people.entries())
      await eventually(`${person.name} has the offer once`, async () => (await offers(person)).length === (tests[at] ?? 0) + 1 || null);

    await people[2]?.write("Which sizes?");
    const recipients = page.getByRole("region", { name: "Recipients" });
    await recipients.getByRole("radio", { name: /^replied/ }).click();
    await page.waitForURL(/recipients=replied/);
    await page.axe();
    await page.shoot("broadcast");
    const csv = page.waitForEvent("download");
    await page.getByRole("button", { name: "Recipients as CSV" }).click();
    assert.match((await csv).suggestedFilename(), /\.csv$/);
    await recipients.getByRole("link", { name: "Open conversation" }).click();
    await page.getByRole("log").getByText("Which sizes?").waitFor();
    await page.context().close();
  });

  it("saving a draft leaves what a colleague has changed in it meanwhile", async () => {
    const made = await stage.tenant.api.post("/api/v1/broadcasts", {
      ...{ title: "Spring", channelId: stage.channels.photoSocial.id, messageContent: { text: "Spring is here." } },
      ...{ targetAudience: { all: true }, sendRatePerMinute: 60 },
    });
    assert.equal(made.status, 200, made.text);
    const at = `/api/v1/broadcasts/${made.body.id}`;
    const page = await stage.open({ as: "admin", path: `/broadcasts/${made.body.id}/edit` });
    await page.getByRole("textbox", { name: "Title" }).fill("Early spring");
    const theirs = { targetAudience: { all: true }, messageContent: { text: "Spring is nearly here." }, sendRatePerMinute: 30 };
    assert.equal((await stage.tenant.api.patch(at, theirs)).status, 200);
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Draft saved", { exact: true }).waitFor();
    assert.deepEqual((await sent).postDataJSON(), { title: "Early spring" });
    const { body } = await stage.tenant.api.get(at);
    assert.deepEqual([body.title, body.messageContent, body.sendRatePerMinute], ["Early spring", theirs.messageContent, 30]);
    assert.equal((await stage.tenant.api.delete(at)).status, 200);
    await page.context().close();
  });

  it("a template's header and buttons are filled in with the same values for everybody", async () => {
    const { id: channelId } = stage.channels.chatApp;
    const made = await stage.tenant.api.post(`/api/v1/channels/${channelId}/templates`, {
      ...{ name: "coupon", language: "en", category: "MARKETING" },
      components: [
        { type: "HEADER", format: "TEXT", text: "Only until {{1}}", example: { header_text: ["Sunday"] } },
        { type: "BODY", text: "Hello {{1}}, this is for you.", example: { body_text: [["Amina"]] } },
        {
          type: "BUTTONS",
          buttons: [
            { type: "URL", text: "Shop", url: "https://northwind.example/{{1}}", example: ["https://northwind.example/sale"] },
            { type: "COPY_CODE", example: ["SAVE20"] },
          ],
        },
      ],
    });
    assert.equal(made.status, 200, made.text);
    await eventually("it is approved", async () => {
      const { body } = await stage.tenant.api.get(`/api/v1/channels/${channelId}/templates/${made.body.id}`);
      return body.status === "approved";
    });
    const page = await stage.open({ as: "admin", path: "/broadcasts/new" });
    await page.getByRole("textbox", { name: "Title" }).fill("Coupons");
    await page.getByRole("radio", { name: "Everybody" }).click();
    const message = page.getByRole("region", { name: "Message" });
    await message.getByRole("combobox", { name: "Template" }).fill("coupon");
    await page.getByRole("option", { name: "coupon · en", exact: true }).click();
    const preview = page.getByRole("complementary", { name: "Preview" });
    const complete = preview.getByRole("listitem").filter({ hasText: "Every variable has a value" });
    const variable = message.getByRole("group", { name: "Variable 1" }).getByRole("button", { name: "Variable 1" });
    const fillWith = async (field: string) => {
      await variable.click();
      await page.getByRole("option", { name: field, exact: true }).click();
    };
    await fillWith("Email");
    await preview.locator("mark.missing", { hasText: "Email" }).waitFor();
    await fillWith("First name");
    await message.getByRole("textbox", { name: "Header: variable 1" }).fill("Sunday");
    await message.getByRole("textbox", { name: "Ending of the URL: Shop" }).fill("sale");
    await complete.and(page.locator(":not(.done)")).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Send \d/ }).isDisabled(), true);
    await message.getByRole("textbox", { name: "Code to copy" }).fill("SAVE20");
    await complete.and(page.locator(".done")).waitFor();
    await preview.getByText("Only until Sunday").waitFor();
    await page.axe();
    await page.shoot("broadcast-values");

    const [tester] = people as [StageCustomer];
    const headers = async (person: StageCustomer) =>
      (await person.messages()).filter(({ header }) => header === "Only until Sunday").length;
    await page.getByRole("button", { name: "Send a test" }).click();
    const dialog = page.getByRole("dialog", { name: "Send a test" });
    await dialog.getByRole("combobox", { name: "To" }).fill(tester.name);
    await page.getByRole("option", { name: new RegExp(tester.name) }).click();
    // Its response is lost: nobody knows whether it was sent, so the next press must not send a second one.
    const keys = new Set<string | undefined>();
    const isLost = { now: true };
    await page.route("**/api/v1/messages", async (route) => {
      keys.add(route.request().headers()["idempotency-key"]);
      if (!isLost.now) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole("button", { name: "Send test" }).click();
    await dialog.getByText("The server did not respond", { exact: false }).waitFor();
    isLost.now = false;
    await dialog.getByRole("button", { name: "Send test" }).click();
    await dialog.getByText("sent", { exact: true }).waitFor();
    assert.equal(keys.size, 1, "one key for all attempts");
    await page.unroute("**/api/v1/messages");
    await eventually("the test arrived", async () => (await headers(tester)) === 1);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Draft saved", { exact: true }).waitFor();
    await page.reload();
    assert.equal(await message.getByRole("textbox", { name: "Ending of the URL: Shop" }).inputValue(), "sale");
    await page.getByRole("button", { name: "Send 3 messages" }).click();
    await page.getByText("It starts in 10 seconds").waitFor();
    await eventually("everybody has it", async () => {
      stage.advance(11_000);
      return (await Promise.all(people.map(headers))).join() === "2,1,1" || null;
    });
    const broadcast = (await read("")).data.find(({ title }: { title: string }) => title === "Coupons");
    assert.deepEqual(broadcast.messageContent, {
      ...{ name: "coupon", language: "en", variables: [{ field: "firstName" }] },
      components: [
        { type: "header", parameters: [{ type: "text", text: "Sunday" }] },
        { type: "button", index: "0", sub_type: "url", parameters: [{ type: "text", text: "sale" }] },
        { type: "button", index: "1", sub_type: "copy_code", parameters: [{ type: "coupon_code", coupon_code: "SAVE20" }] },
      ],
    });
    await page.context().close();
  });

  it("a viewer can see it, and may not send anything", async () => {
    const page = await stage.open({ as: "viewer", path: "/broadcasts" });
    const row = page.getByRole("row", { name: /Jackets/ });
    await row.waitFor();
    assert.equal(await page.getByRole("link", { name: "New broadcast" }).count(), 0);
    await page.axe();
    await page.shoot("broadcasts");
    await row.click();
    await page.getByRole("region", { name: "Results" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /Pause|Resume|Cancel|Delete|Retry/ }).count(), 0);
    await page.goto(new URL("/broadcasts/new", stage.url).href);
    await page.getByText("You can view broadcasts, but not change them.").waitFor();
    assert.equal(await page.getByRole("button", { name: /Send|Save/ }).count(), 0);
    await page.context().close();
  });

  it("fits a phone, from right to left, in the dark", async () => {
    const page = await stage.open({ as: "admin", path: `/broadcasts/${id}`, size: "phone", theme: "dark", language: "ar" });
    await page.getByRole("heading", { level: 1, name: "Jackets" }).waitFor();
    await page.locator(".funnel-step").first().waitFor();
    await page.axe();
    await page.shoot("broadcast-phone-ar", { full: true });
    await page.goto(new URL("/broadcasts/new", stage.url).href);
    await page.locator(".making-cards").waitFor();
    await page.axe();
    await page.shoot("broadcast-new-phone-ar", { full: true });
    await page.context().close();
  });

  it("an unsaved one keeps the channel that it was written for, when another is connected", async () => {
    const page = await stage.open({ as: "owner", path: "/broadcasts/new" });
    const title = page.getByRole("textbox", { name: "Title" });
    const from = (name: string) => page.getByRole("button", { name: /From/ }).filter({ hasText: name }).waitFor();
    await from(stage.channels.chatApp.name);
    const unsaved = page.getByText("Not saved yet, kept in this browser only");
    await title.fill("B");
    await unsaved.waitFor();
    await title.fill("");
    await unsaved.waitFor({ state: "detached" });
    await title.fill("Boots");
    await connectNewer("Second number");
    await page.reload();
    await from(stage.channels.chatApp.name);
    assert.equal(await title.inputValue(), "Boots");
    await page.context().close();
  });

  async function connectNewer(name: string) {
    const number = { phoneNumberId: "155501009990001", businessAccountId: "255501009990001", accessToken: "chat-155501009990001" };
    stage.t.simulator.registerNumber({
      ...number,
      displayPhoneNumber: "15550100999",
      verifiedName: name,
      callbackUrl: `${stage.url}/callbacks/chat-app`,
    } as Parameters<typeof stage.t.simulator.registerNumber>[0]);
    const config = { ...number, appSecret: "own-155501009990001", verifyToken };
    const made = await stage.tenant.api.post("/api/v1/channels", { kind: "chat_app", name, config });
    assert.deepEqual([made.status, made.body.status], [200, "Connected"], made.text);
  }
});
