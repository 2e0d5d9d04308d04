/** Importing contacts from a file, and merging two. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

const rows = 1_000;

describe("contacts", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const contact = async (body: object) => {
    const made = await stage.tenant.api.post("/api/v1/contacts", body);
    assert.equal(made.status, 200, made.text);
    return made.body.id as string;
  };

  it("a thousand contacts are tested, mapped and imported; the row with an error is named", async () => {
    const lines = Array.from(
      { length: rows },
      (_, at) => `Person ${at + 1},+49151200${String(at).padStart(5, "0")},p${at + 1}@example.com,vip`,
    );
    lines[499] = "Person 500,not a number,p500@example.com,vip";
    const csv = `Who,Mobile,Mail,Groups\n${lines.join("\n")}\n`;
    const page = await stage.open({ as: "admin", path: "/contacts" });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import" });
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Choose files" }).click();
    await (await chooser).setFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await dialog.getByText("people.csv").waitFor();
    // The server suggests the fields of the columns, and the person decides.
    for (const [column, field] of [
      ["Who", "Name"],
      ["Mobile", "Phone"],
      ["Mail", "Email"],
      ["Groups", "Tags"],
    ] as const) {
      await dialog.getByRole("button", { name: new RegExp(`${column}$`) }).click();
      await page.getByRole("option", { name: field, exact: true }).click();
    }
    await dialog.getByText("1 with an error", { exact: false }).waitFor();
    await dialog.getByText("999 new contacts", { exact: false }).waitFor();
    await dialog
      .getByText("Row 501:", { exact: false })
      .or(dialog.getByText("Row 500:", { exact: false }))
      .waitFor();
    await page.axe();
    assert.equal((await stage.tenant.api.get("/api/v1/contacts?tag=vip")).body.data.length, 0, "nothing is written yet");
    await dialog.getByRole("button", { name: "Import 1,000 rows" }).click();
    await dialog.getByRole("link", { name: "Download the report" }).waitFor();
    await dialog.getByText("999 new contacts", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /Person \d+/ })
      .first()
      .waitFor();

    const one = await stage.tenant.api.get(`/api/v1/contacts?q=${encodeURIComponent("p777@example.com")}`);
    assert.deepEqual(
      one.body.data.map(({ name, phone, tags }: { name: string; phone: string; tags: string[] }) => ({ name, phone, tags })),
      [{ name: "Person 777", phone: "+4915120000776", tags: ["vip"] }],
    );
    assert.equal((await stage.tenant.api.get(`/api/v1/contacts?q=${encodeURIComponent("p500@example.com")}`)).body.data.length, 0);

    // Whoever comes later finds the result and the report again.
    await page.getByRole("button", { name: "Past imports and exports" }).click();
    const past = page.getByRole("dialog", { name: "Past imports and exports" });
    const done = past.getByRole("row", { name: /people\.csv/ }).first();
    await done.getByText("999 new contacts", { exact: false }).waitFor();
    const report = (await done.getByRole("link", { name: "Download the report" }).getAttribute("href")) ?? "";
    const { text } = await stage.people.admin.api.get(report);
    assert.match(text, /\n501,(?!created)/);
    await page.axe();
    await page.shoot("contacts-past");
    await past.getByRole("tab", { name: "Exports" }).click();
    await past.getByText("Nothing yet").waitFor();
    await page.context().close();
  });

  it("a file from a spreadsheet in Windows-1252 keeps its accents", async () => {
    const josé = await contact({ name: "José Núñez", phone: "+4915112340070" });
    const page = await stage.open({ as: "admin", path: "/contacts" });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import" });
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Choose files" }).click();
    const csv = Buffer.from("Name,Phone\nJosé Núñez,+4915112340070\nZoë Håland,+4915112340071\n", "latin1");
    await (await chooser).setFiles({ name: "excel.csv", mimeType: "text/csv", buffer: csv });
    await dialog.getByText("1 new contact", { exact: false }).waitFor();
    const begin = dialog.getByRole("button", { name: "Import 2 rows" });
    await begin.click();
    await begin.waitFor({ state: "detached" });
    await dialog.getByText("1 new contact", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    await page.getByRole("row", { name: /Zoë Håland/ }).waitFor();
    assert.equal((await stage.read(`/contacts/${josé}`)).name, "José Núñez");
    await page.context().close();
  });

  it("a file of several megabytes is imported", async () => {
    // A JSON body may have 1 MiB, a file more.
    const notes = "x".repeat(2_000);
    const lines = Array.from({ length: 1_500 }, (_, at) => `Buyer ${at + 1},+49151300${String(at).padStart(5, "0")},${notes}`);
    const csv = Buffer.from(`Name,Phone,Notes\n${lines.join("\n")}\n`);
    assert.ok(csv.length > 2 ** 21);
    const page = await stage.open({ as: "admin", path: "/contacts" });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import" });
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Choose files" }).click();
    await (await chooser).setFiles({ name: "buyers.csv", mimeType: "text/csv", buffer: csv });
    await dialog.getByText("1,500 new contacts", { exact: false }).waitFor();
    await page.context().close();
  });

  it("two contacts of one person are merged, and the merge is undone", async () => {
    const kept = await contact({ name: "Mara Lind", phone: "+4915112340020", email: "mara@example.com" });
    const other = await contact({ name: "M. Lind", phone: "+4915112340021", email: "mara@example.com" });
    const page = await stage.open({ as: "agent", path: `/contacts/${kept}` });
    const box = page.getByRole("region", { name: "Possible duplicate" });
    await box.getByText("M. Lind").waitFor();
    await box.getByText("email").first().waitFor();
    await page.axe();
    await box.getByRole("button", { name: "Merge" }).click();
    await box.waitFor({ state: "detached" });
    const merged = await stage.tenant.api.get(`/api/v1/contacts/${kept}/merges`);
    assert.deepEqual(
      merged.body.data.map(({ mergedContactId, undoneAt }: { mergedContactId: string; undoneAt: string | null }) => [
        mergedContactId,
        undoneAt,
      ]),
      [[other, null]],
    );
    await page.keyboard.press("Control+z");
    await box.getByText("M. Lind").waitFor();
    const apart = await stage.tenant.api.get(`/api/v1/contacts/${other}`);
    assert.deepEqual([apart.status, apart.body.name, apart.body.phone], [200, "M. Lind", "+4915112340021"]);
    await page.context().close();
  });

  it("a form shows the server's error at its field and keeps the entered values", async () => {
    await contact({ name: "Taken", phone: "+4915112340030" });
    const page = await stage.open({ as: "agent", path: "/contacts" });
    await page.getByRole("row", { name: /Taken/ }).waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New contact" });
    await dialog.getByLabel("Name").fill("Somebody");
    await dialog.getByLabel("Phone").fill("12 of them");
    await dialog.getByLabel("Email").fill("somebody@");
    await page.keyboard.press("Enter");
    const isFocused = (input: HTMLElement) => input === document.activeElement;
    const email = dialog.getByLabel("Email");
    await email.and(page.locator("[aria-invalid=true]")).waitFor();
    assert.equal(await email.evaluate(isFocused), true, "the focus is at the field");
    assert.equal(await dialog.getByLabel("Name").inputValue(), "Somebody");
    await email.fill("somebody@example.com");
    await page.keyboard.press("Enter");
    const phone = dialog.getByLabel("Phone");
    await phone.and(page.locator("[aria-invalid=true]")).waitFor();
    assert.equal(await phone.evaluate(isFocused), true, "the focus is at the field");
    await phone.fill("+49 151 1234 0031");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Somebody" }).waitFor();
    const { body } = await stage.tenant.api.get(`/api/v1/contacts?q=${encodeURIComponent("somebody@example.com")}`);
    assert.equal(body.data[0]?.phone, "+4915112340031");
    await page.context().close();
  });

  it("a block that failed says why, with the reference, and is tried again from there", async () => {
    const id = await contact({ name: "Rude Rudi", phone: "+4915112340050" });
    const page = await stage.open({ as: "agent", path: `/contacts/${id}` });
    const toast = page.locator(".toast").filter({ hasText: /SVC-[0-9a-fA-F]+/ });
    await stage.withMissingTable("audit_entries", async () => {
      await page.getByRole("button", { name: "Block", exact: true }).click();
      await toast.waitFor();
    });
    page.expectError(/^500 POST \/api\/v1\/contacts\/\w+\/block$/);
    await toast.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Unblock", exact: true }).waitFor();
    assert.notEqual((await stage.tenant.api.get(`/api/v1/contacts/${id}`)).body.blockedAt, null);
    await page.context().close();
  });

  it("another filter starts with nothing selected, and rows loaded later are not selected", async () => {
    for (let n = 0; n < 60; n += 1) await contact({ name: `Chosen ${n}`, tags: [n < 55 ? "many" : "few"] });
    const page = await stage.open({ as: "agent", path: "/contacts?tag=many", size: { width: 1440, height: 500 } });
    await page.getByRole("row", { name: /Chosen 54/ }).waitFor();
    const bar = (n: number) => page.getByRole("toolbar", { name: `${n} selected` });
    await page.getByRole("checkbox", { name: "Select all rows" }).check({ force: true });
    await bar(50).waitFor();
    await page.locator("main .scroll.grow").evaluate((box) => (box.scrollTop = box.scrollHeight));
    await page.getByRole("row", { name: /Chosen 0/ }).waitFor();
    assert.equal(await bar(50).count(), 1, "those loaded later were not chosen");

    await page
      .getByRole("button", { name: /Tags$|Any tag|many/ })
      .first()
      .click();
    await page.getByRole("option", { name: "few", exact: true }).click();
    await page.getByRole("row", { name: /Chosen 59/ }).waitFor();
    await page.getByRole("row", { name: /Chosen 54/ }).waitFor({ state: "detached" });
    assert.equal(await page.getByRole("toolbar", { name: /selected/ }).count(), 0);
    await page.context().close();
  });

  it("without a conversation, Message starts one; with it, the contact cannot be deleted, but erased by those who may", async () => {
    const phone = "447700900654";
    const id = await contact({ name: "Nadia First", phone: `+${phone}` });
    assert.equal((await stage.tenant.api.post(`/api/v1/channels/${stage.channels.chatApp.id}/templates/sync`, {})).status, 200);
    const path = `/contacts/${id}`;
    const viewer = await stage.open({ as: "viewer", path });
    await viewer.getByRole("heading", { level: 1, name: "Nadia First" }).waitFor();
    await viewer.getByRole("complementary", { name: "Details" }).getByText("Nadia First").first().waitFor();
    assert.equal(await viewer.getByRole("button", { name: "Message", exact: true }).count(), 0);
    await viewer.context().close();

    const page = await stage.open({ as: "agent", path });
    await page.getByRole("button", { name: "Delete" }).waitFor();
    await page.getByRole("button", { name: "Message", exact: true }).waitFor();
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: "New conversation" });
    await dialog.getByText(`Starts with a template, to ${phone}`).waitFor();
    await dialog.getByRole("button", { name: "Send template" }).waitFor();
    for (const field of await dialog.getByRole("textbox").all()) await field.fill("Nadia");
    await page.axe();
    await page.shoot("contact-start");
    await dialog.getByRole("button", { name: "Send template" }).click();
    await page.waitForURL(/\/inbox\/all\/conv_/);
    await eventually("the template is sent", () => stage.t.simulator.sentTo(phone).length === 1);
    const conversation = page.url();
    await page.goto(`${stage.url}${path}`);
    await page.getByRole("button", { name: "Message", exact: true }).click();
    await page.waitForURL(conversation);
    await page.goto(`${stage.url}${path}`);
    await page.getByRole("button", { name: "Message", exact: true }).waitFor();
    for (const name of ["Delete", "Erase"]) assert.equal(await page.getByRole("button", { name }).count(), 0, name);
    await page.context().close();

    const admin = await stage.open({ as: "admin", path });
    await admin.getByRole("button", { name: "Erase" }).click();
    assert.equal(await admin.getByRole("button", { name: "Delete" }).count(), 0);
    const question = admin.getByRole("alertdialog", { name: "Erase Nadia First" });
    await question.getByText(/so it can only be erased together with them/).waitFor();
    await admin.axe();
    await admin.shoot("contact-erase");
    await question.getByRole("button", { name: "Erase" }).click();
    await admin.waitForURL(/\/contacts(?:\?|$)/);
    await eventually("nothing of her is left", async () => (await stage.tenant.api.get(`/api/v1${path}`)).status === 404);
    assert.deepEqual((await stage.read(`/conversations?contactId=${id}`)).data, []);
    await admin.context().close();
  });

  it("a contact with a ticket only cannot be deleted either", async () => {
    const id = await contact({ name: "Tom Ticket" });
    assert.equal((await stage.tenant.api.post("/api/v1/tickets", { subject: "A hole in the tent", contactId: id })).status, 200);
    const page = await stage.open({ as: "owner", path: `/contacts/${id}`, size: "phone", language: "ar" });
    await page.getByText("A hole in the tent").waitFor();
    await page.getByRole("button", { name: "محو" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "حذف", exact: true }).count(), 0);
    await page.axe();
    await page.shoot("contact-phone-ar");
    await page.context().close();
  });

  it("a viewer can change nothing", async () => {
    const id = await contact({ name: "To be read", phone: "+4915112340040", email: "read@example.com" });
    await contact({ name: "To be read as well", phone: "+4915112340041", email: "read@example.com" });
    const page = await stage.open({ as: "viewer", path: `/contacts/${id}` });
    await page.getByRole("heading", { level: 1, name: "To be read" }).waitFor();
    await page.goto(`${stage.url}/contacts`);
    await page.getByRole("row", { name: /To be read as well/ }).waitFor();
    for (const name of ["Import", "New contact", "Merge"])
      assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, name);
    await page.context().close();
  });
});
