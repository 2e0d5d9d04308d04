/** The user's browsers that web push notifies, including this one. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Me } from "@parley/sdk";
import type { LanguageCode } from "../../i18n/languages.ts";
import { api } from "../client.ts";
import { findBrowserSubscription, mayNotify, subscribeBrowser, unsubscribeBrowser } from "./push-browser.ts";
import { storePush, readStoredPush } from "./push-storage.ts";

/** At most ten, newest first. */
export function pushDevicesQuery() {
  return queryOptions({
    queryKey: ["push-devices", "list"] as const,
    queryFn: async ({ signal }) => (await api.notifications.push.subscriptions.list({ limit: 100 }, { signal }).page()).data,
    staleTime: 0,
  });
}

const renewList = (client: QueryClient) => client.invalidateQueries({ queryKey: pushDevicesQuery().queryKey });

/** Tabs opened at the same time take turns. */
const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => navigator.locks.request("push", work);

async function subscribe(me: Me, language: LanguageCode, publicKey: string): Promise<void> {
  const subscription = await subscribeBrowser(publicKey);
  const { id: sessionId } = await api.auth.session.get();
  await api.notifications.push.subscriptions.create({ ...subscription, language });
  storePush(me, { endpoint: subscription.endpoint, sessionId });
}

/**
 * Asks the user for permission first; must be called from a click, otherwise the browser does not show the prompt. @throws PushUnreachable
 */
export async function turnPushOn(client: QueryClient, me: Me, language: LanguageCode): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission;
  const { publicKey } = await api.notifications.push.get();
  await inTurn(() => subscribe(me, language, publicKey));
  await renewList(client);
  return permission;
}

/** One of the user's browsers; `current`: this one. */
export async function turnPushOff(client: QueryClient, me: Me, device: { id: string; current: boolean }): Promise<void> {
  await api.notifications.push.subscriptions.delete(device.id);
  // Another user, or the same one in another organization, may also have it on here: a browser has one subscription for all.
  if (device.current && !storePush(me, null)) await unsubscribeBrowser();
  await renewList(client);
}

/**
 * Continues in a new session what the user had switched on here, and applies a changed language, server key or browser endpoint. What was
 * ended elsewhere meanwhile stays off.
 */
export async function renewPush(client: QueryClient, me: Me, language: LanguageCode): Promise<void> {
  if (readStoredPush(me) === null || !mayNotify()) return;
  await inTurn(async () => {
    const kept = readStoredPush(me);
    if (kept === null) return;
    const [{ publicKey }, { data: devices }, { id: sessionId }] = await Promise.all([
      api.notifications.push.get(),
      api.notifications.push.subscriptions.list({ limit: 100 }).page(),
      api.auth.session.get(),
    ]);
    const isSame = (await findBrowserSubscription(publicKey))?.endpoint === kept.endpoint;
    const here = devices.find(({ current }) => current);
    if (isSame && here?.language === language) return;
    if (isSame && here === undefined && kept.sessionId === sessionId) {
      if (!storePush(me, null)) await unsubscribeBrowser();
    } else await subscribe(me, language, publicKey);
  });
  await renewList(client);
}
