/**
 * Message templates: written with examples and a preview, errors at their fields, approved and rejected by the platform, edited, deleted;
 * sent from the composer with the values that they need.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { samplesOfMedia } from "@parley/server/test/fixtures/media-samples.ts";
import { openThread } from "../../../../test/open-thread.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../../test/stage.ts";

describe("templates", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let path: string;
  let account: string;
  const listed = async () => (await stage.tenant.api.get(`/api/v1${path}?limit=100`)).body.data;
  const named = async (name: string) => (await listed()).find((each: { name: string }) => each.name === name);
  before(async () => {
    stage = await startStage();
    const { id } = stage.channels.chatApp;
    path = `/channels/${id}/templates`;
    account = (await stage.tenant.api.get(`/api/v1/channels/${id}`)).body.config.businessAccountId;
  });
  after(() => stage?.stop());

  it("a template is written with a preview; errors are shown at their fields; the platform's approval arrives automatically", async () => {
    const page = await stage.open({ as: "admin", path: `/channels/${stage.channels.chatApp.id}` });
    const drawer = page.getByRole("dialog", { name: "Support" });
    await drawer.getByRole("link", { name: "All templates" }).click();
    await page.waitForURL(/\/templates$/);
    await page.getByRole("button", { name: "Sync" }).click();
    await page
      .getByRole("row", { name: /seasonal_offer/ })
      .first()
      .waitFor();
    await page.axe();
    await page.shoot("templates");
    await page.keyboard.press("c");
    await page.waitForURL(/\/templates\/new$/);
    await page.getByRole("textbox", { name: "Name" }).fill("Order ready");
    const text = page.getByRole("region", { name: "Text" });
    await text.getByRole("button", { name: /Header/ }).click();
    await page.getByRole("option", { name: "Text", exact: true }).click();
    await text.getByRole("textbox", { name: "Header text" }).fill("Good news");
    const body = text.getByRole("textbox", { name: "Message" });
    await body.fill("Hello , your order is ready.");
    await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));
    await text.getByRole("button", { name: "Insert variable" }).click();
    await text.getByRole("textbox", { name: "Footer" }).fill("Northwind");
    const buttons = page.getByRole("region", { name: "Buttons" });
    await buttons.getByRole("button", { name: "Add button" }).click();
    const first = buttons.getByRole("group", { name: "Button 1" });
    await first.getByRole("button", { name: /Type/ }).click();
    await page.getByRole("option", { name: "Open a URL" }).click();
    await first.getByRole("textbox", { name: "Label" }).fill("Track it");
    await first.getByRole("textbox", { name: "URL", exact: true }).fill("northwind.example/track");
    const preview = page.getByRole("complementary", { name: "Preview" });
    await preview.getByText("Track it").waitFor();

    await page.keyboard.press("Control+Enter");
    // The sample is missing, and the name and the URL have the wrong format: all are reported at once.
    const wrong = page.locator("[aria-invalid=true]");
    await wrong.nth(2).waitFor();
    assert.equal(await wrong.count(), 3);
    assert.equal(await page.getByRole("textbox", { name: "Name" }).getAttribute("aria-invalid"), "true");
    assert.equal(await text.getByRole("textbox", { name: "Example for {{1}}" }).getAttribute("aria-invalid"), "true");
    assert.equal(await first.getByRole("textbox", { name: "URL", exact: true }).getAttribute("aria-invalid"), "true");
    await page.axe();
    await page.shoot("template-refused");
    assert.equal(await named("Order ready"), undefined);

    // Edits survive a reload.
    await page.reload();
    await preview.getByText("Track it").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("order_ready");
    await text.getByRole("textbox", { name: "Example for {{1}}" }).fill("Amina");
    await first.getByRole("textbox", { name: "URL", exact: true }).fill("https://northwind.example/track");
    await preview.getByText("Hello Amina, your order is ready.").waitFor();
    await page.axe();
    await page.shoot("template-new");
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(/\/templates\/tpl_/);
    await page.getByText("Approved: it can be sent at any time.").waitFor();
    const made = await named("order_ready");
    assert.deepEqual(
      [made.category, made.language, made.parameterFormat, made.components],
      [
        ...["UTILITY", "en", "positional"],
        [
          { type: "HEADER", format: "TEXT", text: "Good news" },
          { type: "BODY", text: "Hello {{1}}, your order is ready.", example: { body_text: [["Amina"]] } },
          { type: "FOOTER", text: "Northwind" },
          { type: "BUTTONS", buttons: [{ type: "URL", text: "Track it", url: "https://northwind.example/track" }] },
        ],
      ],
    );
    assert.deepEqual(page.refusals, [`400 POST /api/v1${path}`]);
    await page.setAppearance({ size: "phone", theme: "dark" });
    await page.axe();
    await page.shoot("template-phone-dark");
    await preview.getByText("Track it").scrollIntoViewIfNeeded();
    await page.shoot("template-phone-preview");
    await page.goto(`${stage.url}${path}`);
    await page.getByText("order_ready").waitFor();
    await page.axe();
    await page.shoot("templates-phone-dark");
    await page.context().close();
  });

  it("a rejected template shows why, is corrected and submitted again", async () => {
    stage.t.simulator.decideTemplate(account, "order_ready", "en", "REJECTED", "PROMOTIONAL");
    const { id } = await named("order_ready");
    const page = await stage.open({ as: "admin", path: `${path}/${id}` });
    await page.getByText("It is promotional. Choose the category Marketing.").waitFor();
    await page.shoot("template-rejected");
    await page.getByRole("button", { name: /Category/ }).click();
    await page.getByRole("option", { name: /^Marketing/ }).click();
    await page.getByRole("region", { name: "Buttons" }).getByRole("button", { name: "Remove button" }).click();
    await page.getByRole("button", { name: "Submit for approval" }).click();
    await page.getByText("Submitted for approval").waitFor();
    await page.getByText("Approved: it can be sent at any time.").waitFor();
    const edited = await named("order_ready");
    assert.deepEqual([edited.category, edited.components.length], ["MARKETING", 3]);

    // Edits are kept until they are submitted or discarded.
    const footer = page.getByRole("textbox", { name: "Footer" });
    await footer.fill("Somebody else");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.waitForFunction(() => [...document.querySelectorAll("input")].every(({ value }) => value !== "Somebody else"));
    assert.equal(await footer.inputValue(), "Northwind");
    assert.equal(await page.getByRole("button", { name: "Submit for approval" }).isDisabled(), true);
    await page.context().close();
  });

  it("a header may be a picture, whose example is uploaded to the platform", async () => {
    const page = await stage.open({ as: "admin", path: `${path}/new` });
    await page.getByRole("textbox", { name: "Name" }).fill("new_season");
    const text = page.getByRole("region", { name: "Text" });
    await text.getByRole("button", { name: /Header/ }).click();
    await page.getByRole("option", { name: "Picture" }).click();
    await text.getByRole("textbox", { name: "Message" }).fill("Our new season is here.");
    await page.getByRole("button", { name: "Submit for approval" }).click();
    const example = text.getByRole("group", { name: "Example file" });
    await example.locator(".error").waitFor();
    const choose = async (name: string, mimeType: string, buffer: Buffer) => {
      const chooser = page.waitForEvent("filechooser");
      await example.getByRole("button", { name: "Choose" }).click();
      await (await chooser).setFiles({ name, mimeType, buffer });
    };
    const png = samplesOfMedia.get("image/png")?.bytes ?? Buffer.alloc(0);
    // Its content type does not match its file name.
    await choose("season.png", "image/png", Buffer.from("just a text"));
    await page
      .getByText(/The platform takes image\/jpeg/)
      .first()
      .waitFor();
    assert.match(page.refusals.at(-1) ?? "", /^422 POST .*\/templates\/samples$/);
    const typed = Promise.withResolvers<void>();
    await page.route(
      "**/templates/samples",
      async (route) => {
        await typed.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await choose("season.png", "image/png", png);
    await text.getByRole("textbox", { name: "Footer" }).fill("Until Sunday");
    typed.resolve();
    await example.getByRole("textbox", { name: "Example file" }).and(page.locator('[value="season.png"]')).waitFor();
    assert.equal(await example.locator(".error").count(), 0, "what was asked for is there");
    await page.axe();
    await page.shoot("template-picture");
    await page.getByRole("button", { name: "Submit for approval" }).click();
    await page.waitForURL(/\/templates\/tpl_/);
    const [header, body, footer] = (await named("new_season")).components;
    assert.deepEqual([header.type, header.format, body.text], ["HEADER", "IMAGE", "Our new season is here."]);
    assert.equal(footer.text, "Until Sunday", "what is typed while the file is uploaded stays");
    // The simulated platform puts the file's type in its handle.
    assert.match(header.example.header_handle[0], new RegExp(`^4::${Buffer.from("image/png").toString("base64")}:`));
    await page.context().close();
  });

  it("an authentication message is written by the platform, and can be sent once it is approved", async () => {
    const page = await stage.open({ as: "admin", path: `${path}/new` });
    await page.getByRole("textbox", { name: "Name" }).fill("sign_in_code");
    await page.getByRole("button", { name: /Category/ }).click();
    await page.getByRole("option", { name: /^Authentication/ }).click();
    const code = page.getByRole("region", { name: "Code" });
    assert.equal(await page.getByRole("textbox", { name: "Message" }).count(), 0, "its text is the platform's");
    await code.getByRole("textbox", { name: "Expires after" }).fill("10");
    await code.getByRole("textbox", { name: "Expires after" }).blur();
    await code.getByRole("textbox", { name: "Button label" }).fill("Copy {{1}}");
    const preview = page.getByRole("complementary", { name: "Preview" });
    await preview.getByText("This code expires in 10 minutes.").waitFor();
    await preview.getByText("For your security", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Submit for approval" }).click();
    await code.locator(".field", { hasText: "Button label" }).locator(".error").waitFor();
    await code.getByRole("textbox", { name: "Button label" }).fill("Copy it");
    await page.axe();
    await page.shoot("template-code");
    await page.setAppearance({ size: "phone", theme: "dark" });
    await page.axe();
    await page.shoot("template-code-phone-dark");
    await page.setAppearance({ size: "desktop", theme: "light" });
    await page.getByRole("button", { name: "Submit for approval" }).click();
    await page.waitForURL(/\/templates\/tpl_/);
    await page.getByText("Approved: it can be sent at any time.").waitFor();
    const made = await named("sign_in_code");
    assert.deepEqual([made.category, made.variables], ["AUTHENTICATION", ["1"]]);
    // Its options can be edited again as entered.
    assert.equal(await code.getByRole("textbox", { name: "Expires after" }).inputValue(), "10");
    const amina = await stage.channels.chatApp.customer(0);
    const sent = await stage.tenant.api.post("/api/v1/messages", {
      ...{ channelId: stage.channels.chatApp.id, to: amina.id, type: "template" },
      content: { name: "sign_in_code", language: "en", variables: ["481516"] },
    });
    assert.equal(sent.status, 200, sent.text);
    await amina.shows("the code", ({ text }) => /481516/.test(text ?? ""));
    await page.context().close();
  });

  it("values for header, buttons and a place are asked for in the composer, checked and previewed, and reach the customer", async () => {
    const header = { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["2291"] } };
    const body = { type: "BODY", text: "Hello {{1}}, it is on its way.", example: { body_text: [["Amina"]] } };
    const url = { type: "URL", text: "Track it", url: "https://northwind.example/t/{{1}}", example: ["https://northwind.example/t/2291"] };
    const buttons = { type: "BUTTONS", buttons: [url, { type: "COPY_CODE", example: ["SAVE20"] }] };
    // The newest are listed first, so the Spanish one is far down.
    for (const language of ["es", "pt_BR", "pt_PT", "fr", "it", "nl", "pl"]) await approved("ready", language, [body]);
    await approved("order_on_its_way", "en", [header, body, buttons]);
    await approved("pick_up", "en", [{ type: "HEADER", format: "LOCATION" }, body]);
    const amina = await stage.channels.chatApp.customer(0);
    await amina.write("Where is my order?");
    const { contactId } = await eventually("the conversation", async () => (await stage.read("/conversations")).data[0]);
    const setLanguage = async (language: string) =>
      assert.equal((await stage.tenant.api.patch(`/api/v1/contacts/${contactId}`, { language })).status, 200);
    await setLanguage("es");

    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const id = await openThread(page, "Where is my order");
    await page.keyboard.press("t");
    const templates = templatesOf(page);
    const spanish = templates.getByRole("button", { name: /^ready\s*es/, pressed: true });
    await spanish.waitFor();
    assert.equal(await templates.getByRole("button", { name: /Sync/ }).count(), 0, "an agent may not sync");
    const isInView = () =>
      spanish.evaluate((option) => {
        const [list, own] = [option.closest("ul")?.getBoundingClientRect(), option.getBoundingClientRect()];
        return list !== undefined && own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
      });
    await eventually("the selected one is in view, far down the list", isInView);
    const first = templates.getByRole("textbox", { name: "Variable 1" });
    assert.equal(await first.inputValue(), amina.name.split(" ")[0]);
    await first.fill("Amina and family");
    const fresh = page.waitForResponse(async (response) => {
      if (!/\/api\/v1\/conversations(?:\/conv_\w+)?$/.test(new URL(response.url()).pathname)) return false;
      const read = await response.json();
      return [read, ...(read.data ?? [])].some((each) => each.id === id && each.contact.language === "pt-BR");
    });
    await setLanguage("pt-BR");
    await fresh;
    await amina.write("Is it late?");
    await page.getByRole("log").getByText("Is it late?").waitFor();
    assert.equal(await first.inputValue(), "Amina and family", "what is being filled in is not replaced");
    assert.equal(await spanish.count(), 1);

    await templates.getByRole("button", { name: /^order_on_its_way\s*en/ }).click();
    const send = templates.getByRole("button", { name: "Send template" });
    await templates.getByText("3 fields are empty").waitFor();
    assert.equal(await send.isDisabled(), true);
    await templates.getByRole("textbox", { name: "Header: variable 1" }).fill("2291");
    await templates.getByRole("textbox", { name: "Code to copy" }).fill("SAVE20");
    const ending = templates.getByRole("textbox", { name: "Ending of the URL: Track it" });
    await ending.fill("22 91");
    await templates.getByText("A URL has no spaces.").waitFor();
    assert.equal(await send.isDisabled(), true);
    await page.axe();
    await ending.fill("a/2291");
    await templates.getByText("https://northwind.example/t/a/2291").waitFor();
    const preview = templates.locator(".bubble");
    assert.match((await preview.textContent()) ?? "", /^Order 2291Hello/);
    await page.shoot("template-values");
    await page.setAppearance({ size: "phone", theme: "dark" });
    await page.axe();
    await send.scrollIntoViewIfNeeded();
    await page.shoot("template-values-phone-dark");
    await page.setAppearance({ size: "desktop", theme: "light" });
    await send.click();
    await amina.shows("the header with its value", (message) => message.header === "Order 2291" && /on its way/.test(message.text ?? ""));
    const last = async () =>
      (await stage.read(`/conversations/${id}/messages`)).data.find(({ type }: { type: string }) => type === "template");
    assert.deepEqual((await last()).content.components, [
      { type: "header", parameters: [{ type: "text", text: "2291" }] },
      { type: "button", index: "0", sub_type: "url", parameters: [{ type: "text", text: "a/2291" }] },
      { type: "button", index: "1", sub_type: "copy_code", parameters: [{ type: "coupon_code", coupon_code: "SAVE20" }] },
    ]);

    await page.getByRole("button", { name: "Templates" }).click();
    await templates.getByRole("button", { name: /^pick_up\s*en/ }).click();
    const place = { Latitude: "95", Longitude: "13.405", "Name of the place": "Northwind Mitte", Address: "Main Street 1" };
    for (const [name, value] of Object.entries(place)) await templates.getByRole("textbox", { name }).fill(value);
    await templates.getByText("A number from -90 to 90", { exact: false }).waitFor();
    assert.equal(await send.isDisabled(), true);
    await templates.getByRole("textbox", { name: "Latitude" }).fill("52,52");
    await preview.getByText("Northwind Mitte").waitFor();
    await page.shoot("template-place");
    await send.click();
    await eventually("it has the place", async () => {
      const { status, content } = await last();
      if (content.name !== "pick_up" || !["sent", "delivered", "read"].includes(status)) return null;
      const location = { latitude: "52.52", longitude: "13.405", name: "Northwind Mitte", address: "Main Street 1" };
      assert.deepEqual(content.components, [{ type: "header", parameters: [{ type: "location", location }] }]);
      return true;
    });

    // Its header is a picture.
    await page.getByRole("button", { name: "Templates" }).click();
    await templates.getByRole("button", { name: /^new_season\s*en/ }).click();
    await templates.getByText("This template needs a file in its header. Send it with the API.").waitFor();
    assert.equal(await send.isDisabled(), true);
    await page.setAppearance({ language: "ar" });
    await page.getByRole("log").getByText("Is it late?").waitFor();
    await page.keyboard.press("t");
    await page.getByRole("button", { name: /^order_on_its_way/ }).click();
    await page.getByRole("textbox", { name: "الرمز المراد نسخه" }).fill("SAVE20");
    await page.axe();
    await page.shoot("template-values-ar");
    await page.context().close();

    const admin = await stage.open({ as: "admin", path: `/inbox/all/${id}` });
    await admin.getByRole("log").getByText("Is it late?").waitFor();
    await admin.keyboard.press("t");
    await templatesOf(admin).getByRole("button", { name: /Sync/ }).waitFor();
    const flow = await stage.tenant.api.post("/api/v1/flows", {
      ...{ name: "On its way", trigger: { type: "manual" } },
      steps: [{ type: "send_template", name: "order_on_its_way", language: "en", variables: ["Amina"] }],
    });
    assert.equal(flow.status, 200, flow.text);
    await admin.goto(`${stage.url}/flows/${flow.body.id}/canvas?as=list`);
    await admin
      .getByRole("region", { name: "The flow as a list" })
      .getByRole("button", { name: /Send a template/ })
      .and(admin.locator("[data-key]"))
      .click();
    const step = admin.getByRole("complementary", { name: "Selected step" });
    await step.getByText("A flow cannot fill in its header or buttons").waitFor();
    const template = step.getByRole("combobox", { name: "Name" });
    await template.fill("order_");
    const option = (name: string) => admin.getByRole("option", { name });
    await option("order_on_its_way · en").and(admin.locator("[aria-disabled=true]")).waitFor();
    await admin.shoot("template-in-a-flow");
    await option("order_ready · en").click();
    await step.getByText("A flow cannot fill in its header or buttons").waitFor({ state: "detached" });
    await admin.context().close();
  });

  it("what is being filled in stays when the customer writes, and behind a note, until it is sent or closed", async () => {
    await approved("on_hold", "en", [
      { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["2291"] } },
      { type: "BODY", text: "Hello {{1}}, it is on hold.", example: { body_text: [["Amina"]] } },
    ]);
    const customer = await stage.channels.chatApp.customer(1);
    const started = await stage.tenant.api.post("/api/v1/messages", {
      ...{ channelId: stage.channels.chatApp.id, to: customer.id, type: "template" },
      content: { name: "sign_in_code", language: "en", variables: ["481516"] },
    });
    assert.equal(started.status, 200, started.text);
    const page = await stage.open({ as: "agent", path: `/inbox/all/${started.body.conversationId}` });
    const templates = templatesOf(page);
    const close = templates.getByRole("button", { name: "Close" });
    const onHold = templates.getByRole("button", { name: /^on_hold\s*en/ });
    const number = templates.getByRole("textbox", { name: "Header: variable 1" });
    const name = templates.getByRole("textbox", { name: "Variable 1", exact: true });
    const values = async () => [await number.inputValue(), await name.inputValue()];
    await onHold.click();
    assert.equal(await close.count(), 0, "only a template may be sent");
    await number.fill("2291");
    await name.fill("Amina and family");

    const noteAndBack = async () => {
      await page.getByRole("tab", { name: "Note", exact: true }).click();
      await page.getByRole("textbox", { name: "Note", exact: true }).fill("They wait for the courier");
      assert.equal(await templates.count(), 0, "a note takes its place");
      await page.getByRole("tab", { name: "Reply", exact: true }).click();
      const search = templates.getByRole("searchbox");
      await eventually("the focus is in the picker", () => search.evaluate((element) => element === document.activeElement));
      assert.deepEqual(await values(), ["2291", "Amina and family"]);
    };
    await noteAndBack();
    await name.press("End");
    await customer.write("Is there any news?");
    await page.getByRole("log").getByText("Is there any news?").waitFor();
    await close.waitFor();
    assert.deepEqual(await values(), ["2291", "Amina and family"]);
    assert.ok(await name.evaluate((element) => element === document.activeElement), "typing goes on where it was");
    await page.shoot("template-kept");
    await noteAndBack();
    await templates.getByRole("button", { name: "Send template" }).click();
    await customer.shows("the values", ({ header, text }) => header === "Order 2291" && /Amina and family/.test(text ?? ""));

    const reply = page.getByRole("textbox", { name: "Reply", exact: true });
    const opened = async () => {
      await reply.waitFor();
      await page.getByRole("button", { name: "Templates" }).click();
      await onHold.click();
      return number.inputValue();
    };
    assert.equal(await opened(), "", "what was sent is not offered again");
    await number.fill("2292");
    await close.click();
    assert.equal(await opened(), "", "what was closed is gone");
    await page.context().close();
  });

  const templatesOf = (page: StagePage) => page.getByRole("region", { name: "Templates" });

  async function approved(name: string, language: string, components: object[]) {
    const made = await stage.tenant.api.post(`/api/v1${path}`, { name, language, category: "UTILITY", components });
    assert.equal(made.status, 200, made.text);
    await eventually(`${name} is approved`, async () => {
      const { body } = await stage.tenant.api.get(`/api/v1${path}/${made.body.id}`);
      return body.status === "approved";
    });
  }

  it("a refusal by the platform is shown in its words, and no input is lost", async () => {
    const details = "This template has too many variables for its length.";
    const page = await stage.open({ as: "admin", path: `${path}/new` });
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill("order_late");
    await page.getByRole("textbox", { name: "Message" }).fill("Your order is late.");
    stage.t.simulator.faults.nextManagement({ kind: "error", code: 2388293, details }, 10);
    await page.getByRole("button", { name: "Submit for approval" }).click();
    // The client has retried, with the same key.
    await page.getByRole("alert").filter({ hasText: details }).waitFor();
    stage.t.simulator.faults.clear();
    await page.axe();
    await page.shoot("template-platform-refused");
    assert.equal(await name.inputValue(), "order_late");
    assert.equal(await named("order_late"), undefined);
    page.expectError(/^502 POST/);
    await page.context().close();
  });

  it("a viewer reads a template and tries values, and can change nothing; deleting requires a confirmation", async () => {
    const { id } = await named("order_ready");
    const viewer = await stage.open({ as: "viewer", path: `${path}/${id}` });
    await viewer.getByRole("textbox", { name: "Variable 1" }).fill("Björn");
    await viewer.getByText("Hello Björn, your order is ready.", { exact: false }).waitFor();
    assert.equal(await viewer.getByRole("button", { name: /Submit|Delete/ }).count(), 0);
    await viewer.axe();
    await viewer.shoot("template-viewer");
    await viewer.goto(`${stage.url}${path}`);
    await viewer.getByRole("row", { name: /order_ready/ }).waitFor();
    assert.equal(await viewer.getByRole("link", { name: "New template" }).count(), 0);
    await viewer.context().close();

    const page = await stage.open({ as: "admin", path: `${path}/${id}` });
    await page.getByRole("button", { name: "Delete order_ready" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/templates$/);
    await page
      .getByRole("row", { name: /seasonal_offer/ })
      .first()
      .waitFor();
    await page
      .getByRole("row", { name: /order_ready/ })
      .getByText("deleted", { exact: true })
      .waitFor();
    assert.equal((await named("order_ready")).status, "deleted");
    await page.context().close();
  });
});
