/** A customer calls from the phone page with a browser's microphone, and the demo's voice agent answers. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { ensureBuilt } from "@parley/dashboard/build";
import type { Page } from "playwright-core";
import { withoutBrowser } from "../../../test/browser.ts";
import { eventually } from "../../../test/eventually.ts";
import { spokenWav } from "../../../test/fixtures/spoken-wav.ts";
import { bubble, type PhonePages, startPhonePages } from "../../../test/stages/phone-page.ts";

/** Played in a loop from the start of the call: the greeting is longer than the first silence. */
const microphone = [4_500, "hello hello is anybody there", 5_000];

describe("a call from the phone", { skip: withoutBrowser }, () => {
  let pages: PhonePages;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-call-"));
    const file = join(folder, "microphone.wav");
    await writeFile(file, spokenWav(microphone));
    await ensureBuilt();
    pages = await startPhonePages(
      ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", `--use-file-for-fake-audio-capture=${file}`],
      { DASHBOARD: "true" },
    );
  });
  after(async () => {
    await pages?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const call = (page: Page) => page.getByRole("dialog", { name: "Northwind Outdoor" });
  const words = (page: Page, who: "agent" | "caller", said: string) => page.locator(`#call-words .${who}`, { hasText: said });
  const calls = async () => (await pages.call("GET", "/calls")).body.data as any[];

  it("is answered with audio, interrupted, answered from the knowledge base, and handed over; the conversation keeps it", async () => {
    const page = await pages.open(/Amina/);
    await page.getByRole("button", { name: "Call Northwind Outdoor" }).press("Enter");
    await call(page).waitFor();
    await words(page, "agent", "This is a simulation").waitFor();
    await page.getByRole("timer").getByText("0:0").waitFor();
    assert.ok((await loudest(page)) > 0.01, "the greeting is heard");
    await pages.shoot(page, "call");

    // The caller's first words come while the greeting is still playing.
    await words(page, "caller", "Do you deliver on Saturdays?").waitFor();
    await words(page, "agent", "from Monday to Saturday").waitFor();
    await words(page, "agent", "within 30 days").waitFor();
    await pages.shoot(page, "call-answered");
    await words(page, "agent", "Somebody from our team").waitFor();
    await page.getByText("Northwind Outdoor ended the call.").waitFor();
    await pages.shoot(page, "call-ended");
    await page.getByRole("button", { name: "Close" }).press("Enter");
    await bubble(page, "Voice call, 0:").waitFor();

    const shown = await eventually(
      "the call is summed up",
      async () => {
        const [newest] = await calls();
        return newest?.summary == null ? undefined : (await pages.call("GET", `/calls/${newest.id}`)).body;
      },
      40_000,
    );
    assert.deepEqual([shown.status, shown.endReason], ["transferred", "transferred"]);
    assert.match(shown.summary, /Do you deliver on Saturdays/);
    const said = (speaker: string) => shown.turns.filter((turn: any) => turn.speaker === speaker).map((turn: any) => turn.text);
    assert.deepEqual(said("caller").slice(0, 3), [
      "Do you deliver on Saturdays?",
      "How long can I return a jacket?",
      "I want to talk to a human.",
    ]);
    const [greeting] = shown.turns;
    assert.equal(greeting.interrupted, true, JSON.stringify(greeting));
    assert.ok(said("agent").some((text: string) => text.includes("from Monday to Saturday")));

    // In the dashboard, as the team sees it.
    const [, email = "", password = ""] = /Login\s+(\S+) \/ (\S+)/.exec(pages.text) ?? [];
    const team = await page.context().browser()?.newPage();
    assert.ok(team);
    await team.goto(`${pages.url}/sign-in`);
    await team.getByLabel("Email", { exact: true }).fill(email);
    await team.getByLabel("Password", { exact: true }).fill(password);
    await team.getByRole("button", { name: "Sign in", exact: true }).click();
    await team.waitForURL((url) => url.pathname !== "/sign-in");
    await team.goto(`${pages.url}/voice/calls/${shown.id}`);
    await team.getByText("Do you deliver on Saturdays?").first().waitFor();
    await team.getByText("The caller said", { exact: false }).first().waitFor();
    await pages.shoot(team, "call-in-dashboard");
    await team.close();
    await page.close();
    assert.deepEqual(pages.complaints, []);
  });

  it("is muted and hung up by keyboard, on a small screen; the business is notified", async () => {
    const page = await pages.open(/Budi/, { viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "Call Northwind Outdoor" }).press("Enter");
    await words(page, "agent", "This is a simulation").waitFor();
    // "Hang up" has the focus.
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Mute", pressed: true }).waitFor();
    await pages.shoot(page, "call-small");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("You hung up.").waitFor();
    await page.keyboard.press("Escape");
    await call(page).waitFor({ state: "hidden" });
    const ended = await eventually(
      "the call is over",
      async () => (await calls()).find(({ from }) => from?.endsWith("2025550142")),
      40_000,
    );
    await eventually("its end is known", async () => (await pages.call("GET", `/calls/${ended.id}`)).body.endedAt !== null, 40_000);
    const { body } = await pages.call("GET", `/calls/${ended.id}`);
    assert.deepEqual([body.status, body.endReason], ["completed", "caller_hung_up"]);
    await page.close();
    assert.deepEqual(pages.complaints, []);
  });

  it("is not placed without a microphone, and the page says what to do", async () => {
    const page = await pages.open(/Priya/);
    await page.evaluate('navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError")); undefined');
    await page.getByRole("button", { name: "Call Northwind Outdoor" }).click();
    await page.getByText("Access to the microphone was denied. Allow it for this page").waitFor();
    await pages.shoot(page, "call-refused");
    assert.ok((await calls()).every(({ from }) => !from?.endsWith("447700900789")));
    await page.close();
  });
});

/** The call's peak volume within two seconds. */
const loudest = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    const { srcObject } = document.getElementById("call-audio");
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(srcObject).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let most = 0;
    for (let left = 40; left > 0; left--) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      analyser.getFloatTimeDomainData(samples);
      most = Math.max(most, Math.hypot(...samples) / Math.sqrt(samples.length));
    }
    await context.close();
    return most;
  })()`);
