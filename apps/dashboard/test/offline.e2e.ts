/** The dashboard as an installed app: what it stores, how it opens without a server, and how a newer build replaces it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "./stage.ts";

describe("the dashboard's own files", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  /** Until the files are stored, and the worker controls the page. */
  const kept = (page: StagePage) =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller === null)
        await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    });
  const keptPaths = (page: StagePage) =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });

  it("can be installed, under the name and with the icons of its host", async () => {
    const page = await stage.open({ as: null });
    await kept(page);
    const browser = await page.context().newCDPSession(page);
    const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
    // Nothing can be installed in a test's profile.
    assert.deepEqual(
      installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"),
      [],
    );
    const manifest = (await (await fetch(`${stage.url}/manifest.webmanifest`)).json()) as { name: string; icons: { src: string }[] };
    assert.equal(manifest.name, "Parley");
    for (const { src } of manifest.icons) assert.equal((await fetch(stage.url + src)).status, 200, src);
    await page.context().close();
  });

  it("opens without a server, says so, shows no personal data, and continues automatically", async () => {
    const amina = await stage.channels.chatApp.customer(0);
    await amina.write("Nobody's business but ours");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await page.getByRole("row", { name: /Nobody's business/ }).click();
    await page.getByRole("log").getByText("Nobody's business but ours").waitFor();
    await kept(page);
    await page.reload();
    await page.getByRole("log").getByText("Nobody's business but ours").waitFor();

    const paths = await keptPaths(page);
    assert.ok(paths.includes("/index.html") && paths.filter((path) => path.startsWith("/assets/")).length > 20, `${paths}`);
    for (const path of paths) assert.match(path, /^\/(?:assets\/[^/]+|index\.html|theme\.js|favicon\.svg)$/);

    await page.context().setOffline(true);
    await page.goto(`${stage.url}/contacts`);
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    assert.equal(await page.getByText("Nobody's business").count(), 0);
    assert.deepEqual(
      (await keptPaths(page)).filter((path) => path.startsWith("/api")),
      [],
    );
    await page.axe();
    await page.shoot("offline");
    await page.context().setOffline(false);
    await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
    // The router reports errors that it shows as a page.
    page.expectError(/ConnectionError: GET \/me/);
    await page.context().close();
  });

  it("announces a newer build, and switches to it on request; other tabs are not affected", async () => {
    const page = await stage.open({ as: "agent", path: "/contacts" });
    await kept(page);
    const secondPage = await stage.open({ as: "agent", path: "/tickets", sameBrowserAs: page });
    await secondPage.getByRole("heading", { level: 1, name: "Tickets" }).waitFor();
    for (const each of [page, secondPage]) await each.evaluate(() => void ((globalThis as { untouched?: true }).untouched = true));
    const untouched = (each: StagePage) => each.evaluate(() => "untouched" in globalThis);

    const file = stage.dashboard.files.get("/sw.js");
    assert.ok(file !== undefined);
    const before = { ...file };
    const newer = Buffer.from(file.bytes.toString("utf8").replace(/"version":"[^"]+"/, '"version":"newer"'));
    assert.notDeepEqual(newer, file.bytes);
    Object.assign(file, { bytes: newer, packed: {}, tag: "newer" });
    try {
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      const reload = page.getByRole("button", { name: "Reload for the new version" });
      await reload.waitFor();
      assert.equal(await untouched(page), true, "nothing happens unasked");
      assert.ok((await page.evaluate(() => caches.keys())).includes("shell-newer"), "it is kept before it is offered");
      await page.axe();
      await page.shoot("newer-version");
      await reload.click();
      await eventually("the page is loaded anew", async () => !(await untouched(page).catch(() => true)));
      await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
      assert.equal(await untouched(secondPage), true);
      assert.equal(await reload.count(), 0);
      // Files that the other tab has not requested yet are still available to it.
      await secondPage.keyboard.press("g");
      await secondPage.keyboard.press("p");
      await secondPage.getByRole("heading", { level: 1, name: "Pipeline" }).waitFor();
      assert.equal(await untouched(secondPage), true);
    } finally {
      Object.assign(file, before);
    }
    await page.context().close();
  });
});
