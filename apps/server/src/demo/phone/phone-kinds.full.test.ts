import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { attach, bubble, type DemoChannel, type PhonePages, startPhonePages, turn, write } from "../../../test/stages/phone-page.ts";
import { withoutBrowser } from "../../../test/browser.ts";
import { eventually } from "../../../test/eventually.ts";

const small = { width: 390, height: 844 };

const backgroundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => (globalThis as any).getComputedStyle(element).backgroundColor as string);
/** From 0 (black) to 255. */
const lightness = (colour: string) => Math.max(...(colour.match(/\d+/g) ?? []).slice(0, 3).map(Number));
const widthOf = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth");

describe("the phone for every kind of channel", { skip: withoutBrowser }, () => {
  let pages: PhonePages;
  let photo: DemoChannel;
  let video: DemoChannel;

  before(async () => {
    pages = await startPhonePages();
    photo = pages.channel("photo-social");
    video = pages.channel("short-video");
  });
  after(() => pages?.stop());

  it("switches between three platforms, each with its own look, at both screen sizes", async () => {
    for (const [viewport, size] of [
      [{ width: 1280, height: 800 }, "desktop"],
      [small, "small"],
    ] as const) {
      const page = await pages.open(/Priya/, { viewport });
      const walls = new Map<string, string>();
      for (const kind of ["chat-app", "photo-social", "short-video"]) {
        await page.locator(`#kinds [data-kind=${kind}]`).click();
        await page.locator(`html[data-kind=${kind}]`).waitFor();
        await page.getByText("Write to Northwind Outdoor").or(page.locator(".bubble").first()).first().waitFor();
        walls.set(kind, await backgroundOf(page, "#scroll"));
        assert.equal(await widthOf(page), viewport.width, `${kind} at ${size}`);
        await pages.shoot(page, `${kind}-${size}`);
      }
      assert.equal(new Set(walls.values()).size, 3);
      assert.ok(lightness(walls.get("short-video") as string) < 64, "short-video is dark");
      await page.close();
    }
  });

  it("photo-social: texts, read marks and reactions both ways", async () => {
    const page = await pages.open(/Amina/, { kind: "photo-social" });
    const amina = `10${"447700900123".padStart(14, "0")}`;
    await write(page, "Do you ship to Ireland?");
    const hello = await photo.shows("the customer's message", (message) => message.text === "Do you ship to Ireland?");
    await bubble(page, "Do you ship to Ireland?").getByRole("img", { name: "Delivered" }).waitFor();
    const sent = await photo.send(amina, "We do, in two to four days.");
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    await bubble(page, "We do, in two").waitFor();
    await photo.shows("it is read", (message) => message.id === sent.body.id && message.status === "read");
    assert.equal((await photo.post(amina, { type: "reaction", content: { messageId: hello.id, emoji: "❤️" } })).status, 200);
    await bubble(page, "Do you ship to Ireland?").getByText("❤️").waitFor();
    const answer = bubble(page, "We do, in two");
    await answer.hover();
    await answer.getByRole("button", { name: /React or reply/ }).click();
    await page.getByRole("button", { name: "React with 👍" }).click();
    await photo.shows("the reaction", (message) => message.id === sent.body.id && message.reactions[0]?.emoji === "👍");
    await answer.getByRole("button", { name: /React or reply/ }).click();
    await page.getByRole("button", { name: "Reply", exact: true }).click();
    await write(page, "Great, thanks");
    await photo.shows("the quote", (message) => message.text === "Great, thanks" && message.replyToId === sent.body.id);
    await page.close();
  });

  it("photo-social: pictures, audio, video and stories, and taps on quick replies", async () => {
    const page = await pages.open(/Budi/, { kind: "photo-social", viewport: small });
    const budi = `10${"12025550142".padStart(14, "0")}`;
    await page.getByRole("textbox", { name: "Message" }).fill("stays in the box");
    for (const [label, type] of [
      ["Damaged parcel", "image"],
      ["Voice message", "audio"],
      ["Video", "video"],
      ["Order form (PDF)", "document"],
    ] as const) {
      await attach(page, label);
      await photo.shows(`${type} is fetched`, (message) => message.type === type && message.media[0]?.status === "stored");
    }
    assert.equal(await page.getByRole("textbox", { name: "Message" }).inputValue(), "stays in the box");
    await attach(page, "Reply to their story");
    await bubble(page, "You replied to their story").waitFor();
    await photo.shows("the story reply", (message) => message.content?.["story"]?.kind === "reply");
    await attach(page, "Mention them in your story");
    await photo.shows("the story mention", (message) => message.content?.["story"]?.kind === "mention");
    for (const sign of ["video", "audio"]) {
      const ready = () => page.locator(`.bubble ${sign}`).evaluate((media) => (media as unknown as { readyState: number }).readyState > 0);
      await eventually(`the ${sign} can be played`, ready);
    }
    const buttons = [{ id: "SIZE_M", title: "Medium" }];
    const asked = await photo.post(budi, { type: "interactive", text: "Which size?", content: { kind: "buttons", buttons } });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    await page.getByRole("button", { name: "Medium" }).click();
    await photo.shows("the tap", (message) => message.content?.["reply"]?.id === "SIZE_M");
    assert.equal(await widthOf(page), small.width);
    await pages.shoot(page, "photo-social-stories");
    await page.close();
  });

  it("photo-social: a reply from the platform's own app, a refusal, and the human agent's seven days", async () => {
    const page = await pages.open(/João/, { kind: "photo-social" });
    const joao = `10${"12025550178".padStart(14, "0")}`;
    await write(page, "Anybody there?");
    await photo.shows("the customer's message", (message) => message.text === "Anybody there?");
    await page.getByRole("button", { name: /own app/ }).click();
    await bubble(page, "Answered in the platform's own app").waitFor();
    await photo.shows("the echo", (message) => message.direction === "outbound" && (message.text ?? "").includes("app on our phone"));
    await turn(page, /does not arrive/, true);
    const lost = await photo.send(joao, "You will never see this");
    await page
      .getByRole("complementary", { name: "What happened" })
      .getByText(/refused.*551/)
      .waitFor();
    await photo.shows("it failed", (message) => message.id === lost.body.id && message.error?.providerCode === "551");
    await page.getByText(/Window open/).waitFor();
    await page.getByRole("button", { name: "Let 24 hours pass" }).click();
    await page.getByText(/Window closed.*A person at the business can still reply for/).waitFor();
    assert.equal((await photo.send(joao, "Too late")).body.error.code, "window_closed");
    const byHand = await photo.post(joao, { type: "text", text: "By a person", humanAgent: true });
    assert.equal(byHand.status, 200, JSON.stringify(byHand.body));
    await bubble(page, "By a person").waitFor();
    await pages.shoot(page, "photo-social-person");
    await page.close();
  });

  it("short-video: texts, cards and the platform's counts", async () => {
    const page = await pages.open(/Amina/, { kind: "short-video" });
    const amina = "usr-447700900123";
    await write(page, "Is the jacket on sale?");
    const hello = await video.shows("the customer's message", (message) => message.text === "Is the jacket on sale?");
    await page.getByText("0 of 10 messages before your first answer").waitFor();
    const sent = await video.post(amina, { type: "text", text: "Yes, until Sunday.", replyToId: hello.id });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    await bubble(page, "Yes, until Sunday.").getByRole("button", { name: /You/ }).waitFor();
    await page.getByText("1 of 10 messages before your first answer").waitFor();
    await video.shows("it is read", (message) => message.id === sent.body.id && message.status === "read");
    await pages.shoot(page, "short-video-count");
    const buttons = [{ id: "track", title: "Track order" }];
    const asked = await video.post(amina, { type: "interactive", text: "What next?", content: { kind: "buttons", buttons } });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    await page.getByRole("button", { name: "Track order" }).click();
    await video.shows("the tap", (message) => message.content?.["reply"]?.id === "track");
    await page.getByText(/before your first answer/).waitFor({ state: "hidden" });
    await attach(page, "Sunset");
    await video.shows("the picture is fetched", (message) => message.type === "image" && message.media[0]?.status === "stored");
    await attach(page, "Sticker");
    await video.shows("the sticker is fetched", (message) => message.type === "sticker" && message.media[0]?.status === "stored");
    await page.getByRole("button", { name: /own app/ }).click();
    await video.shows("the echo", (message) => message.direction === "outbound" && (message.text ?? "").includes("app on our phone"));
    await page.close();
  });

  it("short-video: reordered and duplicate messages arrive once each; after silence only three may be sent", async () => {
    const page = await pages.open(/ليلى/, { kind: "short-video", viewport: small });
    const layla = "usr-447700900456";
    const controls = async (use: () => Promise<void>) => {
      await page.getByRole("button", { name: /^Controls/ }).click();
      await use();
      await page.keyboard.press("Escape");
    };
    await controls(async () => {
      await turn(page, /Everything twice/, true);
      await turn(page, /Swap my next two/, true);
    });
    await write(page, "first of two");
    await bubble(page, "first of two").waitFor();
    await write(page, "second of two");
    await video.shows("the one that was held back", (message) => message.text === "first of two");
    await controls(async () => {
      await turn(page, /Everything twice/, false);
      await page.getByRole("button", { name: "Let 24 hours pass" }).click();
      await page.getByText("(48 h ahead)").waitFor();
      await page.getByRole("button", { name: "Let 24 hours pass" }).click();
      await page.getByText("(72 h ahead)").waitFor();
      await page.getByText(/Window closed: the business can only send a few messages/).waitFor();
      await page.getByText("0 of 3 messages after 48 hours of silence").waitFor();
    });
    assert.equal((await video.send(layla, "Still interested?")).status, 200);
    await bubble(page, "Still interested?").waitFor();
    await controls(async () => {
      await page.getByText("1 of 3 messages after 48 hours of silence").waitFor();
      await pages.shoot(page, "short-video-silence");
    });
    const { data } = (await pages.call("GET", "/messages?direction=inbound")).body as { data: { text: string | null }[] };
    assert.equal(data.filter((message) => message.text?.endsWith("of two")).length, 2);
    await page.close();
  });

  it("a revoked token stops the channel until it is connected again", async () => {
    for (const [kind, channel, budi] of [
      ["photo-social", photo, "1000012025550142"],
      ["short-video", video, "usr-12025550142"],
    ] as const) {
      const page = await pages.open(/Budi/, { kind });
      await write(page, "Still open?");
      await channel.shows("the customer's message", (message) => message.text === "Still open?");
      await turn(page, /token revoked/, true);
      // A concurrent request (the lookup of the customer's media) may notice the revoked token first: then the channel
      // accepts no message until it is connected again, for which the platform needs a valid token.
      const body = await eventually("the message is taken", async () => {
        const sent = await channel.send(budi, "We are");
        if (sent.status === 200) return sent.body;
        assert.equal(sent.body.error.code, "channel_not_connected", JSON.stringify(sent.body));
        await turn(page, /token revoked/, false);
        await pages.call("PATCH", `/channels/${channel.id}`, { config: {} });
        await turn(page, /token revoked/, true);
        return undefined;
      });
      const status = async () => (await pages.call("GET", `/channels/${channel.id}`)).body.status;
      await eventually("the channel asks to be connected again", async () => (await status()) === "NeedsReauth");
      await turn(page, /token revoked/, false);
      assert.equal((await pages.call("PATCH", `/channels/${channel.id}`, { config: {} })).body.status, "Connected");
      // An attempt whose refusal is stored after the channel works again waits for its next retry.
      await bubble(page, "We are").waitFor({ timeout: 90_000 });
      await channel.shows("it is read", (message) => message.id === body.id && message.status === "read");
      await page.close();
    }
  });

  it("no page reported an error", () => {
    assert.deepEqual(pages.complaints, []);
  });
});
