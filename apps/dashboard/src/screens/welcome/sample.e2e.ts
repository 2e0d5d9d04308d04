/** Sample data: offered to an empty organization, present after its command, and 500 of its customers get one broadcast. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { wholeList } from "@parley/server/test/inbox.ts";
import { type TestPerson, type TestTenant, verifyToken } from "@parley/server/test/harness.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

const recipients = 500;
const number = { phoneNumberId: "100000000000500", businessAccountId: "200000000000500", accessToken: "chat-of-the-sample" };
const template = { name: "seasonal_offer", language: "en", category: "MARKETING", status: "APPROVED" };
/** Longer than in other tests: every consumer of the log reads the sample's 25,000 messages. */
const longMs = 300_000;

describe("sample data", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let shop: TestTenant;
  let owner: TestPerson;
  let page: StagePage;
  const read = async (path: string) => (await shop.api.get(`/api/v1${path}`)).body;
  before(async () => {
    stage = await startStage();
    shop = await stage.t.tenant();
    owner = await stage.t.person(shop.id, { role: "owner", name: "Olga Owner" });
  });
  after(() => stage?.stop());

  it("is offered to the person who sets up an empty organization, and to nobody else", async () => {
    const agent = await stage.open({ as: await stage.t.person(shop.id, { role: "agent" }), path: "/welcome" });
    await agent.locator(".step").first().waitFor();
    assert.equal(await agent.getByRole("region", { name: "Explore with sample data" }).count(), 0);
    await agent.context().close();
    // An organization with its own channels cannot take it.
    const elsewhere = await stage.open({ as: "owner", path: "/welcome" });
    await elsewhere.locator(".step").first().waitFor();
    assert.equal((await stage.people.owner.api.get("/api/v1/organization/sample-data")).body.refusal, "channel_connected");
    assert.equal(await elsewhere.getByRole("region", { name: "Explore with sample data" }).count(), 0);
    await elsewhere.context().close();

    page = await stage.open({ as: owner, path: "/welcome", permissions: ["clipboard-read", "clipboard-write"] });
    const offer = page.getByRole("region", { name: "Explore with sample data" });
    await offer.getByRole("button", { name: "Copy Command for the sample data" }).click();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(command, (await read("/organization/sample-data")).command);
    assert.match(command, /^npx parley sample create --tenant org_[0-9a-f]{32}$/);
    await page.axe();
    await page.shoot("welcome-sample");
    await page.setAppearance({ size: "phone", theme: "dark" });
    await page.axe();
    await page.shoot("welcome-sample-phone");
    await page.setAppearance({ size: "desktop", theme: "light" });
  });

  it("is present once the command has run: contacts, conversations, broadcast results; the offer disappears by itself", async () => {
    const made = await stage.t.app.sampleData.add(shop.id, { force: false });
    assert.equal(made.customers, 2_000);
    stage.advance(0);
    await page.getByRole("region", { name: "Explore with sample data" }).waitFor({ state: "detached", timeout: longMs });
    assert.deepEqual(await read("/organization/sample-data"), { command: null, refusal: "already_added" });
    assert.equal((await read("/contacts?limit=100")).data.length, 100);
    assert.equal((await read("/conversations?status=resolved&limit=100")).data.length, 100);
    // The number of open ones depends on the time of day.
    assert.ok((await read("/conversations?status=open&limit=100")).data.length > 0);
    await page.goto(`${stage.url}/contacts`);
    await page.locator("main [role=row]").nth(10).waitFor();
    await page.goto(`${stage.url}/inbox/all`);
    await page.locator(".conversation").first().waitFor();
    const sent = (await read("/broadcasts?status=completed")).data.find(({ title }: { title: string }) => title === "New boots are here");
    const { counts } = await read(`/broadcasts/${sent.id}/stats`);
    assert.ok(counts.recipients > 300 && counts.replied > 0, JSON.stringify(counts));
    await page.goto(`${stage.url}/broadcasts/${sent.id}`);
    await page
      .getByRole("region", { name: "Results" })
      .getByText(new Intl.NumberFormat("en-GB").format(counts.replied), { exact: true })
      .first()
      .waitFor();
    await page.shoot("sample-broadcast");
  });

  it("a broadcast to 500 of its customers is paused, resumed, and its failures retried: each customer gets it once", async () => {
    stage.t.simulator.registerNumber({
      ...number,
      displayPhoneNumber: "15550100500",
      verifiedName: "Northwind Outdoor",
      callbackUrl: `${stage.url}/callbacks/chat-app`,
      templates: [{ ...template, components: [{ type: "BODY", text: "Hi {{1}}, until Sunday you get {{2}} off all jackets." }] }],
    } as Parameters<typeof stage.t.simulator.registerNumber>[0]);
    const connected = await shop.api.post("/api/v1/channels", {
      ...{ kind: "chat_app", name: "Live number" },
      config: { ...number, appSecret: "of-the-sample", verifyToken },
    });
    assert.equal(connected.body.status, "Connected", connected.text);
    await shop.api.post(`/api/v1/channels/${connected.body.id}/templates/sync`, {});

    // 500 of those who have opted in, by a tag.
    const chosen: { id: string; phone: string }[] = [];
    for (const one of await wholeList(shop.api, "/api/v1/contacts?optIn=opted_in&limit=100"))
      if (one.phone !== null && chosen.length < recipients) chosen.push(one);
    assert.equal(chosen.length, recipients, "the sample has enough of them");
    for (let from = 0; from < recipients; from += 100) {
      const ids = chosen.slice(from, from + 100).map(({ id }) => id);
      const tagged = await shop.api.post("/api/v1/contacts/bulk", { ids, addTags: ["spring"] });
      assert.equal(tagged.body.failed ?? 0, 0, tagged.text);
    }
    const unlucky = (chosen[123] as { phone: string }).phone.slice(1);
    stage.t.simulator.faults.forRecipient(unlucky, { kind: "error", code: 131026 }, 1);

    await page.goto(`${stage.url}/broadcasts/new`);
    await page.getByRole("textbox", { name: "Title" }).fill("Spring");
    const audience = page.getByRole("region", { name: "Audience" });
    const value = audience.getByRole("group", { name: "Rule 1" }).getByRole("combobox", { name: "Value" });
    await value.fill("spring");
    await value.press("Enter");
    await audience.getByRole("status").getByText("500", { exact: true }).first().waitFor();
    const message = page.getByRole("region", { name: "Message" });
    await message.getByRole("button", { name: /From/ }).click();
    await page.getByRole("option", { name: /Live number/ }).click();
    await message.getByRole("combobox", { name: "Template" }).fill("seasonal_offer");
    await page.getByRole("option", { name: "seasonal_offer · en", exact: true }).click();
    await message.getByRole("group", { name: "Variable 2" }).getByRole("textbox", { name: "Text" }).fill("20 %");
    await page.getByRole("textbox", { name: "Pace" }).fill("600");
    await page.getByRole("textbox", { name: "Pace" }).blur();
    await page.getByRole("button", { name: "Send 500 messages" }).click();
    await page.getByRole("button", { name: "Back to draft" }).waitFor();
    const id = page.url().match(/brd_[0-9a-f]+/)?.[0] ?? "";
    const broadcast = () => read(`/broadcasts/${id}`);
    const taken = () =>
      stage.t.simulator.calls.filter(({ phoneNumberId, messageId }) => phoneNumberId === number.phoneNumberId && messageId !== undefined);

    stage.advance(11_000);
    await eventually("some are sent", () => taken().length >= 20, longMs);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText("Somebody paused it").waitFor();
    assert.deepEqual([(await broadcast()).status, (await broadcast()).pauseReason], ["paused", "requested"]);
    // What was being sent has its outcome; the rest waits, however much time passes.
    await eventually("none is being sent", async () => (await broadcast()).counts.sending === 0 || null, longMs);
    const before = taken().length;
    assert.ok(before < recipients, `${before} of them were sent when it was paused`);
    stage.advance(120_000);
    await page.reload();
    await page.getByRole("button", { name: "Resume", exact: true }).waitFor();
    assert.deepEqual(
      [taken().length, (await broadcast()).counts.pending],
      [before, recipients - before - (await broadcast()).counts.failed],
    );
    await page.shoot("sample-broadcast-paused");
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await eventually(
      "the broadcast ends",
      async () => {
        stage.advance(10_000);
        return (await broadcast()).status === "completed" || null;
      },
      longMs,
    );
    const failures = page.getByRole("region", { name: "Why messages failed" });
    await failures.getByRole("button", { name: "Retry 1" }).click();
    await failures.getByText("Nothing failed.").waitFor({ timeout: longMs });
    // Failed messages wait at first, and are then sent.
    await eventually("it has ended again", async () => (await broadcast()).status === "completed" || null, longMs);
    await page.getByText("completed", { exact: true }).first().waitFor();
    await page.shoot("sample-broadcast-sent");

    const outcomes = (await wholeList(shop.api, `/api/v1/broadcasts/${id}/recipients?limit=100`)).map(
      ({ status }: { status: string }) => status,
    );
    assert.equal(outcomes.length, recipients);
    assert.deepEqual(
      [...new Set(outcomes)].filter((status) => !["sent", "delivered", "read", "replied"].includes(status)),
      [],
    );
    for (const { phone } of chosen) assert.equal(stage.t.simulator.sentTo(phone.slice(1)).length, 1, phone);
    assert.equal(taken().length, recipients);
    assert.deepEqual(stage.t.simulator.doubleSends(), []);
    await page.context().close();
  });
});
