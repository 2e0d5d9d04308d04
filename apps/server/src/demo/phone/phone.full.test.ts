import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { startTestApp } from "../../../test/harness.ts";
import { bubble, type DemoChannel, type Message, type PhonePages, startPhonePages, write } from "../../../test/stages/phone-page.ts";
import { withoutBrowser } from "../../../test/browser.ts";
import { isLocalUrl } from "../../platform/http/hardening/loopback.ts";
import { eventually } from "../../../test/eventually.ts";

const amina = "447700900123";
const budi = "12025550142";
const layla = "447700900456";

describe("the phone", { skip: withoutBrowser }, () => {
  let pages: PhonePages;
  let demo: DemoChannel;

  before(async () => {
    pages = await startPhonePages();
    demo = pages.channel("chat-app");
  });
  after(() => pages?.stop());

  const open = (who: RegExp, viewport?: { width: number; height: number }): Promise<Page> =>
    pages.open(who, viewport === undefined ? {} : { viewport });
  const shoot = (page: Page, name: string) => pages.shoot(page, name);
  /** Acts as a business that calls the platform directly. */
  const platform = async (body: object) => {
    const simulator = /curl -s (\S+)\/_simulator\//.exec(pages.text)?.[1] as string;
    await fetch(`${simulator}/v25.0/${demo.account["phoneNumberId"]}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${demo.account["accessToken"]}`, "content-type": "application/json" },
      body: JSON.stringify({ messaging_product: "whatsapp", ...body }),
    });
  };

  it("is named by the start message and linked from the server's home page", async () => {
    assert.match(pages.text, new RegExp(`Phone\\s+${pages.url}/phone`));
    assert.equal(((await (await fetch(pages.url)).json()) as { phone: string }).phone, "/phone");
  });

  it("carries texts both ways, with the customer's read marks and the business's typing indicator", async () => {
    const page = await open(/Budi/);
    await page.getByText("Write to Northwind Outdoor").waitFor();
    await shoot(page, "empty");
    await write(page, "Do you repair tents?");
    const arrived = await demo.shows("the customer's message", (message) => message.text === "Do you repair tents?");
    await bubble(page, "Do you repair tents?").getByRole("img", { name: "Delivered" }).waitFor();
    await platform({ status: "read", message_id: arrived.externalId, typing_indicator: { type: "text" } });
    await bubble(page, "Do you repair tents?").getByRole("img", { name: "Read" }).waitFor();
    await page.getByText("typing…").waitFor();

    const sent = await demo.send(budi, "We do! Bring it by.");
    assert.equal(sent.status, 200);
    await bubble(page, "We do! Bring it by.").waitFor();
    await page.getByText("typing…").waitFor({ state: "hidden" });
    await demo.shows("the customer's read receipt", (message) => message.id === sent.body.id && message.status === "read");
    await page.close();
  });

  it("keeps the reader's position when read marks change, and scrolls to the end for the customer's own messages", async () => {
    const page = await open(/Budi/);
    const tall = Array.from({ length: 70 }, (_, line) => `Line ${line}`).join("\n");
    await write(page, tall);
    const arrived = await demo.shows("the long message", (message) => message.text === tall);
    await bubble(page, "Line 69").getByRole("img", { name: "Delivered" }).waitFor();
    const place = () => page.locator("#scroll").evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop);
    assert.ok((await place()) > 200, "the list is at its end");
    await page.evaluate("document.getElementById('scroll').scrollTop = 0");
    await platform({ status: "read", message_id: arrived.externalId });
    await bubble(page, "Line 69").getByRole("img", { name: "Read" }).waitFor();
    assert.equal(await place(), 0);
    await write(page, "Below all that");
    await bubble(page, "Below all that").waitFor();
    assert.ok((await place()) > 200);
    await page.close();
  });

  it("sends messages written while another is being sent in order, and gives refused ones back", async () => {
    const page = await open(/Budi/);
    const gate = Promise.withResolvers<void>();
    await page.route(/\/messages$/, async (route) => {
      await gate.promise;
      if (route.request().postData()?.includes("refuse me") === true)
        await route.fulfill({ status: 422, contentType: "application/json", body: '{"error":"Not this one."}' });
      else await route.continue();
    });
    await write(page, "queue: one");
    await write(page, "refuse me");
    await write(page, "queue: two");
    await page.getByRole("button", { name: "Attach" }).click();
    await page.getByRole("button", { name: /^Location/ }).click();
    const box = page.getByRole("textbox", { name: "Message" });
    await box.fill("half");
    gate.resolve();
    await bubble(page, "Westminster Bridge").last().waitFor();
    const texts = (await page.locator("#messages .bubble").allTextContents()).join(" ");
    const places = ["queue: one", "queue: two", "Westminster"].map((words) => texts.lastIndexOf(words));
    assert.ok(places[0] !== -1 && places.join() === places.toSorted((a, b) => a - b).join(), texts);
    assert.equal(texts.indexOf("queue: one"), places[0], "each once");
    await page.getByText("Not this one.").waitFor();
    assert.equal(await box.inputValue(), "refuse me\nhalf");
    await eventually("the browser tells the refusal", () => pages.complaints.length === 1);
    assert.match(pages.complaints.splice(0).join(), /422/);
    await page.close();
  });

  it("quotes, reacts, removes reactions, and sends pictures and locations", async () => {
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
    await page.getByRole("button", { name: /^Location/ }).click();
    await demo.shows("the place", (message) => message.type === "location");
    await shoot(page, "desktop");
    await page.close();
  });

  it("keeps incoming messages unread until the customer reads them", async () => {
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

  it("lays text out right to left where its language does, also on a small screen", async () => {
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
    // From the top of the page, whichever customer was selected before.
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

  it("shows errors on the phone and in the API", async () => {
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
    const { data } = (await pages.call("GET", "/messages?direction=inbound")).body as { data: Message[] };
    assert.deepEqual(data.filter((message) => message.text?.endsWith("of two")).length, 2);
    await page.getByRole("switch", { name: /Everything twice/ }).click();
    await shoot(page, "faults");
    await page.close();
  });

  it("advances the time of server and platform, which closes the customer service window", async () => {
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

  it("offers the demo's kinds of channel, and no others", async () => {
    const { kinds } = (await (await pages.fetch("/phone/api/kinds")).json()) as { kinds: string[] };
    assert.deepEqual(kinds, ["chat-app", "photo-social", "short-video"]);
    assert.equal((await pages.fetch("/phone/api/carrier-pigeon")).status, 404);
    const page = await pages.open(/Amina/, { kind: "carrier-pigeon" });
    await page.getByText("Northwind Outdoor").first().waitFor();
    assert.deepEqual(await page.locator("#kinds button").allTextContents(), ["Chat app", "photo social", "short video"]);
    await page.getByRole("button", { name: "photo social" }).click();
    await page.getByText("@northwind.outdoor").waitFor();
    assert.match(page.url(), /#photo-social\//);
    await page.close();
  });

  it("opens a conversation on its own phone, even if the reader has switched to another kind meanwhile", async () => {
    const page = await open(/Amina/);
    await bubble(page, "Sizes M and L").first().waitFor();
    const gate = Promise.withResolvers<void>();
    await page.route(/\/phone\/api\/chat-app$/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    const held = page.waitForRequest(/\/phone\/api\/chat-app$/);
    await page.getByRole("button", { name: /Budi/ }).click();
    await held;
    await page.getByRole("button", { name: "photo social" }).click();
    await page.getByText("@northwind.outdoor").waitFor();
    const asked = page.waitForResponse((response) => response.url().endsWith(`/${budi}`));
    gate.resolve();
    const response = await asked;
    assert.deepEqual([new URL(response.url()).pathname.split("/")[3], response.status()], ["chat-app", 200]);
    await page.close();
  });

  it("restricts what it runs and who may use it", async () => {
    const page = await pages.fetch("/phone");
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'.*script-src 'self'/);
    assert.equal(policy.includes("unsafe"), false);
    const clock = (headers: Record<string, string>, body = '{"advanceMs":1}') =>
      pages.fetch("/phone/api/clock", { method: "POST", headers, body });
    assert.equal((await clock({ "content-type": "text/plain" })).status, 415);
    assert.equal((await clock({ "content-type": "application/json", "sec-fetch-site": "cross-site" })).status, 403);
    for (const body of ["{}", '{"advanceMs":-1}', '{"advanceMs":99999999999}', "no"]) {
      assert.equal((await clock({ "content-type": "application/json" }, body)).status, 400);
    }
    for (const name of ["forwarded", "x-forwarded-for", "x-forwarded-host"])
      assert.equal((await clock({ "content-type": "application/json", [name]: "for=192.0.2.1" })).status, 403, name);
    assert.deepEqual(["http://localhost:3000", "http://[::1]:1", "https://crm.example.com"].map(isLocalUrl), [true, true, false]);
    // Sent raw, because fetch would resolve the dot segments.
    for (const path of ["%2e/clock", "x/%2e%2e/clock", "cloc%6b", "/clock"]) {
      const status = await new Promise((resolve, reject) => {
        const { hostname, port } = new URL(pages.url);
        const call = request({
          hostname,
          port,
          method: "POST",
          path: `/phone/api/chat-app/${path}`,
          headers: { "content-type": "application/json", cookie: pages.cookie },
        });
        call.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
        call.end('{"offsetMs":1}');
      });
      assert.equal(status, 404, path);
    }
    // The simulator's other control paths cannot be reached.
    for (const path of ["clock", "%2e%2e/calls", "x/%2e%2e/%2e%2e/numbers", "nothing"]) {
      const response = await pages.fetch(`/phone/api/chat-app/${path}`);
      assert.equal(response.status, 404, path);
    }
    assert.equal((await pages.fetch("/phone/../package.json")).status, 404);
    assert.equal((await pages.fetch("/phone/tsconfig.json")).status, 404);
  });

  it("no page reported an error", () => {
    assert.deepEqual(pages.complaints, []);
  });
});

describe("a server without the demo", () => {
  it("has no phone and no way to move its clock", async () => {
    const t = await startTestApp();
    try {
      for (const path of ["/phone", "/phone/main.js", "/phone/api/kinds"]) assert.equal((await fetch(t.url + path)).status, 404);
      const response = await fetch(`${t.url}/phone/api/clock`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"advanceMs":86400000}',
      });
      assert.equal(response.status, 404);
      assert.equal("phone" in ((await (await fetch(t.url)).json()) as object), false);
    } finally {
      await t.stop();
    }
  });
});
