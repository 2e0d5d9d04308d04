import { messages } from "../../messages.ts";

/** The dashboard as an application: its versions, and how it starts without the server. */
export const app = messages({
  "app.update": "A new version is available.",
  "app.update.now": "Reload for the new version",
  "app.offline": "You are offline",
  "app.offline.text":
    "The server cannot be reached, so nothing can be loaded. What you were writing is kept. This page continues on its own once you are back online.",
});
