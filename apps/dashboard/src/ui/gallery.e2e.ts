/** Every component in every state, in both themes and both directions: axe checks WCAG 2.2 AA. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../test/stage.ts";

describe("the gallery", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let page: StagePage;
  before(async () => {
    stage = await startStage();
    page = await stage.open({ as: null, path: "/gallery?part=buttons" });
  });
  after(() => stage?.stop());

  const go = async (search: string) => {
    await page.goto(new URL(`/gallery?${search}`, page.url()).href);
    await page.getByRole("heading", { name: "Gallery" }).waitFor();
  };

  for (const [theme, dir] of [
    ["light", "ltr"],
    ["light", "rtl"],
    ["dark", "ltr"],
    ["dark", "rtl"],
  ]) {
    it(`axe finds nothing, ${theme}, ${dir}`, async () => {
      await go(`theme=${theme}&dir=${dir}`);
      await page.getByRole("group", { name: "Due" }).waitFor();
      await page.axe();
      await page.shoot(`gallery-${theme}-${dir}`, { full: true });
    });

    it(`axe finds nothing in overlays, ${theme}, ${dir}`, async () => {
      await go(`theme=${theme}&dir=${dir}&part=overlays`);
      for (const [open, role] of [
        ["Actions of the conversation", "menu"],
        ["Filter", "dialog"],
        ["Dialog", "dialog"],
        ["Delete", "alertdialog"],
        ["Drawer", "dialog"],
      ] as const) {
        await page.getByRole("button", { name: open, exact: true }).click();
        await page.getByRole(role).waitFor();
        await page.axe({ within: "[data-owns-keys]" });
        await page.keyboard.press("Escape");
        await page.getByRole(role).waitFor({ state: "detached" });
      }
      await page.getByRole("button", { name: "Toast that stays" }).click();
      await page.getByText("Not saved: the name is taken").waitFor();
      await page.axe({ within: ".toasts" });
    });
  }

  it("a browser that refuses to copy is reported where everybody sees it", async () => {
    // Whatever is not granted here is denied.
    const denied = await stage.open({ as: null, path: "/gallery?part=shown", permissions: ["geolocation"] });
    for (const name of ["Copy What we sent", /^Copy Id of the event/]) {
      await denied.getByRole("button", { name }).click();
      const refusal = denied.getByRole("status").filter({ hasText: "Your browser does not allow copying." });
      await refusal.waitFor();
      assert.ok(((await refusal.boundingBox())?.width ?? 0) > 100);
      await refusal.waitFor({ state: "detached" });
    }
    // The gallery shows a picture that cannot be loaded.
    denied.expectError(/^404 GET \/nothing\.png$/);
    await denied.context().close();
  });
});
