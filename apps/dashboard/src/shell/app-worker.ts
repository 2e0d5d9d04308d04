/** The service worker that stores the dashboard's files (src/service-worker), and when a newer one takes over. */

/** The first screen comes first. */
const afterMs = 6_000;
const lookEveryMs = 30 * 60_000;

/**
 * Has the files stored, and reports when a new build is available and stored too. `takeOver` reloads this page into it;
 * other tabs continue with the files with which they were opened.
 */
export function startAppWorker(onNewer: (takeOver: () => void) => void): void {
  // The development server has no files to store; a browser in private mode may refuse to store any.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const container = navigator.serviceWorker;
  const begin = async () => {
    const registration = await container.register("/sw.js", { updateViaCache: "none" });
    const tell = (waiting: ServiceWorker) =>
      onNewer(() => {
        container.addEventListener("controllerchange", () => location.reload(), { once: true });
        waiting.postMessage("take over");
      });
    if (registration.waiting !== null && container.controller !== null) tell(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => {
        // Without a controller it is the first one, so it is not newer than another.
        if (installing.state === "installed" && container.controller !== null) tell(installing);
      });
    });
    // Without a connection there is nothing newer to find.
    const look = () => void registration.update().catch(() => undefined);
    setInterval(look, lookEveryMs);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  };
  // The page works without it, but then needs the server each time it is opened.
  setTimeout(() => void begin().catch((error: unknown) => console.warn(error)), afterMs);
}

/**
 * Answers the service worker, which asks where a page is when something is pushed, and sends one of the inbox to what
 * was clicked in a notification: it need not be loaded anew for that.
 */
export function followNotifications(go: (path: string) => void): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<{ open?: unknown; where?: true } | null>) => {
    if (data?.where === true) ports[0]?.postMessage(location.pathname);
    if (typeof data?.open === "string" && data.open.startsWith("/inbox/")) go(data.open);
  });
}
