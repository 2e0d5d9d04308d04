/**
 * What a browser fetches before the inbox is shown. What loads later is not missed: keys wait for it, and a broken connection is reported.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { builtFolder, firstLoadBudget, packedBytes, readFirstLoad } from "@parley/dashboard/build";
import { eventually } from "@parley/server/test/eventually.ts";
import { type Relay, startRelay } from "./relay.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "./stage.ts";

const code = /^\/assets\/.+\.(?:js|css)$/;
/** Code fetched when the page is idle, or when somebody is about to use it. */
const lateCode = /GET \/assets\/(?:surfaces|ThreadPane|Palette|AllFilterFields|conversation-shared)/;

describe("the first load", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let relay: Relay;
  before(async () => {
    stage = await startStage();
    relay = await startRelay(stage.url);
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Are you open today?");
  });
  after(async () => {
    await stage?.stop();
    await relay?.close();
  });

  /** The inbox with its first row, while no late code gets through. */
  async function openWithHeldCode(): Promise<{ page: StagePage; release(): void }> {
    const release = relay.hold(lateCode);
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url });
    await page.getByRole("row", { name: /Are you open today/ }).waitFor();
    return { page, release };
  }
  const focused = (page: StagePage) => page.locator(":focus");

  it("of the inbox is within its budget, and is all that a browser requests until a row is painted", async () => {
    const page = await stage.open({ as: "agent", path: "/favicon.svg" });
    await page.addInitScript(() => {
      const isShown = () => document.querySelector("[role=row]") !== null;
      (globalThis as unknown as { painted: Promise<number> }).painted = new Promise((resolve) => {
        // In the frame's callback nothing is painted yet; in the task after it, it is.
        const poll = () => (isShown() ? setTimeout(() => resolve(performance.now())) : requestAnimationFrame(poll));
        requestAnimationFrame(poll);
      });
    });
    await page.goto(`${stage.url}/inbox/all`);
    const asked = await page.evaluate(async () => {
      const until = await (globalThis as unknown as { painted: Promise<number> }).painted;
      return performance.getEntriesByType("resource").flatMap(({ name, startTime }) => (startTime < until ? [new URL(name).pathname] : []));
    });
    const named = await readFirstLoad(builtFolder);
    // The worker is not requested by the page itself.
    assert.deepEqual(
      [...new Set(asked.filter((path) => code.test(path)))].sort(),
      named
        .map((name) => `/${name}`)
        .filter((path) => !path.includes("/worker-"))
        .sort(),
    );
    for (const ending of [".js", ".css"] as const) {
      const bytes = await packedBytes(builtFolder, named, ending);
      assert.ok(bytes <= firstLoadBudget[ending], `${bytes} bytes of ${ending}`);
    }
    await page.context().close();
  });

  it("is followed by a conversation: keys pressed before it is loaded are not lost", async () => {
    const { page, release } = await openWithHeldCode();
    await page.keyboard.press("j");
    await page.getByRole("region", { name: "Conversation", exact: true }).waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("Until six");
    assert.equal(await page.getByRole("textbox", { name: "Reply" }).count(), 0);
    release();
    const reply = page.getByRole("textbox", { name: "Reply" });
    await eventually("it is typed", async () => (await reply.count()) === 1 && (await reply.inputValue()) === "Until six");
    assert.equal(await focused(page).getAttribute("aria-label"), "Reply");
    await page.context().close();
  });

  it("is followed by overlays: their keys wait, and the focus stays where it was until then", async () => {
    const { page, release } = await openWithHeldCode();
    const sort = page.getByRole("button", { name: "Sort" });
    await sort.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal(await sort.getAttribute("aria-expanded"), "true");
    assert.equal(await focused(page).getAttribute("aria-expanded"), "true");
    release();
    await page.waitForURL(/[?&]sort=/);
    await page.getByRole("menu").waitFor({ state: "detached" });
    assert.equal(await focused(page).getAttribute("aria-expanded"), "false", "the focus comes back to the button");
    await page.context().close();
  });

  it("is followed by the palette: what is typed before it is loaded appears in it", async () => {
    const { page, release } = await openWithHeldCode();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("cont");
    release();
    const field = page.getByRole("combobox", { name: "Search or run" });
    await eventually("it is typed", async () => (await field.count()) === 1 && (await field.inputValue()) === "cont");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/contacts/);
    await page.context().close();
  });

  it("says so when the rest cannot be fetched, leaves the page as it is, and fetches it when the connection is back", async () => {
    const { page, release } = await openWithHeldCode();
    relay.cut();
    const sort = page.getByRole("button", { name: "Sort" });
    await sort.focus();
    await page.keyboard.press("Enter");
    await page
      .getByRole("region", { name: "Notifications" })
      .getByText(/The server did not respond/)
      .waitFor();
    assert.equal(await sort.getAttribute("aria-expanded"), "false");
    release();
    relay.restore();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemradio").first().waitFor();
    await page.context().close();
  });
});
