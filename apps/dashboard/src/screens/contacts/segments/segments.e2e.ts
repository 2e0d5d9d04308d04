/** Segments: created from a filter, counted while editing, opened, renamed, deleted. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Stage, startStage, withoutBrowser } from "../../../../test/stage.ts";

describe("segments", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
    for (const [name, tags] of [
      ["Vera Vip", ["vip"]],
      ["Victor Vip", ["vip", "trade"]],
      ["Nils Nobody", []],
    ] as const)
      assert.equal((await stage.tenant.api.post("/api/v1/contacts", { name, tags })).status, 200);
  });
  after(() => stage?.stop());

  it("is created from the filters of the contacts, narrowed with a live count, opened, renamed and deleted", async () => {
    const page = await stage.open({ as: "agent", path: "/contacts?tag=vip" });
    const grid = page.getByRole("grid", { name: "Contacts" });
    await grid.getByText("Victor Vip").waitFor();
    await page.getByRole("button", { name: "Save as segment" }).click();
    const dialog = page.getByRole("dialog", { name: "New segment" });
    await dialog.getByRole("status").getByText("2 contacts").waitFor();
    await dialog.getByRole("button", { name: "Add a rule" }).click();
    await dialog.getByText("Complete the rules to see who matches").waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Create segment" }).isDisabled(), true);
    await dialog.getByRole("group", { name: "Rule 2" }).getByRole("textbox", { name: "Value" }).fill("Victor");
    await dialog.getByRole("status").getByText("1 contact", { exact: true }).waitFor();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Important");
    await page.axe();
    await page.shoot("segment-dialog");
    await dialog.getByRole("button", { name: "Create segment" }).click();
    await page.waitForURL(/segment=seg_/);
    await grid.getByText("Vera Vip").waitFor({ state: "detached" });
    await grid.getByText("Victor Vip").waitFor();
    // For some seconds, the library's announcements for screen readers still refer to the closed dialog.
    await page.axe({ without: ["[data-live-announcer]"] });
    await page.shoot("segment-contacts");
    const { body } = await stage.tenant.api.get("/api/v1/segments");
    assert.deepEqual(body.data[0].rules, {
      match: "all",
      rules: [
        { field: "tags", op: "has_any", value: ["vip"] },
        { field: "name", op: "contains", value: "Victor" },
      ],
    });

    await page.getByRole("link", { name: "Segments" }).click();
    const row = page.getByRole("row", { name: /Important/ });
    await row.getByText("1", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Edit Important" }).click();
    const edit = page.getByRole("dialog", { name: "Edit Important" });
    await edit.getByRole("textbox", { name: "Name" }).fill("Most important");
    await edit.getByRole("button", { name: "Save" }).click();
    const renamed = page.getByRole("row", { name: /Most important/ });
    await renamed.waitFor();
    await page.axe({ without: ["[data-live-announcer]"] });
    await page.shoot("segments");
    await renamed.getByRole("button", { name: "Delete Most important" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No segments yet").waitFor();
    assert.equal((await stage.tenant.api.get("/api/v1/segments")).body.data.length, 0);
    await page.context().close();
  });

  it("keeps rules that the form cannot show", async () => {
    const rules = {
      match: "any",
      rules: [
        { field: "tags", op: "has_any", value: ["trade"] },
        {
          match: "all",
          rules: [
            { field: "name", op: "contains", value: "Nils" },
            { field: "blocked", op: "eq", value: false },
          ],
        },
      ],
      exclude: { match: "all", rules: [{ field: "optIn", op: "eq", value: "opted_out" }] },
    };
    const made = await stage.tenant.api.post("/api/v1/segments", { name: "By the API", rules });
    assert.equal(made.status, 200, made.text);
    const page = await stage.open({ as: "agent", path: "/contacts/segments", size: "phone" });
    await page.getByRole("button", { name: "Edit By the API" }).click();
    const edit = page.getByRole("dialog", { name: "Edit By the API" });
    await edit.getByText("A group of 2 rules, created with the API").waitFor();
    await edit.getByRole("status").getByText("2 contacts").waitFor();
    await edit.getByRole("textbox", { name: "Description" }).fill("Of both kinds");
    await page.axe();
    await page.shoot("segment-dialog-phone");
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.waitFor({ state: "detached" });
    const { body } = await stage.tenant.api.get(`/api/v1/segments/${made.body.id}`);
    assert.deepEqual([body.description, body.rules], ["Of both kinds", rules]);
    await page.context().close();
  });

  it("a viewer can open segments but not change them", async () => {
    const page = await stage.open({ as: "viewer", path: "/contacts/segments" });
    await page.getByRole("row", { name: /By the API/ }).waitFor();
    assert.equal(await page.getByRole("button", { name: "New segment" }).count(), 0);
    assert.equal(await page.getByRole("button", { name: /^Edit/ }).count(), 0);
    await page.getByRole("row", { name: /By the API/ }).click();
    await page.waitForURL(/segment=seg_/);
    await page.getByRole("grid", { name: "Contacts" }).getByText("Nils Nobody").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Edit/ }).count(), 0);
    await page.context().close();
  });
});
