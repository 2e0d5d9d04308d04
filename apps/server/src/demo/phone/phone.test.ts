import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Browser, chromium, type Page } from "playwright-core";
import { startTestApp } from "../../../test/harness.ts";
import { eventually } from "../../../test/eventually.ts";
import { killAll, repository, type Started, startCommand } from "../../../test/process.ts";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const skip = executablePath === undefined ? "no Chromium on this machine (apt-get install chromium); .ci/run installs it" : false;
/** Set to a folder to keep the screenshots. */
const shots = process.env["SCREENSHOTS"];

interface Message {
  id: string;
  direction: string;
  type: string;
  text: string | null;
  status: string;
  externalId: string | null;
  replyToId: string | null;
  reactions: { emoji: string }[];
  error: { code: string; providerCode: string | null } | null;
}

/** The demo as a person starts it, its API, and the simulated platform behind it. */
async function startDemo(folder: string) {
  const started: Started = startCommand(process.execPath, [join(repository, "apps/server/src/main.ts")], {
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    LOG_LEVEL: "warn",
  });
  await eventually("the demo presents itself", () => started.stdout().includes("Watch the events"));
  const text = started.stdout();
  const url = /URL\s+(\S+)/.exec(text)?.[1] as string;
  const key = /API key\s+(\S+)/.exec(text)?.[1] as string;
  const simulator = /curl -s (\S+)\/_simulator\//.exec(text)?.[1] as string;
  const account = (
    JSON.parse(await readFile(join(folder, "data/demo.json"), "utf8")) as { accounts: Record<string, Record<string, string>> }
  ).accounts["chat-app"] as Record<string, string>;
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const channels = (await call("GET", "/channels")).body.data as { id: string; kind: string }[];
  const channelId = channels.find((channel) => channel.kind === "chat_app")?.id as string;
  return {
    started,
    text,
    url,
    call,
    send: (to: string, words: string) => call("POST", "/messages", { channelId, to, type: "text", text: words }),
    /** The newest message that fits, once the API shows it. */
    shows: (what: string, fits: (message: Message) => boolean) =>
      eventually(what, async () => ((await call("GET", `/messages?channelId=${channelId}`)).body.data as Message[]).find(fits)),
    /** As a business that calls the platform itself. */
    platform: (body: object) =>
      fetch(`${simulator}/v25.0/${account["phoneNumberId"]}/messages`, {
        method: "POST",
        headers: { authorization: `Bearer ${account["accessToken"]}`, "content-type": "application/json" },
        body: JSON.stringify({ messaging_product: "whatsapp", ...body }),
      }),
  };
}

const amina = "447700900123";
const budi = "12025550142";
const layla = "447700900456";

describe("the phone", { skip }, () => {
  let folder: string;
  let browser: Browser;
  let demo: Awaited<ReturnType<typeof startDemo>>;
  /** What a page complained about; none is expected anywhere. */
  const complaints: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-phone-"));
    [demo, browser] = await Promise.all([
      startDemo(folder),
      chromium.launch({
        executablePath: executablePath as string,
        args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"],
      }),
    ]);
    if (shots !== undefined) mkdirSync(shots, { recursive: true });
  });
  after(async () => {
    await browser?.close();
    demo?.started.child.kill("SIGTERM");
    await demo?.started.ended;
    killAll();
    await rm(folder, { recursive: true, force: true });
  });

  /** The page as one of the customers. */
  async function open(who: RegExp, viewport = { width: 1280, height: 800 }): Promise<Page> {
    const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
    page.setDefaultTimeout(60_000);
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (line) => {
      if (line.type() === "error") complaints.push(line.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(demo.url)) complaints.push(`asked ${request.url()}`);
    });
    await page.goto(`${demo.url}/phone`);
    if (viewport.width < 900) await page.getByRole("button", { name: /Be somebody else/ }).click();
    await page.getByRole("button", { name: who }).click();
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    return page;
  }
  const bubble = (page: Page, words: string) =>
    page
      .getByRole("listitem")
      .filter({ hasText: words })
      .filter({ has: page.locator(".bubble") });
  const write = async (page: Page, words: string) => {
    await page.getByRole("textbox", { name: "Message" }).fill(words);
    await page.getByRole("textbox", { name: "Message" }).press("Enter");
  };
  const shoot = async (page: Page, name: string) => {
    if (shots !== undefined) await page.screenshot({ path: join(shots, `phone-${name}.png`) });
  };

  it("is named by the start message and linked from the server's front", async () => {
    assert.match(demo.text, new RegExp(`Phone\\s+${demo.url}/phone`));
    assert.equal(((await (await fetch(demo.url)).json()) as { phone: string }).phone, "/phone");
  });

  it("carries words both ways, with the customer's marks and the business typing", async () => {
    const page = await open(/Budi/);
    await page.getByText("Write to Northwind Outdoor").waitFor();
    await shoot(page, "empty");
    await write(page, "Do you repair tents?");
    const arrived = await demo.shows("the customer's message", (message) => message.text === "Do you repair tents?");
    await bubble(page, "Do you repair tents?").getByRole("img", { name: "Delivered" }).waitFor();
    await demo.platform({ status: "read", message_id: arrived.externalId, typing_indicator: { type: "text" } });
    await bubble(page, "Do you repair tents?").getByRole("img", { name: "Read" }).waitFor();
    await page.getByText("typing…").waitFor();

    const sent = await demo.send(budi, "We do! Bring it by.");
    assert.equal(sent.status, 200);
    await bubble(page, "We do! Bring it by.").waitFor();
    await page.getByText("typing…").waitFor({ state: "hidden" });
    await demo.shows("the customer's read receipt", (message) => message.id === sent.body.id && message.status === "read");
    await page.close();
  });

  it("quotes, reacts, takes it back, and sends pictures and places", async () => {
    const page = await open(/Amina/);
    const answer = bubble(page, "Sizes M and L").first();
    await answer.hover();
    await answer.getByRole("button", { name: /React or reply/ }).click();
    await page.getByRole("button", { name: "React with 👍" }).click();
    const target = await demo.shows("the reaction", (message) => message.reactions[0]?.emoji === "👍");
    await answer.getByText("👍").waitFor();

    await answer.getByRole("button", { name: /React or reply/ }).click();
    await page.getByRole("button", { name: "Reply", exact: true }).click();
    await write(page, "M please");
    await demo.shows("the quote", (message) => message.text === "M please" && message.replyToId === target.id);
    await bubble(page, "M please")
      .getByRole("button", { name: /Northwind Outdoor/ })
      .waitFor();

    await answer.getByRole("button", { name: /React or reply/ }).click();
    await page.getByRole("button", { name: "React with 👍" }).click();
    await demo.shows("the reaction is gone", (message) => message.id === target.id && message.reactions.length === 0);

    await page.getByRole("textbox", { name: "Message" }).fill("It came like this");
    await page.getByRole("button", { name: "Attach" }).click();
    await shoot(page, "attach");
    await page.getByRole("button", { name: "Damaged parcel" }).click();
    await demo.shows("the picture", (message) => message.type === "image" && message.text === "It came like this");
    const picture = bubble(page, "It came like this").getByRole("img", { name: "It came like this" });
    await picture.waitFor();
    assert.ok(
      await eventually("the picture is drawn", () =>
        picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      ),
    );
    await page.getByRole("button", { name: "Attach" }).click();
    await page.getByRole("button", { name: /Location/ }).click();
    await demo.shows("the place", (message) => message.type === "location");
    await shoot(page, "desktop");
    await page.close();
  });

  it("keeps what arrives unread until the customer says so", async () => {
    const page = await open(/Budi/);
    await page.getByRole("switch", { name: /read receipts/ }).click();
    await page.getByRole("switch", { name: /read receipts/, checked: false }).waitFor();
    const { body } = await demo.send(budi, "Are you still there?");
    await demo.shows("it is delivered", (message) => message.id === body.id && message.status === "delivered");
    await page.getByRole("button", { name: "Mark as read" }).click();
    await demo.shows("it is read", (message) => message.id === body.id && message.status === "read");
    await page.getByRole("button", { name: "Mark as read" }).waitFor({ state: "hidden" });
    await page.close();
  });

  it("writes from right to left where the text does, also on a small screen", async () => {
    const page = await open(/ليلى/, { width: 390, height: 844 });
    await write(page, "مرحبا، متى يصل طلبي؟");
    await demo.shows("the Arabic message", (message) => message.text === "مرحبا، متى يصل طلبي؟");
    const text = bubble(page, "مرحبا").locator(".text");
    await text.waitFor();
    assert.equal(await text.evaluate((element) => (globalThis as any).getComputedStyle(element).direction), "rtl");
    await demo.send(layla, "غدا صباحا إن شاء الله");
    await bubble(page, "غدا صباحا").waitFor();
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    assert.equal(wide, 390);
    await shoot(page, "small");
    await page.getByRole("button", { name: /^Controls/ }).click();
    await page
      .getByRole("dialog", { name: "Controls" })
      .getByRole("switch", { name: /does not arrive/ })
      .waitFor();
    await shoot(page, "small-controls");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Controls" }).waitFor({ state: "hidden" });
    await page.close();
  });

  it("can be used by keyboard alone", async () => {
    const page = await open(/Amina/);
    await bubble(page, "Sizes M and L").first().waitFor();
    // From the top of the page, whoever was chosen before.
    await page.reload();
    await bubble(page, "Sizes M and L").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Enter");
    await demo.shows("what was typed", (message) => message.text === "By keyboard");
    await bubble(page, "By keyboard").waitFor();
    const focused = () => page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.id");
    const back = async (wanted: RegExp) => {
      for (let step = 0; step < 12 && !wanted.test(await focused()); step++) await page.keyboard.press("Shift+Tab");
      assert.match(await focused(), wanted);
    };
    await back(/React or reply to: By keyboard/);
    await page.keyboard.press("Enter");
    assert.match(await focused(), /React with 👍/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await demo.shows("the reaction", (message) => message.text === "By keyboard" && message.reactions.length === 1);
    assert.match(await focused(), /React or reply to: By keyboard/);
    await page.close();
  });

  it("shows what went wrong, on the phone and at the API", async () => {
    const page = await open(/Amina/);
    await page.getByRole("switch", { name: /does not arrive/ }).click();
    await page.getByRole("switch", { name: /does not arrive/, checked: true }).waitFor();
    const lost = (await demo.send(amina, "You will never see this")).body;
    await bubble(page, "You will never see this")
      .getByText(/Did not reach this phone: .*131026/)
      .waitFor();
    await demo.shows(
      "it failed",
      (message) => message.id === lost.id && message.status === "failed" && message.error?.providerCode === "131026",
    );
    await page.getByRole("switch", { name: /does not arrive/, checked: false }).waitFor();

    await page.getByRole("switch", { name: /throttled/ }).click();
    await page.getByRole("switch", { name: /throttled/, checked: true }).waitFor();
    const slow = (await demo.send(amina, "A little later")).body;
    await page
      .getByRole("complementary", { name: "What happened" })
      .getByText(/refused.*130429/)
      .waitFor();
    await bubble(page, "A little later").waitFor();
    await demo.shows("it arrived all the same", (message) => message.id === slow.id && message.status === "read");

    await page.getByRole("switch", { name: /Everything twice/ }).click();
    await page.getByRole("switch", { name: /Everything twice/, checked: true }).waitFor();
    await page.getByRole("switch", { name: /Swap my next two/ }).click();
    await page.getByRole("switch", { name: /Swap my next two/, checked: true }).waitFor();
    await write(page, "first of two");
    await bubble(page, "first of two").waitFor();
    await write(page, "second of two");
    await demo.shows("the one that was held back", (message) => message.text === "first of two");
    const { data } = (await demo.call("GET", "/messages?direction=inbound")).body as { data: Message[] };
    assert.deepEqual(data.filter((message) => message.text?.endsWith("of two")).length, 2);
    await page.getByRole("switch", { name: /Everything twice/ }).click();
    await shoot(page, "faults");
    await page.close();
  });

  it("lets time pass for the server and the platform, which closes the window", async () => {
    const page = await open(/Amina/);
    await page.getByText(/Window open/).waitFor();
    await page.getByRole("button", { name: "Let 24 hours pass" }).click();
    await page.getByText("(24 h ahead)").waitFor();
    await page.getByText(/Window closed/).waitFor();
    const refused = await demo.send(amina, "Too late");
    assert.deepEqual([refused.status, refused.body.error.code], [422, "window_closed"]);
    await write(page, "Good morning");
    await bubble(page, "Good morning").waitFor();
    await page.getByText(/Window open/).waitFor();
    assert.deepEqual(await page.locator(".day").allTextContents(), ["Yesterday", "Today"]);
    await demo.shows("the new message", (message) => message.text === "Good morning");
    assert.equal((await demo.send(amina, "Good morning!")).status, 200);
    await bubble(page, "Good morning!").waitFor();
    await shoot(page, "next-day");
    await page.close();
  });

  it("offers the kinds that the demo has, and no others", async () => {
    const { kinds } = (await (await fetch(`${demo.url}/phone/api/kinds`)).json()) as { kinds: string[] };
    assert.ok(kinds.includes("chat-app"));
    assert.equal((await fetch(`${demo.url}/phone/api/carrier-pigeon`)).status, 404);
    const page = await browser.newPage();
    await page.goto(`${demo.url}/phone#carrier-pigeon`);
    await page.getByText("Northwind Outdoor").first().waitFor();
    assert.equal(await page.locator("#kinds button").count(), kinds.length);
    assert.equal(await page.locator("#kinds").isVisible(), kinds.length > 1);
    await page.close();
  });

  it("is strict about what it runs and whom it answers", async () => {
    const page = await fetch(`${demo.url}/phone`);
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'.*script-src 'self'/);
    assert.equal(policy.includes("unsafe"), false);
    const clock = (headers: Record<string, string>, body = '{"advanceMs":1}') =>
      fetch(`${demo.url}/phone/api/clock`, { method: "POST", headers, body });
    assert.equal((await clock({ "content-type": "text/plain" })).status, 415);
    assert.equal((await clock({ "content-type": "application/json", "sec-fetch-site": "cross-site" })).status, 403);
    for (const body of ["{}", '{"advanceMs":-1}', '{"advanceMs":99999999999}', "no"]) {
      assert.equal((await clock({ "content-type": "application/json" }, body)).status, 400);
    }
    // Control addresses of the simulator that are none of the phone's stay out of reach.
    for (const path of ["clock", "%2e%2e/calls", "x/%2e%2e/%2e%2e/numbers", "nothing"]) {
      const answer = await fetch(`${demo.url}/phone/api/chat-app/${path}`);
      assert.equal(answer.status, 404, path);
    }
    assert.equal((await fetch(`${demo.url}/phone/../package.json`)).status, 404);
    assert.equal((await fetch(`${demo.url}/phone/tsconfig.json`)).status, 404);
  });

  it("no page had anything to complain about", () => {
    assert.deepEqual(complaints, []);
  });
});

describe("a server without the demo", () => {
  it("has no phone and no way to move its clock", async () => {
    const t = await startTestApp();
    try {
      for (const path of ["/phone", "/phone/main.js", "/phone/api/kinds"]) assert.equal((await fetch(t.url + path)).status, 404);
      const answer = await fetch(`${t.url}/phone/api/clock`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"advanceMs":86400000}',
      });
      assert.equal(answer.status, 404);
      assert.equal("phone" in ((await (await fetch(t.url)).json()) as object), false);
    } finally {
      await t.stop();
    }
  });
});
