/** The other screens with the keyboard alone: contacts, tickets, deals, channels, keys and webhooks. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { verifyToken } from "@parley/server/test/harness.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../stage.ts";
import { keyboardOf } from "./page-keyboard.ts";

describe("the other screens with the keyboard alone", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const make = async (path: string, body: object) => {
    const made = await stage.tenant.api.post(`/api/v1${path}`, body);
    assert.equal(made.status, 200, made.text);
    return made.body.id as string;
  };
  const isAt = (page: StagePage, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

  it("imports contacts from a file and maps its columns", async () => {
    const csv = "Name,Phone,Groups\nPerson One,+4915120000001,vip\nPerson Two,+4915120000002,vip\n";
    const page = await stage.open({ as: "admin", path: "/contacts" });
    const hands = keyboardOf(page);
    await isAt(page, "Contacts");
    await hands.activate("the button that imports", page.getByRole("button", { name: "Import", exact: true }));
    const dialog = page.getByRole("dialog", { name: "Import" });
    // The file chooser belongs to the operating system, not to the page.
    const chooser = page.waitForEvent("filechooser");
    await hands.activate("the button that asks for a file", dialog.getByRole("button", { name: "Choose files" }));
    await (await chooser).setFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await dialog.getByText("people.csv").waitFor();
    await hands.focusIsSeen("a file is chosen");
    await hands.choose("the column Groups", dialog.getByRole("button", { name: /Groups$/ }), "Tags");
    await dialog.getByText("2 new contacts", { exact: false }).waitFor();
    await hands.activate("the button that begins", dialog.getByRole("button", { name: "Import 2 rows" }));
    const done = dialog.getByRole("button", { name: "Close", exact: true }).last();
    await dialog.getByText("2 new contacts", { exact: false }).waitFor();
    await hands.focusIsSeen("imported");
    await hands.activate("the button that closes", done);
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("row", { name: /Person Two/ }).waitFor();
    await hands.focusIsSeen("back in the list");
    const { data } = await stage.read("/contacts?tag=vip");
    assert.deepEqual(data.map(({ name }: { name: string }) => name).sort(), ["Person One", "Person Two"]);
    await page.context().close();
  });

  it("finds two contacts, merges them and undoes it", async () => {
    const kept = await make("/contacts", { name: "Mara Lind", phone: "+4915112340020", email: "mara@example.com" });
    const other = await make("/contacts", { name: "M. Lind", phone: "+4915112340021", email: "mara@example.com" });
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const hands = keyboardOf(page);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await hands.palette("Mara Lind", /^Mara Lind/);
    await page.waitForURL(new RegExp(kept));
    const box = page.getByRole("region", { name: "Possible duplicate" });
    await box.getByText("M. Lind").waitFor();
    await hands.focusIsSeen("a contact");
    await hands.activate("the button that merges", box.getByRole("button", { name: "Merge" }));
    await box.waitFor({ state: "detached" });
    const merges = async () =>
      (await stage.read(`/contacts/${kept}/merges`)).data.filter(({ undoneAt }: { undoneAt: unknown }) => undoneAt === null);
    assert.equal((await merges()).length, 1);
    await hands.focusIsSeen("merged");
    await hands.press("Control+z");
    await box.getByText("M. Lind").waitFor();
    assert.equal((await merges()).length, 0);
    assert.equal((await stage.read(`/contacts/${other}`)).phone, "+4915112340021");
    await hands.focusIsSeen("taken apart");
    await page.context().close();
  });

  it("creates a ticket and moves a deal to the next stage", async () => {
    const [from, to] = (await stage.read("/pipelines")).data[0].stages;
    const contactId = await make("/contacts", { name: "Jonas Weber", phone: "+4915112340010" });
    const dealId = await make("/deals", { title: "Oak desks", contactId, stageId: from.id, amount: 900, currency: "EUR" });
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const hands = keyboardOf(page);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await hands.press("g", "t");
    await isAt(page, "Tickets");
    await hands.press("c");
    const form = page.getByRole("dialog");
    await hands.fill("the subject", form.getByLabel("Subject"), "The drawer sticks");
    await hands.press("Enter");
    await form.waitFor({ state: "detached" });
    await eventually("the ticket is there", async () => (await stage.read("/tickets")).data[0]?.subject === "The drawer sticks");
    await hands.focusIsSeen("a ticket made");

    await hands.press("g", "p");
    await isAt(page, "Pipeline");
    const lane = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}, `) });
    const card = lane(from.name).getByRole("row", { name: "Oak desks" });
    await card.waitFor();
    await hands.focusIsSeen("the pipeline");
    await hands.tabTo("the card", card);
    await hands.arrowTo("its grip", page.getByRole("button", { name: "Move Oak desks" }), "ArrowRight");
    await hands.press("Enter");
    await hands.tabTo(`a place in the lane ${to.name}`, lane(to.name).locator("*"));
    await hands.press("Enter");
    const moved = lane(to.name).getByRole("row", { name: "Oak desks" });
    await moved.waitFor();
    await eventually("the server has it there", async () => (await stage.read(`/deals/${dealId}`)).stageId === to.id);
    await moved.and(page.locator(":focus")).waitFor();
    await page.context().close();
  });

  it("connects a channel", async () => {
    const number = { phoneNumberId: "100200300400500", businessAccountId: "200300400500600", accessToken: "token-of-the-second-number" };
    stage.t.simulator.registerNumber({ ...number, displayPhoneNumber: "15550100200", callbackUrl: `${stage.url}/callbacks/chat-app` });
    const page = await stage.open({ as: "admin", path: "/channels" });
    const hands = keyboardOf(page);
    await page.getByRole("region", { name: "Support" }).waitFor();
    await hands.press("c");
    const dialog = page.getByRole("dialog", { name: "Connect a channel" });
    await hands.tabTo("the kinds", dialog.getByRole("radio"));
    const kind = dialog.getByRole("radio", { name: /^Chat app/ });
    await hands.press("Space");
    await hands.arrowTo("the chat app", kind);
    assert.equal(await kind.isChecked(), true);
    await hands.tabTo("the ways", dialog.getByRole("radio", { name: /^Sign in on the platform/ }));
    const way = dialog.getByRole("radio", { name: /^Enter credentials/ });
    await hands.arrowTo("the credentials", way);
    assert.equal(await way.isChecked(), true);
    for (const [label, text] of [
      ["Name", "Second number"],
      ["Phone number ID", number.phoneNumberId],
      ["Business account ID", number.businessAccountId],
      ["Access token", number.accessToken],
      ["App secret", "own-secret"],
      ["Verify token", verifyToken],
    ] as const)
      await hands.fill(label, dialog.getByLabel(label, { exact: false }).first(), text);
    await hands.press("Enter");
    await dialog.waitFor({ state: "detached" });
    const drawer = page.getByRole("dialog", { name: "Second number" });
    await drawer.getByRole("region", { name: "Health" }).getByRole("listitem").first().waitFor();
    await hands.focusIsSeen("a channel connected");
    await hands.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await hands.focusIsSeen("its drawer closed");
    const made = (await stage.read("/channels")).data.find(({ name }: { name: string }) => name === "Second number");
    assert.equal(made.status, "Connected");
    await page.context().close();
  });

  it("creates an API key and a webhook", async () => {
    const receiver = await stage.receiver();
    const page = await stage.open({ as: "owner", path: "/developers/keys" });
    const hands = keyboardOf(page);
    await page.getByRole("row", { name: /test/ }).first().waitFor();
    await hands.press("c");
    const keyForm = page.getByRole("dialog", { name: "New key" });
    await hands.fill("its name", keyForm.getByLabel("Name"), "Warehouse");
    await hands.tabTo("a task", keyForm.getByRole("checkbox", { name: "Manage contacts" }));
    await hands.press("Space");
    await hands.activate("the button that makes it", keyForm.getByRole("button", { name: "Create key" }));
    const secret = page.getByRole("region", { name: "New key: Warehouse" });
    const key = (await secret.getByRole("button", { name: /^Copy/ }).textContent())?.trim() ?? "";
    await keyForm.waitFor({ state: "detached" });
    await hands.focusIsSeen("a key made");
    await hands.activate("the button of the secret", secret.getByRole("button", { name: "I have saved it" }));
    await secret.waitFor({ state: "detached" });
    await hands.focusIsSeen("the key is taken");
    const used = await stage.t.api(key).post("/api/v1/contacts", { name: "From the warehouse", phone: "+4915112340001" });
    assert.equal(used.status, 200, used.text);

    await hands.activate("the webhooks", page.getByRole("link", { name: "Webhooks" }));
    await page.getByText("No webhooks yet").waitFor();
    await hands.press("c");
    const form = page.getByRole("dialog", { name: "New webhook" });
    await hands.fill("the address", form.getByLabel("URL"), `${receiver.url}/hook`);
    await hands.press("Enter");
    await form.waitFor({ state: "detached" });
    await hands.focusIsSeen("a webhook made");
    const signing = page.getByRole("region", { name: "Signing secret" });
    await hands.activate("the button of its secret", signing.getByRole("button", { name: "I have saved it" }));
    await isAt(page, `${receiver.url}/hook`);
    await hands.focusIsSeen("the webhook");
    assert.equal((await stage.read("/webhooks")).data[0].url, `${receiver.url}/hook`);
    await page.context().close();
  });
});
