/** The files of canned replies: attached in the settings, sent after the text of a reply. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { openThread } from "../../../../../test/open-thread.ts";
import { startRelay } from "../../../../../test/relay.ts";
import { showsValue } from "../../../../../test/shows-value.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../../../test/stage.ts";

const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(`%PDF-1.4\n${name}\n%%EOF`) });

describe("the files of canned replies", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
    const { status, text } = await stage.tenant.api.post("/api/v1/canned-replies", {
      title: "Prices",
      shortcut: "prices",
      content: "Our prices:",
    });
    assert.equal(status, 200, text);
    // Newer ones: the first is on the second page of the list.
    for (let n = 0; n < 100; n++)
      assert.equal(
        (await stage.tenant.api.post("/api/v1/canned-replies", { title: `Other ${n}`, shortcut: `other${n}`, content: "-" })).status,
        200,
      );
  });
  after(() => stage?.stop());

  const prices = async () => (await stage.read("/canned-replies?q=prices")).data[0] as { id: string; mediaIds: string[] };
  const field = (page: StagePage) => page.getByRole("textbox", { name: "Reply", exact: true });
  const files = (page: StagePage) => page.getByRole("list", { name: "Files sent after the text" });
  /** Oldest first. */
  const sentIn = async (id: string) =>
    (
      (await stage.read(`/conversations/${id}/messages`)).data as {
        direction: string;
        type: string;
        text: string | null;
        replyToId: string | null;
      }[]
    )
      .filter(({ direction }) => direction === "outbound")
      .reverse();

  it("are attached and removed in the settings", async () => {
    const page = await stage.open({ as: "owner", path: "/settings/canned-replies" });
    await page.getByRole("button", { name: "Edit Prices" }).click();
    const dialog = page.getByRole("dialog");
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Add files" }).click();
    await (await chooser).setFiles([pdf("summer.pdf"), pdf("winter.pdf")]);
    for (const name of ["summer.pdf", "winter.pdf"]) await dialog.getByText(name).waitFor();
    await page.axe({ without: ["[data-live-announcer]"] });
    await page.shoot("settings-canned-files");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const stored = (await prices()).mediaIds;
    assert.equal(stored.length, 2);
    await page.getByRole("button", { name: "Edit Prices" }).click();
    await dialog.getByRole("button", { name: "Remove winter.pdf" }).click();
    await dialog.getByRole("button", { name: "Add files" }).and(page.locator(":focus")).waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual((await prices()).mediaIds, stored.slice(0, 1));

    // One more than there is space for.
    await page.getByRole("button", { name: "Edit Prices" }).click();
    const again = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Add files" }).click();
    await (await again).setFiles(Array.from({ length: 10 }, (_, n) => pdf(`part-${n}.pdf`)));
    await page.getByText("A reply has at most 10 files. The others were not added.").waitFor();
    await dialog.getByText("part-8.pdf").waitFor();
    assert.equal(await dialog.getByText("part-9.pdf").count(), 0);
    assert.equal(await dialog.getByRole("button", { name: "Add files" }).isDisabled(), true);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.equal((await prices()).mediaIds.length, 10);
    await stage.tenant.api.patch(`/api/v1/canned-replies/${(await prices()).id}`, { mediaIds: stored.slice(0, 1) });
    await page.context().close();
  });

  it("are kept with the text, and sent after it", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("How much is it?");
    const relay = await startRelay(stage.url);
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url });
    const id = await openThread(page, "How much is it?");
    await field(page).fill("/prices");
    await page.getByRole("option", { name: /Prices/ }).waitFor();
    await page.keyboard.press("Enter");
    await showsValue(field(page), "Our prices:");
    await files(page).getByText("summer.pdf").waitFor();
    await page.axe();
    await page.shoot("inbox-canned-files");
    await page.setAppearance({ size: "phone" });
    await page.shoot("inbox-canned-files-phone");
    await page.setAppearance({ size: "desktop" });
    await page.reload();
    await files(page).getByText("summer.pdf").waitFor();
    await page.getByRole("tab", { name: "Note" }).click();
    await files(page).waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Reply" }).click();
    const letGo = relay.hold(/POST \/api\/v1\/messages/);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator(".bubble.pending").filter({ hasText: "summer.pdf" }).waitFor();
    letGo();
    await eventually("both are sent", async () => (await sentIn(id)).length === 2);
    assert.deepEqual(
      (await sentIn(id)).map(({ type, text }) => [type, text]),
      [
        ["text", "Our prices:"],
        ["document", null],
      ],
    );
    await files(page).waitFor({ state: "detached" });
    assert.equal(await field(page).inputValue(), "");
    await page.context().close();
    await relay.close();
  });

  it("of which one cannot be read leave the text and the others", async () => {
    const customer = await stage.channels.chatApp.customer(2);
    await customer.write("And for groups?");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "And for groups?");
    await page.route("**/api/v1/media/*/info", (route) => route.fulfill({ status: 404, contentType: "application/json", body: "{}" }));
    await field(page).fill("/prices");
    await page.getByRole("option", { name: /Prices/ }).waitFor();
    await page.keyboard.press("Enter");
    await showsValue(field(page), "Our prices:");
    await page.locator(".toast").filter({ hasText: "Some of its files could not be attached." }).waitFor();
    assert.equal(await files(page).count(), 0);
    await page.context().close();
  });

  it("can be left out, and sent without a text", async () => {
    const customer = await stage.channels.chatApp.customer(1);
    await customer.write("And in winter?");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    const id = await openThread(page, "And in winter?");
    const insert = async () => {
      await field(page).fill("/prices");
      await page.getByRole("option", { name: /Prices/ }).waitFor();
      await page.keyboard.press("Enter");
      await files(page).waitFor();
    };
    await insert();
    await page.getByRole("button", { name: "Remove summer.pdf" }).click();
    await files(page).waitFor({ state: "detached" });
    await field(page).and(page.locator(":focus")).waitFor();
    await insert();
    await field(page).fill("");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await eventually("the file is sent", async () => (await sentIn(id)).length === 1);
    assert.deepEqual(
      (await sentIn(id)).map(({ type }) => type),
      ["document"],
    );
    await page.context().close();
  });
});
