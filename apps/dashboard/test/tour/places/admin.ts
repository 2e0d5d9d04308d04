/** The administration of the installation: its parts, and what opens over them. */
import { byButton, byKey, over, type Place, screen, type Visit } from "./place.ts";

const row = ({ page }: Visit) => page.locator(".settings-part [role=row]").nth(1);
/** Not the header row: on a phone it is hidden. */
const drawn = ({ page }: Visit) => page.locator(".settings-part :is(form, tbody [role=row], .empty)").first();
const path = (part: string) => `/admin/${part}`;

export const adminPlaces = (): Place[] => [
  screen("admin-overview", path("overview"), { shows: ({ page }) => page.locator(".billing-stats") }),
  ...[
    "people",
    "balances",
    "apps",
    "subscriptions",
    "payment-requests",
    "gateway",
    "queues",
    "health",
    "erasures",
    "exports",
    "audit-log",
  ].map((part) => screen(`admin-${part}`, path(part), { shows: drawn })),
  screen("admin-organizations", path("organizations"), { shows: row }),
  over("admin-organizations-new", path("organizations"), byKey("c")),
  screen("admin-organization", path("organizations"), {
    open: (visit) => row(visit).click(),
    shows: ({ page }) => page.locator(".settings-facts"),
  }),
  over("admin-people-suspend", path("people"), byButton("team.suspend")),
  over("admin-apps-top-up", path("apps"), async ({ page, button }) => {
    await button("billing.topUp", page.locator(".settings-part")).click();
  }),
  over("admin-subscriptions-change", path("subscriptions"), byButton("admin.change")),
  screen("admin-queue", path("queues/knowledge"), { shows: ({ top }) => top().locator(".empty, tbody [role=row]").first() }),
  screen("admin-prices", path("prices"), { shows: drawn }),
  over("admin-prices-new", path("prices"), byKey("c")),
  screen("admin-webhook-events", path("webhook-events"), { shows: row }),
  screen("admin-webhook-event", path("webhook-events"), {
    open: (visit) => row(visit).click(),
    shows: ({ top }) => top().locator("dl").first(),
  }),
];
