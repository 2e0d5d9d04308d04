import { messages } from "../messages.ts";

export const ui = messages({
  "ui.choose": "Choose",
  "ui.search.nothing": "Nothing found",
  "ui.search.failed": "The search failed. Type again.",
  "ui.form.other": "{field}: {issue}",
  "ui.notifications": "Notifications",
  "ui.dismiss": "Dismiss",
  "ui.loadMore": "Load more",
  "ui.loadMore.failed": "The rest did not load.",
  "ui.selected": { one: "{n} selected", other: "{n} selected" },
  "ui.clearSelection": "Clear the selection",
  "ui.selectRow": "Select the row",
  "ui.selectAll": "Select all rows",
  "ui.empty.call": "The same by the API: {call}",
  "ui.part.rest": "The rest of the page is fine.",
  "ui.presence.online": "online",
  "ui.presence.away": "away",
  "ui.presence.offline": "offline",
});
