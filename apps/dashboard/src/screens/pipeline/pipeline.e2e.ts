/** Deals on their board, moved without a mouse. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

interface StageOfPipeline {
  id: string;
  name: string;
  kind: "open" | "won" | "lost";
}

describe("the pipeline", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let stages: StageOfPipeline[];
  let contactId: string;
  before(async () => {
    stage = await startStage();
    const { body } = await stage.tenant.api.get("/api/v1/pipelines");
    stages = body.data.find(({ isDefault }: { isDefault: boolean }) => isDefault).stages;
    contactId = (await stage.tenant.api.post("/api/v1/contacts", { name: "Jonas Weber", phone: "+4915112340010" })).body.id;
  });
  after(() => stage?.stop());

  const newDeal = async (title: string, stageId = stages[0]?.id) => {
    const made = await stage.tenant.api.post("/api/v1/deals", { title, contactId, stageId, amount: 1200, currency: "EUR" });
    assert.equal(made.status, 200, made.text);
    return made.body.id as string;
  };
  const stageOf = async (dealId: string) => (await stage.tenant.api.get(`/api/v1/deals/${dealId}`)).body.stageId as string;

  it("a deal is lifted by its handle, moved to the next lane and dropped by keyboard, and keeps the focus", async () => {
    const dealId = await newDeal("Twelve oak desks");
    const page = await stage.open({ as: "agent", path: "/pipeline" });
    const [from, to] = stages as [StageOfPipeline, StageOfPipeline];
    const lane = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}, `) });
    const card = lane(from.name).getByRole("row", { name: "Twelve oak desks" });
    // The contact is loaded after the card is drawn.
    await card.getByText("Jonas Weber").waitFor();
    await card.focus();
    await page.getByRole("button", { name: "Move Twelve oak desks" }).focus();
    await page.keyboard.press("Enter");
    // Tab moves to the next drop position.
    await eventually(`the focus is in the lane ${to.name}`, async () => {
      const there = await page.evaluate(() => document.activeElement?.closest("section.lane")?.getAttribute("aria-label") ?? "");
      if (there.startsWith(`${to.name},`)) return true;
      await page.keyboard.press("Tab");
      return false;
    });
    await page.keyboard.press("Enter");
    const moved = lane(to.name).getByRole("row", { name: "Twelve oak desks" });
    await moved.waitFor();
    await card.waitFor({ state: "detached" });
    await eventually("the server has it there", async () => (await stageOf(dealId)) === to.id);
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "BODY", "the focus is lost");
    await page.axe();
    await page.context().close();
  });

  it("a deal is marked as lost in its card's menu, with a reason, and a colleague sees it without a reload", async () => {
    const dealId = await newDeal("A shelf");
    const [page, colleague] = await Promise.all([
      stage.open({ as: "agent", path: "/pipeline" }),
      stage.open({ as: "supervisor", path: "/pipeline" }),
    ]);
    const lost = stages.find(({ kind }) => kind === "lost") as StageOfPipeline;
    const lane = (at: typeof page, name: string) => at.getByRole("region", { name: new RegExp(`^${name}, `) });
    await lane(colleague, stages[0]?.name ?? "")
      .getByRole("row", { name: "A shelf" })
      .waitFor();
    const card = page.getByRole("row", { name: "A shelf" });
    await card.getByRole("button", { name: "Move to" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: lost.name }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "A shelf is lost" });
    await dialog.getByLabel("Reason").fill("Too dear");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await lane(colleague, lost.name).getByRole("row", { name: "A shelf" }).waitFor();
    const { body } = await stage.tenant.api.get(`/api/v1/deals/${dealId}`);
    assert.deepEqual([body.stageId, body.status, body.lostReason], [lost.id, "lost", "Too dear"]);
    await Promise.all([page.context().close(), colleague.context().close()]);
  });

  it("a viewer sees the board and cannot move anything", async () => {
    await newDeal("Only to be looked at");
    const page = await stage.open({ as: "viewer", path: "/pipeline" });
    await page.getByRole("row", { name: "Only to be looked at" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Move/ }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "New deal" }).count(), 0);
    await page.context().close();
  });

  it("a viewer opens a deal and gets its values, with nothing to change or delete", async () => {
    await newDeal("Opened by a viewer");
    const page = await stage.open({ as: "viewer", path: "/pipeline" });
    await page.getByRole("row", { name: "Opened by a viewer" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Deal" });
    assert.equal(await dialog.getByLabel("Title").inputValue(), "Opened by a viewer");
    assert.equal(await dialog.getByLabel("Title").isEditable(), false);
    assert.equal(await dialog.getByLabel("Amount").isEditable(), false);
    assert.equal(await dialog.getByRole("button", { name: /Save|Delete/ }).count(), 0);
    await page.axe();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "detached" });
    await page.context().close();
  });

  it("saving a corrected title leaves the stage and the amount that a colleague has set meanwhile", async () => {
    const dealId = await newDeal("Ten oka desks");
    const page = await stage.open({ as: "agent", path: "/pipeline" });
    await page.getByRole("row", { name: "Ten oka desks" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Deal" });
    await dialog.getByLabel("Title").fill("Ten oak desks");
    const won = stages.find(({ kind }) => kind === "won") as StageOfPipeline;
    const moved = await stage.tenant.api.patch(`/api/v1/deals/${dealId}`, { stageId: won.id, amount: 900 });
    assert.equal(moved.status, 200, moved.text);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const { body } = await stage.tenant.api.get(`/api/v1/deals/${dealId}`);
    assert.deepEqual([body.title, body.stageId, body.status, body.amount], ["Ten oak desks", won.id, "won", 900]);
    await page.context().close();
  });

  describe("a lane with more deals than a page", () => {
    let long: StageOfPipeline;
    const positions = new Map<string, number>();
    before(async () => {
      long = stages.filter(({ kind }) => kind === "open").at(-1) as StageOfPipeline;
      for (let n = 1; n <= 60; n++) {
        const title = `Chair ${String(n).padStart(2, "0")}`;
        const made = await stage.tenant.api.post("/api/v1/deals", { title, contactId, stageId: long.id });
        assert.equal(made.status, 200, made.text);
        positions.set(title, made.body.position);
      }
    });

    it("shows the first deals of its order, and the others when it is scrolled to its end", async () => {
      const page = await stage.open({ as: "agent", path: "/pipeline" });
      const lane = page.getByRole("region", { name: new RegExp(`^${long.name}, `) });
      const rows = lane.getByRole("row");
      const more = lane.getByRole("button", { name: "Load more" });
      await rows.filter({ hasText: "Chair 50" }).waitFor({ state: "attached" });
      assert.deepEqual(
        (await rows.getByText(/^Chair/).allInnerTexts()).slice(0, 50),
        [...positions.keys()].slice(0, 50),
        "the first page is not the beginning of the lane",
      );
      await eventually("all deals are on the board", async () => {
        await rows.last().evaluate((row) => row.scrollIntoView());
        for (const button of await more.elementHandles()) await button.evaluate((node) => (node as Element).scrollIntoView());
        return (await rows.count()) === 60;
      });
      await page.axe();
      await page.context().close();
    });

    it("a deal that is dropped after the last loaded one gets the position after it, and is shown there", async () => {
      const dealId = await newDeal("Dropped in the middle", stages[stages.indexOf(long) - 1]?.id);
      const page = await stage.open({ as: "agent", path: "/pipeline" });
      const lane = page.getByRole("region", { name: new RegExp(`^${long.name}, `) });
      await lane.getByRole("row", { name: "Chair 50" }).waitFor({ state: "attached" });
      await page.getByRole("button", { name: "Move Dropped in the middle" }).focus();
      await page.keyboard.press("Enter");
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
      await eventually(`the focus is in the lane ${long.name}`, async () => {
        const there = await page.evaluate(() => document.activeElement?.closest("section.lane")?.getAttribute("aria-label") ?? "");
        if (there.startsWith(`${long.name},`)) return true;
        await page.keyboard.press("Tab");
        return false;
      });
      await eventually("the drop position after the last loaded deal has the focus", async () => {
        if (/Chair 50/.test(await focused())) return true;
        await page.keyboard.press("End");
        return /Chair 50/.test(await focused());
      });
      await page.keyboard.press("Enter");
      await lane.getByRole("row", { name: "Dropped in the middle" }).waitFor({ state: "attached" });
      await eventually("the server has it between the 50th and the 51st", async () => {
        const { body } = await stage.tenant.api.get(`/api/v1/deals/${dealId}`);
        return (
          body.stageId === long.id && body.position > (positions.get("Chair 50") ?? 0) && body.position < (positions.get("Chair 51") ?? 0)
        );
      });
      await page.context().close();
    });
  });
});
