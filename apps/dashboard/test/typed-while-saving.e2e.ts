/** What is typed while a save is under way stays in its field, as unsaved text, on every screen that clears or replaces a form. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestPerson, TestTenant } from "@parley/server/test/harness.ts";
import { holdRequest } from "./hold-request.ts";
import { showsValue } from "./shows-value.ts";
import { type Stage, startStage, withoutBrowser } from "./stage.ts";

describe("text typed while a save is under way", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let agency: TestTenant;
  let owner: TestPerson;
  before(async () => {
    stage = await startStage();
    agency = await stage.t.tenant({ kind: "agency" });
    owner = await stage.t.person(agency.id, { role: "owner" });
  });
  after(() => stage?.stop());

  const post = async (tenant: TestTenant, path: string, body: object) => {
    const made = await tenant.api.post(`/api/v1/${path}`, body);
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const read = async (tenant: TestTenant, path: string) => (await tenant.api.get(`/api/v1/${path}`)).body;

  it("stays in the comment of a ticket", async () => {
    const { id } = await post(stage.tenant, "tickets", { subject: "The zip is broken" });
    const page = await stage.open({ as: "agent", path: `/tickets/${id}` });
    const comment = page.getByRole("textbox", { name: "Comment" });
    await comment.fill("I called her.");
    const held = await holdRequest(page, `/tickets/${id}/comments`, "POST");
    await page.getByRole("button", { name: "Comment" }).click();
    await held.arrived;
    await comment.fill("I called her. She sends it back.");
    await held.release();
    await page.getByRole("button", { name: "Comment" }).and(page.locator(":not([data-pending])")).waitFor();
    assert.equal(await comment.inputValue(), "I called her. She sends it back.");
    await page.getByRole("button", { name: "Comment" }).click();
    await showsValue(comment, "");
    await page.context().close();
  });

  it("stays in a landing page", async () => {
    const { id } = await post(agency, "agencies/current/landing-pages", {
      title: "Trade counter",
      slug: "trade-counter",
      blocks: [{ type: "text", heading: "Wood", text: "Oak and ash." }],
    });
    const page = await stage.open({ as: owner, path: `/agency/pages/${id}` });
    const text = page.getByRole("textbox", { name: "Text" });
    await text.fill("Oak, ash and elm.");
    const held = await holdRequest(page, `/landing-pages/${id}`, "PATCH");
    await page.getByRole("button", { name: "Save draft" }).click();
    await held.arrived;
    await text.fill("Oak, ash, elm and pine.");
    await held.release();
    await page.getByText("Saved", { exact: true }).waitFor();
    assert.equal(await text.inputValue(), "Oak, ash, elm and pine.");
    assert.equal((await read(agency, `agencies/current/landing-pages/${id}`)).blocks[0].text, "Oak, ash and elm.");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByRole("button", { name: "Save draft" }).waitFor({ state: "detached" });
    assert.equal((await read(agency, `agencies/current/landing-pages/${id}`)).blocks[0].text, "Oak, ash, elm and pine.");
    await page.context().close();
  });

  it("stays in a brand kit", async () => {
    const page = await stage.open({ as: owner, path: "/agency/brand" });
    const email = page.getByLabel("Support email");
    await email.fill("help@brightwater.example");
    const held = await holdRequest(page, "/brand-kit", "PUT");
    await page.getByRole("button", { name: "Save brand kit" }).click();
    await held.arrived;
    await page.getByLabel("Terms of use").fill("https://brightwater.example/terms");
    await held.release();
    await page.getByText("Saved", { exact: true }).waitFor();
    assert.equal(await page.getByLabel("Terms of use").inputValue(), "https://brightwater.example/terms");
    assert.equal(await email.inputValue(), "help@brightwater.example");
    await page.context().close();
  });

  it("stays in a new broadcast and in a draft, which is the one that was saved", async () => {
    await (await stage.channels.photoSocial.customer(0)).write("Hello");
    const page = await stage.open({ as: "admin", path: "/broadcasts/new" });
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("Jackets");
    await page.getByRole("button", { name: /From/ }).click();
    await page.getByRole("option", { name: stage.channels.photoSocial.name }).click();
    await page.getByRole("radio", { name: "Everybody" }).click();
    await page.getByRole("region", { name: "Message" }).getByRole("textbox", { name: "Text" }).fill("20 % off.");
    const creating = await holdRequest(page, "/broadcasts", "POST");
    await page.getByRole("button", { name: "Save draft" }).click();
    await creating.arrived;
    await title.fill("Jackets and coats");
    await creating.release();
    await page.waitForURL(/\/broadcasts\/\w+\/edit$/);
    const id = new URL(page.url()).pathname.split("/").at(-2) ?? "";
    await showsValue(title, "Jackets and coats");
    assert.equal((await read(stage.tenant, `broadcasts/${id}`)).title, "Jackets");

    const changing = await holdRequest(page, `/broadcasts/${id}`, "PATCH");
    await page.getByRole("button", { name: "Save draft" }).click();
    await changing.arrived;
    await title.fill("Jackets, coats and hats");
    await changing.release();
    await page.getByText("Draft saved").last().waitFor();
    assert.equal(await title.inputValue(), "Jackets, coats and hats");
    assert.equal((await read(stage.tenant, `broadcasts/${id}`)).title, "Jackets and coats");
    await page.goto(new URL("/broadcasts/new", page.url()).href);
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), "", "a new one begins empty");
    await page.context().close();
  });

  it("stays in a template that is submitted", async () => {
    const path = `/channels/${stage.channels.chatApp.id}/templates`;
    const page = await stage.open({ as: "admin", path: `${path}/new` });
    await page.getByRole("textbox", { name: "Name" }).fill("spring_offer");
    const message = page.getByRole("region", { name: "Text" }).getByRole("textbox", { name: "Message" });
    await message.fill("Spring has come.");
    const held = await holdRequest(page, `${path}`, "POST");
    await page.getByRole("button", { name: "Submit for approval" }).click();
    await held.arrived;
    await message.fill("Spring has come at last.");
    await held.release();
    await page.waitForURL(/\/templates\/tpl_/);
    // It can be edited again once the platform has decided.
    await showsValue(message, "Spring has come at last.");
    await page.context().close();
  });

  it("stays in a new sign-in address", async () => {
    const person = await stage.t.person(stage.tenant.id, { role: "agent" });
    const page = await stage.open({ as: person, path: "/settings/profile" });
    const address = page.getByLabel("New address");
    await address.fill("first@northwind.example");
    await page.getByLabel("Password").fill(person.password);
    const held = await holdRequest(page, "/auth/email/change", "POST");
    await page.getByRole("button", { name: "Change address" }).click();
    await held.arrived;
    await address.fill("second@northwind.example");
    await held.release();
    await page.getByText("first@northwind.example").waitFor();
    assert.equal(await address.inputValue(), "second@northwind.example");
    assert.equal(await page.getByLabel("Password").inputValue(), "", "what was sent is cleared");
    await page.context().close();
  });

  it("stays in the form of the payment gateway", async () => {
    const platform = await stage.t.tenant({ kind: "platform" });
    const admin = await stage.t.person(platform.id, { role: "owner", platformAdmin: true });
    const page = await stage.open({ as: admin, path: "/admin/gateway" });
    await page.getByLabel("API URL").fill("https://payments.example");
    await page.getByLabel("Secret key", { exact: true }).fill("first-key");
    const held = await holdRequest(page, "/admin/gateway/settings", "PUT");
    await page.getByRole("button", { name: "Save" }).click();
    await held.arrived;
    await page.getByLabel("Callback token", { exact: true }).fill("typed-meanwhile");
    await held.release();
    // The key that it now has can be cleared.
    await page.getByRole("checkbox").first().waitFor();
    assert.equal(await page.getByLabel("Callback token", { exact: true }).inputValue(), "typed-meanwhile");
    assert.equal(await page.getByLabel("Secret key", { exact: true }).inputValue(), "", "what was stored is cleared");
    const second = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByRole("button", { name: "Save" }).click();
    assert.deepEqual((await second).postDataJSON(), { callbackToken: "typed-meanwhile" });
    await showsValue(page.getByLabel("Callback token", { exact: true }), "");
    await page.context().close();
  });
});
