/** Settings, the shell, and the pages of sign-in. */
import type { Key } from "../../../src/i18n/catalogue.ts";
import type { Seed } from "../seed/seed.ts";
import { byButton, byKey, over, type Place, screen, type Visit } from "./place.ts";

/** If one is missing, the check of the navigation finds it. */
const parts = [
  ...["profile", "security", "appearance", "shortcuts", "general", "team", "divisions", "assignment", "business-hours", "service-levels"],
  ...["agency-access", "ai-keys", "agent-assist", "tags", "ticket-categories", "ticket-fields", "pipelines"],
  ...["labels", "canned-replies", "macros", "fields", "satisfaction", "billing", "privacy", "audit-log", "notifications"],
];
/** Lists with a dialog to add an entry and one to delete it. */
const listed = ["ai-keys", "labels", "canned-replies", "macros", "fields", "service-levels", "divisions", "pipelines"];
const part = ({ page }: Visit) => page.locator(".settings-part :is(form, tbody [role=row], section, li, button, .empty)").first();
const inTeamMenu =
  (text: Key) =>
  async ({ button, item, page }: Visit) => {
    await page.locator("main [role=row]").nth(2).locator("button[aria-haspopup=true]").click();
    await item(text).click();
    void button;
  };

function settingsPlaces(): Place[] {
  return [
    ...parts.flatMap((id) => {
      const path = `/settings/${id}`;
      return [
        screen(`settings-${id}`, path, { shows: part }),
        ...(listed.includes(id)
          ? [over(`settings-${id}-new`, path, byKey("c")), over(`settings-${id}-delete`, path, byButton("labels.delete"))]
          : []),
      ];
    }),
    over("settings-team-invite", "/settings/team", byButton("team.invite")),
    over("settings-team-edit", "/settings/team", inTeamMenu("team.edit")),
    over("settings-team-remove", "/settings/team", inTeamMenu("team.remove")),
    over("settings-tags-rename", "/settings/tags", byButton("labels.edit")),
    over("settings-tags-delete", "/settings/tags", byButton("labels.delete")),
    over("settings-ticket-categories-new", "/settings/ticket-categories", byKey("c")),
    over("settings-ticket-fields-new", "/settings/ticket-fields", byKey("c")),
    over("settings-pipelines-stage-new", "/settings/pipelines", byButton("pipelines.stage.newIn")),
    over("settings-billing-top-up", "/settings/billing", byKey("c")),
    ...["usage", "payments", "transactions", "prices"].map((list) =>
      screen(`settings-billing-${list}`, `/settings/billing?list=${list}`, { shows: part }),
    ),
    over("settings-privacy-end", "/settings/privacy", byButton("privacy.end.begin")),
  ];
}

const shellPlaces = ({ ids }: Seed): Place[] => [
  screen("start", "/"),
  over("palette", "/contacts", byKey("Control+k")),
  over("palette-selected", `/inbox/mine/${ids.rich}`, byKey("Control+k")),
  over("palette-typed", "/contacts", async ({ page, top }) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("jacket");
    await top().getByRole("option").nth(2).waitFor();
  }),
  over("shortcuts", `/inbox/mine/${ids.rich}`, byKey("?")),
  over("organization-menu", "/contacts", ({ page }) => page.locator(".rail button.workspace").click(), { only: "desktop" }),
  over("availability", "/contacts", ({ page }) => page.locator(".own-availability").click(), { only: "desktop" }),
  over("more", "/contacts", ({ page }) => page.locator(".tabbar-more").click(), { only: "phone" }),
  // It has its own tour: agency.e2e.ts.
  screen("agency-absent", "/agency/clients"),
  screen("agency-record-absent", "/agency/clients/org_1"),
  screen("not-found", "/nowhere/at/all"),
  screen("settings-not-found", "/settings/nowhere"),
  screen("welcome", "/welcome", { shows: ({ page }) => page.locator(".step").first() }),
  screen("gallery", "/gallery"),
];

const sessionPlaces = ({ guarded, tokens }: Seed): Place[] => [
  screen("sign-in", "/sign-in"),
  screen("sign-in-expired", "/sign-in?expired=true"),
  screen("sign-in-wrong", "/sign-in", {
    async open({ page }) {
      await page.locator("#email").fill("ingrid@northwind.example");
      await page.locator("#password").fill("not this one");
      await page.locator("#password").press("Enter");
      await page.getByRole("alert").waitFor();
    },
  }),
  screen("second-factor", "/sign-in", {
    async open({ page }) {
      await page.locator("#email").fill(guarded.email);
      await page.locator("#password").fill(guarded.password);
      await page.locator("#password").press("Enter");
      await page.locator("#code").waitFor();
    },
  }),
  screen("forgotten-password", "/forgot-password"),
  screen("forgotten-password-sent", "/forgot-password", {
    async open({ page }) {
      await page.locator("#email").fill("ingrid@northwind.example");
      await page.locator("#email").press("Enter");
      await page.getByRole("status").waitFor();
    },
  }),
  screen("invitation", `/accept-invitation?token=${tokens.invitation}`, { isServers: true }),
  screen("new-password", `/reset-password?token=${tokens.reset}`, { isServers: true }),
];

export const restPlaces = (seed: Seed): Place[] => [...settingsPlaces(), ...shellPlaces(seed), ...sessionPlaces(seed)];
