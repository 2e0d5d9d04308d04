/** Text that was typed and deleted again is no edit: what a colleague changes afterwards is shown, and stays when the form is saved. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { holdRequest } from "./hold-request.ts";
import { showsValue } from "./shows-value.ts";
import { type Stage, startStage, withoutBrowser } from "./stage.ts";

describe("an edit that was taken back", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  it("leaves the form of the organization unchanged", async () => {
    const { api } = stage.tenant;
    const { name } = (await api.get("/api/v1/organization")).body;
    const page = await stage.open({ as: "owner", path: "/settings/general" });
    await page.getByRole("textbox", { name: /^Close resolved tickets after/ }).fill("9");
    const held = await holdRequest(page, "/organization", "PATCH");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await held.arrived;
    const field = page.getByRole("textbox", { name: /^Name/ });
    await field.fill("Typed");
    await field.fill(name);
    assert.equal((await api.patch("/api/v1/organization", { name: "Northwind" })).status, 200);
    // The response brings the colleague's change.
    await held.release();
    await page.getByText("Saved", { exact: true }).waitFor();
    assert.equal(await field.inputValue(), "Northwind");
    assert.equal((await api.get("/api/v1/organization")).body.name, "Northwind");
    await page.context().close();
  });

  it("leaves a landing page unchanged", async () => {
    const agency = await stage.t.tenant({ kind: "agency" });
    const owner = await stage.t.person(agency.id, { role: "owner" });
    const made = await agency.api.post("/api/v1/agencies/current/landing-pages", {
      ...{ title: "Trade counter", slug: "trade-counter", blocks: [{ type: "text", heading: "Wood", text: "Oak and ash." }] },
    });
    assert.equal(made.status, 200, made.text);
    const page = await stage.open({ as: owner, path: `/agency/pages/${made.body.id}` });
    const text = page.getByRole("textbox", { name: "Text" });
    await text.fill("Oak, ash and elm.");
    await page.getByRole("button", { name: "Save draft" }).waitFor();
    await text.fill("Oak and ash.");
    await page.getByRole("button", { name: "Save draft" }).waitFor({ state: "detached" });
    const blocks = [{ type: "text", heading: "Wood", text: "Beech." }];
    assert.equal((await agency.api.patch(`/api/v1/agencies/current/landing-pages/${made.body.id}`, { blocks })).status, 200);
    await page.reload();
    await text.waitFor();
    assert.equal(await text.inputValue(), "Beech.");
    await page.context().close();
  });

  it("leaves the draft of a broadcast unchanged", async () => {
    const made = await stage.tenant.api.post("/api/v1/broadcasts", {
      ...{ title: "Spring", channelId: stage.channels.photoSocial.id, messageContent: { text: "Spring is here." } },
      targetAudience: { all: true },
    });
    assert.equal(made.status, 200, made.text);
    const page = await stage.open({ as: "admin", path: `/broadcasts/${made.body.id}/edit` });
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("Summer");
    await page.getByText("Not saved yet, kept in this browser only").waitFor();
    await title.fill("Spring");
    await page.getByText("Not saved yet, kept in this browser only").waitFor({ state: "detached" });
    assert.equal((await stage.tenant.api.patch(`/api/v1/broadcasts/${made.body.id}`, { title: "Autumn" })).status, 200);
    await page.reload();
    await showsValue(title, "Autumn");
    await page.context().close();
  });
});
