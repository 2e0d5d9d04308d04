/** The knowledge as its maintainers use it: sources, answers, a file of answers, and unanswered questions. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, startStage, withoutBrowser } from "../../../test/stage.ts";

const base = "/api/v1/knowledge";

describe("knowledge", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const list = async (path: string) => (await stage.tenant.api.get(`${base}/${path}`)).body.data;
  const questions = async () => (await list("faqs")).map(({ question }: { question: string }) => question).sort();

  it("a text is added, read, found by a question, edited and deleted", async () => {
    const page = await stage.open({ as: "admin", path: "/inbox/mine" });
    await page.getByRole("link", { name: "Knowledge" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("k");
    await page.getByText("No sources yet").waitFor();
    await page.axe();

    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Add source" });
    await dialog.getByLabel("Name").fill("Sending back");
    await dialog.getByRole("textbox", { name: "Text" }).fill("# Returns\n\nUnworn shoes can be sent back within sixty days of delivery.");
    await page.axe();
    await dialog.getByRole("button", { name: "Add source" }).click();
    await dialog.waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: /Sending back/ });
    await row.getByText("ready").waitFor();
    const [source] = await list("sources");
    assert.deepEqual([source.name, source.kind, source.status], ["Sending back", "text", "ready"]);

    const panel = page.getByRole("complementary", { name: "Search the knowledge base" });
    await panel.getByRole("searchbox").fill("can unworn shoes be sent back");
    await panel.getByRole("article").getByText("sixty days").waitFor();
    await panel.getByText("would be answered", { exact: true }).waitFor();
    await page.shoot("knowledge-sources");
    await page.axe();
    assert.equal((await stage.tenant.api.get(`${base}/stats`)).body.searches.total, 0, "a question of the team is not counted");

    await panel.getByRole("link", { name: "Sending back" }).click();
    const drawer = page.getByRole("dialog", { name: "Sending back" });
    await drawer.getByText("within sixty days").waitFor();
    await drawer.getByRole("button", { name: "Show the passages" }).click();
    await drawer.getByRole("listitem").getByText("Unworn shoes can be sent back within sixty days of delivery.").waitFor();
    await page.shoot("knowledge-source");
    await page.axe();
    await drawer.getByRole("button", { name: "Edit the text" }).click();
    const text = page.getByRole("dialog", { name: "Edit the text" });
    await text.getByRole("textbox", { name: "Text" }).fill("Unworn shoes can be sent back within ninety days.");
    await page.axe();
    await text.getByRole("button", { name: "Save" }).click();
    await drawer.getByText("within ninety days").waitFor();
    await eventually("the new text is read", async () => {
      const [found] = await list("search?record=false&q=shoes%20sent%20back");
      return found?.text.includes("ninety");
    });
    await drawer.getByRole("switch", { name: "Used in answers" }).press("Space");
    await eventually("it is switched off", async () => (await list("sources"))[0].isActive === false);

    await drawer.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await drawer.waitFor({ state: "detached" });
    await page.getByText("No sources yet").waitFor();
    assert.deepEqual(await list("sources"), []);
    await page.context().close();
  });

  it("a file and a page become sources, and unreadable ones say why", async () => {
    const page = await stage.open({ as: "admin", path: "/knowledge" });
    await page.getByRole("button", { name: "Add source" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add source" });
    await dialog.getByRole("radio", { name: "File" }).click();
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Choose file" }).click();
    await (await chooser).setFiles({
      name: "Care of oak.md",
      mimeType: "text/markdown",
      buffer: Buffer.from("# Oak\n\nOil oak once a year."),
    });
    await dialog.getByText("Care of oak.md").waitFor();
    assert.equal(await dialog.getByLabel("Name").inputValue(), "Care of oak");
    await dialog.getByRole("button", { name: "Add source" }).click();
    await page
      .getByRole("row", { name: /Care of oak/ })
      .getByText("ready")
      .waitFor();

    await page.keyboard.press("c");
    await dialog.getByRole("radio", { name: "Web page" }).click();
    // First a forbidden URL: the server's reason is shown at the field, and the entered text stays.
    await dialog.getByLabel("URL").fill("http://192.168.7.7/terms");
    await dialog.getByLabel("Name").fill("Terms");
    await dialog.getByRole("button", { name: "Add source" }).click();
    await dialog.getByText("This address cannot be reached from the internet.").waitFor();
    const site = await stage.receiver();
    site.answer({ kind: "status", status: 404 });
    await dialog.getByLabel("URL").fill(`${site.url}/terms`);
    await dialog.getByRole("button", { name: "Add source" }).click();
    const row = page.getByRole("row", { name: /Terms/ });
    await row.getByText("failed").waitFor();
    const [before] = await list("sources?status=failed");
    await page.getByRole("button", { name: "Read now" }).click();
    await eventually("it was read once more, in vain", async () => {
      const [after] = await list("sources?status=failed");
      return after !== undefined && after.updatedAt !== before.updatedAt;
    });
    await row.getByText("failed").waitFor();
    await page.shoot("knowledge-failed");
    await row.click();
    const drawer = page.getByRole("dialog", { name: "Terms" });
    await drawer.getByText("The address says that there is no such page.", { exact: false }).waitFor();
    const stored = await list("sources?status=failed");
    assert.deepEqual(
      stored.map(({ name, refreshEveryHours }: { name: string; refreshEveryHours: number }) => [name, refreshEveryHours]),
      [["Terms", 24]],
    );
    await page.axe();
    await page.context().close();
  });

  it("FAQs are written, imported from a file, filtered and found", async () => {
    const page = await stage.open({ as: "admin", path: "/knowledge/categories" });
    await page.getByText("No categories yet").waitFor();
    await page.axe();
    await page.keyboard.press("c");
    const category = page.getByRole("dialog", { name: "New category" });
    await category.getByLabel("Name").fill("Opening");
    await page.axe();
    await category.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /Opening/ }).waitFor();

    await page.getByRole("navigation", { name: "Knowledge" }).getByRole("link", { name: "FAQs" }).click();
    await page.getByText("No FAQs yet").waitFor();
    await page.axe();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New FAQ" });
    await dialog.getByLabel("Question").fill("When are you open?");
    await dialog.getByLabel("Answer", { exact: true }).fill("From nine to five on weekdays.");
    await dialog.getByRole("button", { name: /Category/ }).click();
    await page.getByRole("option", { name: "Opening" }).click();
    await page.axe();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("row", { name: /When are you open/ })
      .getByText("published")
      .waitFor();
    const [faq] = await list("faqs");
    assert.deepEqual([faq.question, faq.category, faq.status], ["When are you open?", "Opening", "published"]);

    await page.keyboard.press("q");
    await page.keyboard.type("when are you open");
    const panel = page.getByRole("complementary", { name: "Search the knowledge base" });
    await panel.getByText("From nine to five").waitFor();

    await page.getByRole("button", { name: "Import FAQs" }).click();
    const importing = page.getByRole("dialog", { name: "Import FAQs" });
    const chooser = page.waitForEvent("filechooser");
    await importing.getByRole("button", { name: "Choose file" }).click();
    const csv = "Question,Answer,Category\nDo you ship abroad?,To all of Europe.,Delivery\nNo answer to this?,,Delivery\n";
    await (await chooser).setFiles({ name: "faqs.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await importing.getByText("1 new FAQ").waitFor();
    await importing.getByText("Row 3:").waitFor();
    await page.shoot("knowledge-import");
    await page.axe();
    assert.equal((await list("faqs")).length, 1, "a dry run writes nothing");
    const begin = importing.getByRole("button", { name: "Import 2 rows" });
    await begin.click();
    await begin.waitFor({ state: "detached" });
    await importing.getByText("1 new FAQ").waitFor();
    await importing.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("row", { name: /Do you ship abroad/ }).waitFor();
    assert.deepEqual(await questions(), ["Do you ship abroad?", "When are you open?"]);

    // The results of the file, and of its dry run, can be found later.
    await page.getByRole("button", { name: "Past imports" }).click();
    const past = page.getByRole("dialog", { name: "Past imports" });
    await past.getByText("preview").waitFor();
    const imports = (await stage.tenant.api.get("/api/v1/knowledge/faqs/imports")).body.data;
    assert.deepEqual(
      imports.map(({ dryRun, created, failed }: { dryRun: boolean; created: number; failed: number }) => [dryRun, created, failed]),
      [
        [false, 1, 1],
        [true, 1, 1],
      ],
    );
    await past
      .getByRole("row", { name: /faqs\.csv/ })
      .first()
      .getByText("1 new FAQ", { exact: false })
      .waitFor();
    await past.locator("summary").first().click();
    await past.getByText("Row 3: answer: Fill this in.").waitFor();
    await page.axe();
    await page.shoot("knowledge-import-past");
    await past.getByRole("button", { name: "Close" }).first().click();

    // Rows that fail to load say so.
    const rows = "**/knowledge/faqs/imports/*/rows*";
    await page.route(rows, (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: "Past imports" }).click();
    await past.locator("summary").first().click();
    await past.getByRole("alert").waitFor();
    await page.unroute(rows);
    await past.getByRole("button", { name: "Try again" }).click();
    await past.getByText("Row 3: answer: Fill this in.").waitFor();
    await past.getByRole("button", { name: "Close" }).first().click();

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export FAQs" }).click();
    assert.equal(await (await download).failure(), null);

    // Filtered by the URL; one is edited and deleted.
    await page.goto(`${stage.url}/knowledge/answers?categoryId=${faq.categoryId}`);
    await page.getByRole("row", { name: /When are you open/ }).waitFor();
    assert.equal(await page.getByRole("row", { name: /ship abroad/ }).count(), 0);
    await page.getByRole("button", { name: "Edit When are you open?" }).click();
    const edit = page.getByRole("dialog", { name: "Edit FAQ" });
    await edit.getByLabel("Answer", { exact: true }).fill("Around the clock.");
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /When are you open/ })
      .getByText("Around the clock.")
      .waitFor();
    assert.equal((await list("faqs?q=when%20open&record=false"))[0].answer, "Around the clock.");
    await page.getByRole("button", { name: "Delete When are you open?" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Nothing matches").waitFor();
    assert.deepEqual(await questions(), ["Do you ship abroad?"]);
    await page.context().close();
  });

  it("unanswered questions are counted, and answered from their list", async () => {
    for (let asked = 0; asked < 3; asked++) await stage.tenant.api.get(`${base}/search?q=is%20the%20velvet%20fireproof`);
    await stage.tenant.api.get(`${base}/search?q=xyzzy%20plugh`);
    // The most frequent question comes first, although another one was asked later.
    const page = await stage.open({ as: "supervisor", path: "/knowledge/unanswered" });
    const row = page.getByRole("row", { name: /velvet fireproof/ });
    await row.getByText("3 times").waitFor();
    const firstRow = page.locator("main [role=row]").nth(1);
    assert.match(await firstRow.innerText(), /velvet fireproof/);
    await page.getByRole("columnheader", { name: "Last asked" }).click();
    await firstRow.getByText("xyzzy plugh").waitFor();
    await page.getByRole("columnheader", { name: "Asked", exact: true }).click();
    await page.shoot("knowledge-unanswered");
    await page.axe();
    await row.getByRole("button", { name: "Write the answer" }).click();
    const dialog = page.getByRole("dialog", { name: "New FAQ" });
    assert.equal(await dialog.getByLabel("Question").inputValue(), "is the velvet fireproof");
    await dialog.getByLabel("Answer", { exact: true }).fill("It is, to the norm of 2024.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.waitFor({ state: "detached" });
    const { body } = await stage.tenant.api.get(`${base}/search?record=false&q=is%20the%20velvet%20fireproof`);
    assert.deepEqual([body.answered, body.data[0].text], [true, "It is, to the norm of 2024."]);
    await page.getByRole("row", { name: /xyzzy/ }).getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("Every question was answered").waitFor();
    assert.deepEqual(await list("unanswered"), []);
    assert.equal((await list("unanswered?dismissed=true")).length, 2);
    await page.axe();
    await page.context().close();
  });

  it("a viewer can read and ask, and change nothing", async () => {
    await stage.tenant.api.post(`${base}/sources`, { kind: "text", name: "For viewers", text: "Viewers may read this." });
    const [faq] = await list("faqs?status=published");
    const page = await stage.open({ as: "viewer", path: "/knowledge/sources" });
    await page
      .getByRole("row", { name: /For viewers/ })
      .getByText("ready")
      .click();
    const drawer = page.getByRole("dialog", { name: "For viewers" });
    await drawer.getByText("Viewers may read this.").waitFor();
    await page.axe();
    for (const name of ["Read now", "Delete", "Edit the text"]) assert.equal(await drawer.getByRole("button", { name }).count(), 0, name);
    await page.goto(`${stage.url}/knowledge/answers/${faq.id}`);
    const view = page.getByRole("dialog", { name: faq.question });
    await view.getByText(faq.answer).waitFor();
    await page.axe();
    await view.getByRole("button", { name: "Close" }).last().click();
    await page.keyboard.press("c");
    for (const name of ["New FAQ", "Import FAQs", /^Edit /, /^Delete /])
      assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.getByRole("link", { name: "Export FAQs" }).waitFor();
    await page.context().close();
  });

  it("on a phone the question panel opens over the page", async () => {
    const page = await stage.open({ as: "supervisor", path: "/knowledge/sources", size: "phone" });
    await page.getByRole("button", { name: "Search the knowledge base" }).click();
    const drawer = page.getByRole("dialog", { name: "Search the knowledge base" });
    await drawer.getByRole("searchbox").fill("what may viewers read");
    await drawer.getByRole("article").first().waitFor();
    await page.shoot("knowledge-phone");
    await page.axe();
    await page.context().close();
  });
});
