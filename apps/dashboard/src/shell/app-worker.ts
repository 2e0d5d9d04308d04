/** Registers the service worker that stores the dashboard's files (src/service-worker), and decides when a newer one takes over. */

/** The first screen takes precedence. */
const afterMs = 6_000;
const lookEveryMs = 30 * 60_000;

/**
 * Lets the files be stored, and reports when a new build is available and stored too. `takeOver` reloads this page into it; other tabs
 * continue with the files they were opened with.
 */
export function startAppWorker(onNewer: (takeOver: () => void) => void): void {
  // The development server has no files to store; a browser in private mode may refuse to store any.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const container = navigator.serviceWorker;
  const begin = async () => {
    const registration = await container.register("/sw.js", { updateViaCache: "none" });
    const notifyWaiting = (waiting: ServiceWorker) =>
      onNewer(() => {
        container.addEventListener("controllerchange", () => location.reload(), { once: true });
        waiting.postMessage("take over");
      });
    if (registration.waiting !== null && container.controller !== null) notifyWaiting(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => {
        // Without a controller it is the first one, so there is nothing that it is newer than.
        if (installing.state === "installed" && container.controller !== null) notifyWaiting(installing);
      });
    });
    // Without a connection there is nothing newer to find.
    const checkForUpdate = () => void registration.update().catch(() => undefined);
    setInterval(checkForUpdate, lookEveryMs);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && checkForUpdate());
  };
  // The page works without it, but then needs the server each time it is opened.
  setTimeout(() => void begin().catch((error: unknown) => console.warn(error)), afterMs);
}

/**
 * Answers the service worker, which asks for a page's current path when a push message arrives, and navigates a page of the inbox to a
 * clicked notification without reloading it.
 */
export function followNotifications(go: (path: string) => void): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<{ open?: unknown; where?: true } | null>) => {
    if (data?.where === true) ports[0]?.postMessage(location.pathname);
    if (typeof data?.open === "string" && data.open.startsWith("/inbox/")) go(data.open);
  });
}
