/** Analytics: its reports, and what opens over them. */
import { byKey, over, type Place, screen, type Visit } from "./place.ts";

const drawn = ({ page }: Visit) => page.locator(".chart-card[aria-busy=false]").first();

export const analyticsPlaces = (): Place[] => [
  screen("analytics", "/analytics/overview", { shows: drawn }),
  screen("analytics-tables", "/analytics/overview?tables=all", { shows: ({ page }) => page.locator(".chart-table").first() }),
  screen("analytics-nothing", "/analytics/overview?since=2001-01-01&until=2001-01-02"),
  over("analytics-period", "/analytics/overview", byKey("p")),
  over("analytics-filter", "/analytics/overview", byKey("f")),
  screen("analytics-team", "/analytics/team", { shows: ({ page }) => page.locator("main [role=row]").nth(1) }),
  screen("analytics-levels", "/analytics/service-levels", { shows: drawn }),
  screen("analytics-satisfaction", "/analytics/satisfaction", { shows: drawn }),
  screen("analytics-chatbot", "/analytics/chatbot"),
  screen("analytics-broadcasts", "/analytics/broadcasts"),
  screen("analytics-flows", "/analytics/flows"),
];
