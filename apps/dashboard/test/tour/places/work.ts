/** Contacts, pipeline, tickets, notifications, search, channels, developers, broadcasts. */
import type { Key } from "../../../src/i18n/catalogue.ts";
import type { Seed } from "../seed/seed.ts";
import { byButton, byKey, over, type Place, screen, type Visit } from "./place.ts";

const row = ({ page }: Visit) => page.locator("main [role=row]").nth(1);
const csv =
  "Their name,Mobile,E-mail address,Groups\nIda Sørensen,+4520123456,ida@example.com,club\nPaul Meyer,not a number,paul@example.com,club\n";

async function chooseFile({ page, button, top }: Visit): Promise<void> {
  await button("contacts.import").click();
  const chooser = page.waitForEvent("filechooser");
  await button("ui.chooseFile", top()).click();
  await (await chooser).setFiles({ name: "club.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await top().getByText("club.csv").waitFor();
  await top().locator("[aria-haspopup=listbox]").nth(4).waitFor();
}

/** Opened with an item of the menu behind "More". */
const byMore =
  (text: Key) =>
  async ({ button, item }: Visit) => {
    await button("common.more").click();
    await item(text).click();
  };

export function workPlaces({ ids }: Seed): Place[] {
  const contact = `/contacts/${ids.contact}`;
  const webhook = `/developers/webhooks/${ids.webhook}`;
  const channel = `/channels/${ids.channel}`;
  return [
    screen("contacts", "/contacts", { shows: row }),
    screen("contacts-filtered", "/contacts?tag=club", { shows: row }),
    screen("contacts-nothing", "/contacts?q=zzzz"),
    screen("contacts-segment", `/contacts?segment=${ids.segment}`, { shows: row }),
    screen("contacts-checked", "/contacts", {
      open: ({ page }) => page.locator("main [role=row] input[type=checkbox]").nth(2).press("Space"),
      shows: ({ page }) => page.getByRole("toolbar").first(),
    }),
    over("contacts-new", "/contacts", byKey("c")),
    over("contacts-import", "/contacts", byButton("contacts.import")),
    over("contacts-import-file", "/contacts", chooseFile),
    over("contacts-past", "/contacts", byButton("contacts.past")),
    over("contacts-keep", "/contacts?tag=club", byButton("segments.keep")),
    screen("segments", "/contacts/segments", { shows: row }),
    over("segments-new", "/contacts/segments", byKey("c")),
    over("segments-edit", "/contacts/segments", byButton("segments.edit")),
    over("segments-delete", "/contacts/segments", byButton("segments.delete")),
    screen("contact", contact, { shows: ({ page }) => page.locator(".contact-history li, .contact-history article").first() }),
    screen("contact-conversations", contact, { open: ({ page }) => page.getByRole("tab").nth(1).click() }),
    screen("contact-unknown", "/contacts/ctc_01999999999979998999999999999999"),
    screen("pipeline", "/pipeline", { shows: ({ page }) => page.locator(".deal").first() }),
    screen("pipeline-by-id", `/pipeline/${ids.pipeline}`, { shows: ({ page }) => page.locator(".deal").first() }),
    over("pipeline-new", "/pipeline", byKey("c")),
    over("pipeline-deal", "/pipeline", ({ page }) => page.locator(".deal").first().press("Enter")),
    over("pipeline-move", "/pipeline", byButton("pipeline.moveTo")),
    over("pipeline-lost", "/pipeline", async ({ button, top, page }) => {
      await button("pipeline.moveTo").click();
      await top().getByRole("menuitem").last().click();
      await page.locator("[role=menu]").waitFor({ state: "detached" });
    }),
    screen("tickets", "/tickets", { shows: ({ page }) => page.locator(".ticket-row").first() }),
    screen("tickets-resolved", "/tickets?status=resolved", { shows: ({ page }) => page.locator(".ticket-row").first() }),
    screen("tickets-nothing", "/tickets?q=zzzz"),
    screen("ticket", `/tickets/${ids.ticket}`, { shows: ({ page }) => page.locator(".ticket-facts .facts") }),
    over("tickets-filter", "/tickets", byKey("f")),
    over("tickets-new", "/tickets", byKey("c")),
    screen("notifications", "/notifications", { shows: ({ page }) => page.locator("main li, main [role=row]").first() }),
    screen("notifications-unread", "/notifications?unread=true"),
    screen("search", "/search"),
    screen("search-found", "/search?q=jacket", { shows: ({ page }) => page.locator("main mark").first() }),
    screen("search-nothing", "/search?q=zzzzqqqq"),
    screen("channels", "/channels", { shows: ({ page }) => page.locator(".channel-card").first() }),
    over("channels-connect", "/channels", byKey("c")),
    over("channels-connect-form", "/channels", async ({ page, top }) => {
      await page.keyboard.press("c");
      await top().getByRole("radio").first().press("Space");
      await top().getByRole("radio").last().press("Space");
      await top().locator("input[type=password]").first().waitFor();
    }),
    screen("templates", `${channel}/templates`),
    screen("templates-none", `${channel}/templates?status=paused`),
    screen("template-new", `${channel}/templates/new`, { shows: ({ page }) => page.locator(".making-cards") }),
    screen("template-new-code", `${channel}/templates/new`, {
      open: async ({ page }) => {
        await page.locator("div:has(> div select[name=category]) > button").click();
        await page.getByRole("option").last().click();
      },
      shows: ({ page }) => page.locator("input[inputmode=numeric]").first(),
    }),
    over("channel", channel, async ({ top }) => top().locator("li").first().waitFor()),
    over("channel-call-hours", channel, async ({ button, top, page }) => {
      await button("channelCalls.hours.change", top()).click();
      await page.locator("[role=dialog]:has(select[name=hours])").waitFor();
    }),
    over("channel-delete", channel, async ({ button, top, page }) => {
      await button("common.delete", top()).click();
      await page.getByRole("alertdialog").waitFor();
    }),
    screen("keys", "/developers/keys", { shows: row }),
    over("keys-new", "/developers/keys", byKey("c")),
    over("keys-revoke", "/developers/keys", byButton("keys.revoke")),
    screen("webhooks", "/developers/webhooks", { shows: row }),
    over("webhooks-new", "/developers/webhooks", byKey("c")),
    screen("webhook", webhook, { shows: row }),
    over("webhook-delivery", webhook, async (visit) => {
      await row(visit).press("Enter");
      await visit.top().locator("pre").first().waitFor();
    }),
    over("webhook-replay", webhook, byButton("webhooks.replay")),
    over("webhook-edit", webhook, byMore("webhooks.edit")),
    over("webhook-rotate", webhook, byMore("webhooks.rotate")),
    over("webhook-delete", webhook, byMore("common.delete")),
    screen("webhook-failed", `${webhook}?state=failed`),
    screen("events", "/developers/events", { shows: row }),
    screen("events-nothing", "/developers/events?type=agency_grant.ended"),
    over("event", "/developers/events", async (visit) => {
      await row(visit).press("Enter");
      await visit.top().locator("pre").first().waitFor();
    }),
    screen("requests", "/developers/requests", { shows: row }),
    screen("requests-nothing", "/developers/requests?path=/nothing"),
    over("request", "/developers/requests", async (visit) => {
      await row(visit).press("Enter");
      await visit.top().locator("dl").first().waitFor();
    }),
    over("console", "/contacts", async ({ page, top }) => {
      await page.keyboard.press("Control+k");
      await page.locator("[role=combobox]").fill("API");
      await page.getByRole("option").filter({ hasText: /API/ }).first().click();
      await top().locator("pre").first().waitFor();
    }),
    screen("broadcasts", "/broadcasts", { shows: row }),
    screen("broadcast-new", "/broadcasts/new", { shows: ({ page }) => page.locator(".making-cards") }),
    screen("broadcast-edit", `/broadcasts/${ids.broadcast}/edit`, { shows: ({ page }) => page.locator(".making-cards") }),
    screen("broadcast", `/broadcasts/${ids.broadcast}`, { shows: ({ page }) => page.locator(".outcome") }),
  ];
}
