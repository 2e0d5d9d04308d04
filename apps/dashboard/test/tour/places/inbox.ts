/** The inbox: views, conversations, menus and dialogs. */
import type { Seed } from "../seed/seed.ts";
import { byButton, byKey, over, type Place, screen, type Visit } from "./place.ts";

const log = ({ page }: Visit) => page.getByRole("log").getByRole("article").last();
const field = ({ page }: Visit) => page.locator("textarea.txt");
const message = ({ page }: Visit, text: string) => page.getByRole("log").getByRole("article").filter({ hasText: text }).first();

export function inboxPlaces({ ids }: Seed): Place[] {
  const rich = `/inbox/mine/${ids.rich}`;
  const closed = `/inbox/all/${ids.closed}`;
  const rows = ({ page }: Visit) => page.locator(".list [role=row]").first();
  return [
    screen("inbox", "/inbox/mine", { shows: rows }),
    screen("inbox-all", "/inbox/all", { shows: rows }),
    screen("inbox-unassigned", "/inbox/unassigned", { shows: rows }),
    screen("inbox-resolved", "/inbox/all?status=resolved", { shows: rows }),
    screen("inbox-mentions", "/inbox/mentions", { shows: rows }),
    screen("inbox-bot", "/inbox/bot", { shows: rows }),
    screen("inbox-snoozed", "/inbox/snoozed", { shows: rows }),
    screen("inbox-closing", "/inbox/closing", { shows: rows }),
    screen("inbox-view", `/inbox/${ids.view}`, { shows: rows }),
    screen("inbox-filtered", "/inbox/all?priority=high", { shows: rows }),
    screen("inbox-nothing", "/inbox/all?priority=low&unread=false"),
    over("inbox-filter", "/inbox/all", byKey("f")),
    over("inbox-order", "/inbox/all", byButton("inbox.sort")),
    over("inbox-save-view", "/inbox/all?priority=high", byButton("view.save")),
    over("inbox-edit-view", `/inbox/${ids.view}`, byKey("f")),
    over("inbox-start", "/inbox/all", byKey("c")),
    over("inbox-views", "/inbox/all", byButton("inbox.views"), { only: "phone" }),
    screen("conversation", rich, { shows: log }),
    screen("conversation-above", `${rich}#${ids.note}`, { shows: (visit) => message(visit, "third sticking zip") }),
    screen("conversation-arabic", `/inbox/mine/${ids.arabic}`, { shows: log }),
    screen("conversation-closed", closed, { shows: ({ page }) => page.locator(".templates, [role=region] textarea, .composer").last() }),
    screen("conversation-bot", `/inbox/bot/${ids.bot}`, { shows: ({ page }) => page.locator("button.trace").first() }),
    over("conversation-bot-trace", `/inbox/bot/${ids.bot}`, ({ page }) => page.locator("button.trace").first().click()),
    screen("conversation-note", rich, { open: byKey("n"), shows: field }),
    screen("conversation-mention", rich, {
      async open(visit) {
        await visit.page.keyboard.press("n");
        await field(visit).fill("@");
      },
      shows: ({ page }) => page.getByRole("listbox"),
    }),
    screen("conversation-canned", rich, {
      async open(visit) {
        await visit.page.keyboard.press("r");
        await field(visit).fill("/");
      },
      shows: ({ page }) => page.getByRole("listbox"),
    }),
    screen("conversation-draft", rich, {
      async open(visit) {
        await field(visit).fill("");
        await visit.button("assist.title").click();
        await visit.item("assist.suggest").click();
      },
      shows: ({ page }) => page.locator(".draft, .draft-strip").first(),
    }),
    screen("conversation-templates", rich, {
      open: byKey("t"),
      shows: ({ page }) => page.locator(".template-picker"),
    }),
    over("conversation-snooze", rich, byKey("s")),
    over("conversation-assign", rich, byKey("a"), { only: "desktop" }),
    over("conversation-more", rich, ({ page, button }) => button("common.more", page.locator(".thread-pane .head")).click()),
    over("conversation-labels", rich, async ({ page, button, item }) => {
      await button("common.more", page.locator(".thread-pane .head")).click();
      await item("inbox.labels").press("Enter");
    }),
    over("conversation-macro", rich, byKey("m")),
    over("conversation-assist", rich, byButton("assist.title")),
    over("conversation-emoji", rich, byButton("emoji.title")),
    over("conversation-choices", rich, byButton("choices.title"), { only: "desktop" }),
    over("conversation-send-menu", rich, byButton("composer.otherWays")),
    over("conversation-react", rich, async (visit) => {
      const last = message(visit, "the same hood");
      await last.hover();
      await visit.button("message.react", last).click();
    }),
    over("conversation-media", rich, byButton("message.image.open")),
    over("conversation-ticket", rich, byButton("contact.ticket"), { only: "desktop" }),
    over("conversation-deal", rich, byButton("contact.deal"), { only: "desktop" }),
    screen("inbox-checked", rich, { open: byKey("x"), shows: ({ page }) => page.getByRole("toolbar").first(), only: "desktop" }),
  ];
}
