/** Web push in this browser: whether it is supported, its permission, and its subscription. Nothing here knows the API. */
/** `insecure`: the page has no https URL. `missing`: this browser does not support it. `denied`: the user refused the permission. */
export type PushSupport = "insecure" | "missing" | "denied" | "able";

export function pushSupport(): PushSupport {
  if (!globalThis.isSecureContext) return "insecure";
  // The development server has no service worker.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis))
    return "missing";
  return Notification.permission === "denied" ? "denied" : "able";
}

export function mayNotify(): boolean {
  return pushSupport() === "able" && Notification.permission === "granted";
}

/** The user may change it in the browser's settings meanwhile. */
export function onPermissionChange(listener: () => void): () => void {
  let status: PermissionStatus | undefined;
  let dropped = false;
  navigator.permissions?.query({ name: "notifications" }).then(
    (found) => {
      if (dropped) return;
      status = found;
      status.addEventListener("change", listener);
    },
    // Safari does not report changes of this permission; it is queried again when the page is loaded.
    () => undefined,
  );
  return () => {
    dropped = true;
    status?.removeEventListener("change", listener);
  };
}

/** The browser has no push service, cannot reach it, or could not store the service worker. */
export class PushUnreachable extends Error {}

export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The existing subscription for this key; null: none, or one for another key. */
export async function findBrowserSubscription(publicKey: string): Promise<BrowserSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const found = (await registration?.pushManager.getSubscription()) ?? null;
  return found !== null && keyOf(found) === publicKey ? readSubscription(found) : null;
}

/** @throws PushUnreachable */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription> {
  try {
    // As shell/app-worker.ts does some seconds after the page was opened; registering twice is harmless.
    const registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    await untilActive(registration);
    const before = await registration.pushManager.getSubscription();
    // Browsers refuse a second key.
    if (before !== null && keyOf(before) !== publicKey) await before.unsubscribe();
    return readSubscription(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  } catch (cause) {
    throw new PushUnreachable("the browser did not subscribe", { cause });
  }
}

export async function unsubscribeBrowser(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function untilActive(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker === null || worker.state === "activated") return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("the service worker could not be installed"));
    });
  });
}

function readSubscription(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new Error("a subscription without address or keys");
  return { endpoint, keys: { p256dh, auth } };
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
