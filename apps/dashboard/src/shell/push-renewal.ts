/** Web push of whoever has signed in or opened a page. */
import type { QueryClient } from "@tanstack/react-query";
import type { Me } from "@parley/sdk";
import { keptPush } from "../api/notifications/push-kept.ts";
import { getAppearance } from "./appearance.ts";

/** Where somebody has it on in this browser alone: for all others there is nothing to fetch. */
export function renewPushNow(client: QueryClient, me: Me): void {
  if (keptPush(me) === null) return;
  void import("../api/notifications/push.ts")
    .then(({ renewPush }) => renewPush(client, me, getAppearance().language))
    // It is tried again with the next page; until then the settings show it as off.
    .catch((error: unknown) => console.warn(error));
}
