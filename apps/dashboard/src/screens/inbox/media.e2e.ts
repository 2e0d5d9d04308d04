/** Pictures, audio and files between a customer's phone and the inbox, both ways; and orders, forms and posts of customers. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import type { Locator } from "playwright-core";
import { openThread } from "../../../test/open-thread.ts";
import { startRelay } from "../../../test/relay.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../test/stage.ts";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

describe("media in the inbox", { skip: withoutBrowser }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  const attach = async (page: StagePage, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Attach files" }).click();
    await (await chooser).setFiles(file);
  };
  /** Fetched with the page's own session. */
  const bytesAt = (page: StagePage, url: string) =>
    page.evaluate(async (at) => [...new Uint8Array(await (await fetch(at)).arrayBuffer())], url).then((bytes) => Buffer.from(bytes));
  const messagesOf = async (page: StagePage) => {
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    return (await stage.tenant.api.get(`/api/v1/conversations/${id}/messages`)).body.data as {
      type: string;
      direction: string;
      text: string | null;
      media: { kind: string; mimeType: string; url: string; filename: string | null; status: string }[];
    }[];
  };

  it("a file that is still being uploaded is discarded: its upload ends, and the next reply is sent", async () => {
    const customer = await stage.channels.chatApp.customer(3);
    await customer.write("Do you have the manual?");
    const relay = await startRelay(stage.url);
    const page = await stage.open({ as: "agent", path: "/inbox/all", through: relay.url });
    const follower = await stage.open({ sameBrowserAs: page, path: "/inbox/all", through: relay.url });
    for (const each of [page, follower]) await openThread(each, "Do you have the manual");
    for (const by of [page, follower]) {
      const release = relay.hold(/POST \/api\/v1\/media /);
      const aborted = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/v1/media"));
      await attach(page, { name: "manual.pdf", mimeType: "application/pdf", buffer: pdf });
      const waiting = by.getByRole("article").filter({ hasText: "manual.pdf" });
      await waiting.waitFor();
      const text = by === page ? "One moment" : "It is out of print";
      await page.getByRole("textbox", { name: "Reply" }).fill(text);
      await page.keyboard.press("Enter");
      if (by === page) await page.axe();
      const discard = waiting.getByRole("button", { name: "Discard" });
      const describedBy = await discard.getAttribute("aria-describedby");
      assert.equal(await waiting.locator(`[id="${describedBy}"]`).textContent(), "manual.pdf", "several files may wait");
      await discard.click();
      await aborted;
      await customer.shows(text, (message) => message.text === text);
      await waiting.waitFor({ state: "detached" });
      release();
    }
    assert.deepEqual(
      (await messagesOf(page)).filter(({ direction }) => direction === "outbound").map(({ type }) => type),
      ["text", "text"],
    );
    await eventually("nothing waits", async () => (await page.locator(".bubble.pending").count()) === 0);
    await page.context().close();
    await relay.close();
  });

  it("a customer's picture and file are viewed and downloaded", async () => {
    const customer = await stage.channels.chatApp.customer(0);
    await customer.write("Look what arrived");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "Look what arrived");
    await customer.send({ type: "sample", sample: "parcel", caption: "One corner is crushed" });
    await page.getByRole("log").getByText("One corner is crushed").waitFor();
    await page.getByRole("button", { name: "Open the photo" }).click();
    const shown = page.getByRole("dialog").getByRole("img");
    await shown.waitFor();
    assert.deepEqual(
      await shown.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      }),
      [480, 360],
    );
    await page.axe();
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "detached" });

    await customer.send({ type: "sample", sample: "order" });
    const file = page.getByRole("link", { name: /order-4711\.pdf/ });
    await file.waitFor();
    const bytes = await bytesAt(page, (await file.getAttribute("href")) ?? "");
    assert.ok(bytes.subarray(0, 5).equals(Buffer.from("%PDF-")), bytes.subarray(0, 20).toString("latin1"));
    const inbound = (await messagesOf(page)).filter(({ media }) => media.length > 0);
    assert.deepEqual(inbound.map(({ type, media }) => [type, media[0]?.status]).sort(), [
      ["document", "stored"],
      ["image", "stored"],
    ]);
    await page.context().close();
  });

  it("a customer's voice note is played in its place", async () => {
    const customer = await stage.channels.photoSocial.customer(0);
    await customer.write("I cannot type now");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "I cannot type now");
    await customer.send({ type: "sample", sample: "voice" });
    await page.getByRole("button", { name: /^Play: / }).click();
    // Two seconds of audio: it plays, and ends by itself.
    await page.getByRole("button", { name: /^Pause: / }).waitFor();
    await page.getByRole("button", { name: /^Play: / }).waitFor();
    const played = await page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.played.length > 0 && audio.duration > 1);
    assert.equal(played, true);
    await page.context().close();
  });

  it("a picture with a caption, a file and a voice note reach the customer", async () => {
    const customer = await stage.channels.chatApp.customer(1);
    await customer.write("Can you show me the desk?");
    const page = await stage.open({ as: "agent", path: "/inbox/all", permissions: ["microphone"] });
    await openThread(page, "Can you show me the desk");
    await page.getByRole("textbox", { name: "Reply" }).fill("This is the oak one");
    await attach(page, { name: "desk.png", mimeType: "image/png", buffer: png });
    const picture = await customer.shows("the picture", ({ kind }) => kind === "image");
    assert.equal(picture.text, "This is the oak one");
    assert.equal(await page.getByRole("textbox", { name: "Reply" }).inputValue(), "", "the words went with it");
    await attach(page, { name: "offer.pdf", mimeType: "application/pdf", buffer: pdf });
    const file = await customer.shows("the file", ({ kind }) => kind === "document");
    assert.deepEqual(file.media, { mimeType: "application/pdf", name: "offer.pdf" });

    await page.getByRole("button", { name: "Record a voice note" }).click();
    await page.getByText("0:01", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Send the recording" }).click();
    const voice = await customer.shows("the voice note", ({ kind }) => kind === "audio");
    assert.match(voice.media?.mimeType ?? "", /^audio\/(?:mp4|ogg|aac)/);
    await page.getByRole("button", { name: /^Play: / }).waitFor();
    await page.locator(".bubble.pending").waitFor({ state: "detached" });
    await page.axe();

    const sent = (await messagesOf(page)).filter(({ direction, media }) => direction === "outbound" && media.length > 0);
    assert.deepEqual(sent.map(({ type }) => type).sort(), ["audio", "document", "image"]);
    const stored = sent.find(({ type }) => type === "image")?.media[0]?.url ?? "";
    assert.ok((await bytesAt(page, stored)).equals(png), "the picture is kept as it was");
    await page.context().close();
  });

  it("a text that is too long for a caption reaches the customer as a message before the picture", async () => {
    const customer = await stage.channels.chatApp.customer(4);
    await customer.write("How do I build it?");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "How do I build it");
    const steps = "Fix the next board. ".repeat(60).trim();
    await page.getByRole("textbox", { name: "Reply" }).fill(steps);
    await attach(page, { name: "desk.png", mimeType: "image/png", buffer: png });
    const picture = await customer.shows("the picture", ({ kind }) => kind === "image");
    assert.equal(picture.text ?? "", "");
    assert.equal(await page.getByRole("textbox", { name: "Reply" }).inputValue(), "");
    const sent = (await messagesOf(page)).filter(({ direction }) => direction === "outbound").reverse();
    assert.deepEqual(
      sent.map(({ type, text }) => [type, text]),
      [
        ["text", steps],
        ["image", null],
      ],
    );
    await page.context().close();
  });

  it("a contact card shows its name and its number, an order its products, prices and total", async () => {
    const { accountId } = stage.channels.chatApp;
    const customer = stage.t.simulator.customer("447700900177", "Yusuf");
    await customer.sendText(accountId, "Here is my brother");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "Here is my brother");
    const card = { name: { formatted_name: "Idris Bello", first_name: "Idris" }, phones: [{ phone: "+44 7700 900124" }] };
    await customer.send(accountId, { kind: "contacts", contacts: [card] });
    const items = [
      { id: "SOCKS-M", quantity: 2, price: 12.5, currency: "EUR" },
      { id: "SCARF", quantity: 1, price: 30, currency: "EUR" },
    ];
    await customer.send(accountId, { kind: "order", text: "And these", items });
    const log = page.getByRole("log");
    await log.getByText("Idris Bello", { exact: true }).waitFor();
    await log.getByText("+44 7700 900124", { exact: true }).waitFor();
    const lines = log.getByRole("list", { name: "Order of 2 items" }).getByRole("listitem");
    await lines.first().waitFor();
    assert.deepEqual(await lines.allInnerTexts(), ["SOCKS-M\n2 × €12.50", "SCARF\n1 × €30", "Total\n€55"]);
    await log.getByText("And these").waitFor();
    await page.axe();
    await page.setAppearance({ size: "phone", language: "ar" });
    await log.getByText("طلب من منتجين").waitFor();
    await page.shoot("inbox-order-ar");
    await page.context().close();
  });

  it("a form's answers are read as plain text, and a permission to call says whether and until when", async () => {
    const { accountId } = stage.channels.chatApp;
    const customer = stage.t.simulator.customer("447700900178", "Zoe");
    await customer.sendText(accountId, "I filled in your form");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "I filled in your form");
    const markup = "<img src=x onerror=\"document.title='owned'\"> javascript:alert(1)";
    const response = { flow_token: "ft_1", delivery_date: "2026-12-01", gift_wrap: true, remark: markup };
    await customer.send(accountId, { kind: "form_reply", response });
    const log = page.getByRole("log");
    await log.getByText("Form answers", { exact: true }).waitFor();
    assert.deepEqual(await log.locator("dt").allInnerTexts(), ["delivery date", "gift wrap", "remark"]);
    assert.deepEqual(await log.locator("dd").allInnerTexts(), ["2026-12-01", "Yes", markup]);
    assert.equal(await log.locator("dd :is(a, img)").count(), 0);

    const permission = (reply: Record<string, unknown>) =>
      customer.send(accountId, {
        kind: "raw",
        message: { type: "interactive", interactive: { type: "call_permission_reply", call_permission_reply: reply } },
      });
    const until = new Date(stage.clock.now().getTime() + 3 * 86_400_000);
    const seconds = Math.floor(until.getTime() / 1_000);
    await permission({ response: "accept", is_permanent: false, expiration_timestamp: seconds, response_source: "user_action" });
    await permission({ response: "accept", is_permanent: true, response_source: "automatic" });
    await permission({ response: "reject", response_source: "user_action" });
    await log.getByText("Refused calls", { exact: true }).waitFor();
    const day = until.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "Europe/Berlin" });
    await log.getByText(new RegExp(`^Allowed calls until ${day}, \\d\\d:\\d\\d$`)).waitFor();
    await log.getByText("Allowed calls permanently", { exact: true }).waitFor();
    assert.equal(await log.getByText("Set automatically by the platform").count(), 1);
    // The last message has no text: its row says what it is.
    await page.getByRole("row", { name: /Zoe.*Interactive message/ }).waitFor();
    await page.axe();
    await page.shoot("inbox-form-and-calls");
    await page.context().close();
  });

  it("a shared post, a story and an ad are opened by their links, and what is no web address is none", async () => {
    const { chatApp, photoSocial, shortVideo } = stage.channels;
    const viewer = stage.shortVideo.customer("usrUnq-post", "post.sharer");
    await viewer.send(shortVideo.accountId, { kind: "share_post", videoId: "7399990001112223334" });
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    // The message has no text, and its row says what it is.
    await page.getByRole("row", { name: /post.*Interactive message/ }).click();
    const log = page.getByRole("log");
    const opens = async (link: Locator, address: RegExp) => {
      await link.waitFor();
      assert.match((await link.getAttribute("href")) ?? "", address);
      assert.deepEqual([await link.getAttribute("target"), await link.getAttribute("rel")], ["_blank", "noopener noreferrer"]);
    };
    await opens(log.getByRole("link", { name: /^Shared a post/ }), /^https:\/\/www\.tiktok\.com\/player\/v1\/7399990001112223334$/);
    await page.axe();
    await page.shoot("inbox-shared-post");

    const follower = stage.photoSocial.customer("1023456789012399", { username: "story.reader" });
    await follower.send(photoSocial.accountId, { kind: "story_reply", text: "Is that coat new?" });
    await openThread(page, "Is that coat new");
    await follower.send(photoSocial.accountId, { kind: "post", title: "Evening walk" });
    await opens(log.getByRole("link", { name: "Replied to your story" }), /^http/);
    await opens(log.getByRole("link", { name: "Shared a post" }), /^http/);
    await log.getByText("Evening walk", { exact: true }).waitFor();
    await page.shoot("inbox-story-and-post");

    const reader = stage.t.simulator.customer("447700900179", "Xenia");
    const ad = { source_type: "ad", headline: "Chat with Northwind", body: "Autumn jackets are here" };
    await reader.sendText(chatApp.accountId, "I saw your ad", { referral: { ...ad, source_url: "https://ads.example/jackets" } });
    await openThread(page, "I saw your ad");
    await opens(log.getByRole("link", { name: "Came from an ad or a link" }), /^https:\/\/ads\.example\/jackets$/);
    for (const text of [ad.headline, ad.body]) await log.getByText(text, { exact: true }).waitFor();
    await page.shoot("inbox-ad");
    await reader.sendText(chatApp.accountId, "And another", { referral: { headline: "Free coat", source_url: "javascript:alert(1)" } });
    await log.getByText("Free coat", { exact: true }).waitFor();
    assert.equal(await log.getByRole("link").count(), 1, "only the web address is a link");
    await page.context().close();
  });

  it("a file that the channel does not accept is refused by name, before it is sent", async () => {
    const customer = await stage.channels.chatApp.customer(2);
    await customer.write("Send me the program");
    const page = await stage.open({ as: "agent", path: "/inbox/all" });
    await openThread(page, "Send me the program");
    await attach(page, { name: "setup.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") });
    await page.getByText("setup.exe: this channel does not accept files of this type.").waitFor();
    assert.equal((await messagesOf(page)).filter(({ direction }) => direction === "outbound").length, 0);
    await page.context().close();
  });
});
