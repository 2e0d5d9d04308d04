/** Renews web push when a person signs in or opens a page. */
import type { QueryClient } from "@tanstack/react-query";
import type { Me } from "@parley/sdk";
import { readStoredPush } from "../api/notifications/push-storage.ts";
import { getAppearance } from "./appearance.ts";

/** Does anything only if somebody has it switched on in this browser; otherwise nothing is fetched. */
export function renewPushNow(client: QueryClient, me: Me): void {
  if (readStoredPush(me) === null) return;
  void import("../api/notifications/push.ts")
    .then(({ renewPush }) => renewPush(client, me, getAppearance().language))
    // The next page tries again; until then the settings show it as off.
    .catch((error: unknown) => console.warn(error));
}
