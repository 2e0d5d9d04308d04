/** Tickets, pipelines and tags: their settings, and rare actions on one record; each effect is read back from the API. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page, Pipeline, Stage as PipelineStage, Tag, Ticket, TicketCategory, TicketField } from "@parley/sdk";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

describe("settings of tickets and sales", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const list = async <Of>(path: string) => (await stage.read<Page<Of>>(path)).data;
  const open = (part: string, as: "owner" | "viewer" = "owner") => stage.open({ as, path: `/settings/${part}` });

  it("a ticket category and a ticket field: created, an error at the field, deleted", async () => {
    const page = await open("ticket-categories");
    await page.getByText("No categories yet").waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Repair");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("row", { name: /Repair/ }).waitFor();
    assert.deepEqual(
      (await list<TicketCategory>("/ticket-categories")).map(({ name, description }) => [name, description]),
      [["Repair", null]],
    );
    await page.keyboard.press("c");
    await dialog.getByRole("textbox", { name: "Name" }).fill("x".repeat(101));
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.waitForFunction(() => document.querySelector('[name="name"]')?.getAttribute("aria-invalid") === "true");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Ticket fields" }).click();
    await page.getByText("No fields yet").waitFor();
    await page.keyboard.press("c");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Serial number");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /Serial number/ }).waitFor();
    assert.deepEqual(
      (await list<TicketField>("/ticket-fields")).map(({ key, type }) => [key, type]),
      [["serialNumber", "text"]],
    );
    await page.axe({ without: ["[data-live-announcer]"] });
    await page.shoot("settings-ticket-fields");
    await page.getByRole("button", { name: "Delete Serial number" }).click();
    const gone = page.waitForResponse((response) => response.request().method() === "DELETE" && response.ok());
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await gone;
    await page.getByText("No fields yet").waitFor();
    assert.deepEqual(await list("/ticket-fields"), []);
    await page.context().close();
  });

  it("a pipeline: a stage is added, moved, and deleted after moving its deals", async () => {
    const page = await open("pipelines");
    await page.getByRole("button", { name: "New pipeline" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Repairs");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const section = page.getByRole("region", { name: "Stages of Repairs" });
    await section.getByRole("row", { name: /Negotiation/ }).waitFor();
    await section.getByRole("button", { name: "New stage in Repairs" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Inspected");
    await dialog.getByRole("textbox", { name: "Probability of winning" }).fill("35");
    await dialog.getByRole("button", { name: "Save" }).click();
    await section.getByRole("row", { name: /Inspected/ }).waitFor();
    const stagesNow = async () => (await list<Pipeline>("/pipelines")).find(({ name }) => name === "Repairs")?.stages ?? [];
    const names = async () => (await stagesNow()).map(({ name }) => name);
    assert.deepEqual(await names(), ["New", "Qualified", "Proposal", "Negotiation", "Inspected", "Won", "Lost"]);
    const moved = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
    await section.getByRole("button", { name: "Move Inspected up" }).click();
    await moved;
    assert.deepEqual(await names(), ["New", "Qualified", "Proposal", "Inspected", "Negotiation", "Won", "Lost"]);
    const stages = await stagesNow();
    const named = (wanted: string) => stages.find(({ name }) => name === wanted) as PipelineStage;
    const inspected = named("Inspected");
    assert.equal(inspected.winProbability, 35);

    const contact = await stage.tenant.api.post("/api/v1/contacts", { name: "Ana" });
    const deal = await stage.tenant.api.post("/api/v1/deals", { title: "Pump", contactId: contact.body.id, stageId: inspected.id });
    assert.equal(deal.status, 200);
    await page.axe({ without: ["[data-live-announcer]"] });
    await page.shoot("settings-pipelines");
    await section.getByRole("button", { name: "Delete Inspected" }).click();
    const asks = page.getByRole("alertdialog");
    await asks.getByRole("button", { name: "Delete" }).click();
    // The server refuses, because its deal needs a stage.
    await asks.getByRole("alert").waitFor();
    await asks.getByRole("button", { name: /Its deals and contacts move to$/ }).click();
    await page.getByRole("option", { name: "Qualified", exact: true }).click();
    await asks.getByRole("button", { name: "Delete" }).click();
    await asks.waitFor({ state: "detached" });
    assert.equal((await stage.read<{ stageId: string }>(`/deals/${deal.body.id}`)).stageId, named("Qualified").id);
    assert.deepEqual(await names(), ["New", "Qualified", "Proposal", "Negotiation", "Won", "Lost"]);
    await page.context().close();
  });

  it("a tag: renamed on all contacts, merged with another, removed", async () => {
    for (const [name, tags] of [
      ["Rosa", ["vip", "Vip"]],
      ["Ivo", ["vip"]],
      ["Una", ["partner"]],
    ] as const)
      assert.equal((await stage.tenant.api.post("/api/v1/contacts", { name, tags })).status, 200);
    const page = await open("tags");
    const tags = async () => (await list<Tag>("/contacts/tags")).map(({ name, contacts }) => `${name} ${contacts}`).sort();
    await page.getByRole("button", { name: "Edit partner" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("reseller");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /reseller/ }).waitFor();
    assert.deepEqual(await tags(), ["Vip 1", "reseller 1", "vip 2"]);
    for (const name of ["Vip", "vip"])
      await page
        .getByRole("row", { name: new RegExp(`^(Select )?${name}`) })
        .getByRole("checkbox")
        .press("Space");
    await page.getByRole("button", { name: "Merge" }).click();
    await dialog.getByRole("textbox", { name: "Into" }).fill("vip");
    await page.axe({ without: ["[data-live-announcer]"] });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(await tags(), ["reseller 1", "vip 2"]);
    await page.shoot("settings-tags");
    await page.getByRole("button", { name: "Delete reseller" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    assert.deepEqual(await tags(), ["vip 2"]);
    await page.context().close();
  });

  it("a closed ticket is followed up, a ticket and a contact are deleted", async () => {
    const { api } = stage.tenant;
    const { body: ticket } = await api.post("/api/v1/tickets", { subject: "Broken zip" });
    for (const status of ["resolved", "closed"]) assert.equal((await api.patch(`/api/v1/tickets/${ticket.id}`, { status })).status, 200);
    const page = await stage.open({ as: "owner", path: `/tickets/${ticket.id}` });
    const more = page.getByRole("region", { name: "Broken zip" }).getByRole("button", { name: "More" });
    await more.click();
    await page.getByRole("menuitem", { name: "Create follow-up ticket" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(ticket.id));
    const made = page.url().split("/").at(-1)?.split("?")[0];
    assert.equal((await stage.read<Ticket>(`/tickets/${made}`)).followUpOfId, ticket.id);
    await more.click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/tickets(?:\?|$)/);
    assert.equal((await api.get(`/api/v1/tickets/${made}`)).status, 404);

    const { body: contact } = await api.post("/api/v1/contacts", { name: "Otto" });
    await page.goto(`${stage.url}/contacts/${contact.id}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/contacts(?:\?|$)/);
    assert.equal((await api.get(`/api/v1/contacts/${contact.id}`)).status, 404);
    await page.context().close();
  });

  it("a viewer can see them but change nothing", async () => {
    const page = await open("pipelines", "viewer");
    await page.getByRole("region", { name: "Stages of Repairs" }).waitFor();
    for (const name of ["New pipeline", "New stage in Repairs", "Edit Repairs"])
      assert.equal(await page.getByRole("button", { name }).count(), 0, name);
    await page.context().close();
  });
});
