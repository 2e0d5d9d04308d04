/** Two people change a price, or what an agency agrees with a client: saving leaves what the other has changed meanwhile. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestPerson, TestTenant } from "@parley/server/test/harness.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "./stage.ts";

describe("two people change prices and terms at the same time", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let agency: TestTenant;
  let owner: TestPerson;
  let client: string;
  before(async () => {
    stage = await startStage();
    agency = await stage.t.tenant({ kind: "agency" });
    owner = await stage.t.person(agency.id, { role: "owner" });
    const made = await agency.api.post("/api/v1/agencies/current/clients", { name: "Tidepool Home", ownerEmail: "ines@tidepool.example" });
    assert.equal(made.status, 200, made.text);
    client = `/api/v1/agencies/current/clients/${made.body.id}`;
  });
  after(() => stage?.stop());

  /** Saves the only dialog. @returns the body sent */
  async function save(page: StagePage): Promise<unknown> {
    const dialog = page.getByRole("dialog");
    const sent = page.waitForRequest((request) => ["PATCH", "PUT"].includes(request.method()));
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    return (await sent).postDataJSON();
  }
  async function change(tenant: TestTenant, method: "patch" | "put", path: string, body: object) {
    const response = await tenant.api[method](path, body);
    assert.equal(response.status, 200, response.text);
  }
  async function openClient(): Promise<StagePage> {
    const page = await stage.open({ as: owner, path: "/agency/clients" });
    await page.getByRole("row", { name: /Tidepool Home/ }).click();
    await page.getByRole("complementary", { name: "Tidepool Home" }).waitFor();
    return page;
  }

  it("the description of a price: its cost is the colleague's", async () => {
    const platform = await stage.t.tenant({ kind: "platform" });
    const petra = await stage.t.person(platform.id, { role: "owner", platformAdmin: true });
    const path = "/api/v1/admin/billing/pricing";
    const { body: price } = await platform.api.post(path, { modelName: "large-chat", costPerRequest: 0.01 });
    const page = await stage.open({ as: petra, path: "/admin/prices" });
    await page.getByRole("button", { name: "Edit large-chat" }).click();
    await page
      .getByRole("dialog")
      .getByRole("textbox", { name: /^Description/ })
      .fill("Long answers");
    await change(platform, "put", `${path}/${price.id}`, { costPerRequest: 0.02 });
    // The API requires the cost with every change.
    assert.deepEqual(await save(page), { costPerRequest: 0.02, description: "Long answers" });
    const [now] = (await platform.api.get(path)).body.data;
    assert.deepEqual([now.costPerRequest, now.description], [0.02, "Long answers"]);
    await page.context().close();
  });

  it("the markup of a client: who pays is the colleague's decision", async () => {
    const page = await openClient();
    await page.getByRole("button", { name: "Change terms" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Your markup" }).fill("25");
    await change(agency, "put", `${client}/billing`, { mode: "agency_pays" });
    assert.deepEqual(await save(page), { markupPercent: 25 });
    const { mode, markupPercent } = (await agency.api.get(`${client}/billing`)).body;
    assert.deepEqual([mode, markupPercent], ["agency_pays", 25]);
    await page.context().close();
  });

  it("a limit of a client: the others are the colleague's", async () => {
    const page = await openClient();
    await page.getByRole("button", { name: "Change limits" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Seats" }).fill("3");
    await change(agency, "put", `${client}/entitlements`, { contacts: 500 });
    assert.deepEqual(await save(page), { seats: 3 });
    const { seats, contacts } = (await agency.api.get(`${client}/entitlements`)).body.entitlements;
    assert.deepEqual([seats.limit, contacts.limit], [3, 500]);
    await page.context().close();
  });

  it("the details of an agency", async () => {
    const page = await stage.open({ as: owner, path: "/agency/clients" });
    await page.getByRole("button", { name: "Agency details" }).click();
    await page.getByRole("dialog").getByLabel("Website").fill("https://brightwater.example");
    await change(agency, "patch", "/api/v1/agencies/current", { contactEmail: "hello@brightwater.example" });
    assert.deepEqual(await save(page), { website: "https://brightwater.example" });
    const { contactEmail, website } = (await agency.api.get("/api/v1/agencies/current")).body;
    assert.deepEqual([contactEmail, website], ["hello@brightwater.example", "https://brightwater.example"]);
    await page.context().close();
  });
});
