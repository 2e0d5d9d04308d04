/**
 * The first segments of the dashboard's addresses. A browser that goes to one of them, or to anything below, gets the page, which
 * shows what the rest of the address says; everywhere else an unknown address is unknown. None may begin a route of the server but
 * for those of accounts, which are the dashboard's where there is one (modules/people/account-pages).
 */
export const dashboardSegments = [
  "inbox",
  "contacts",
  "pipeline",
  "tickets",
  "orders",
  "broadcasts",
  "flows",
  "chatbots",
  "knowledge",
  "voice",
  "analytics",
  "channels",
  "developers",
  "settings",
  "agency",
  "admin",
  "billing",
  "notifications",
  "search",
  "welcome",
  "gallery",
  "sign-in",
  "forgot-password",
] as const;
