/** The service worker that keeps the dashboard's files (src/service-worker), and the moment at which a newer one takes over. */

/** The first screen has its turn before. */
const afterMs = 6_000;
const lookEveryMs = 30 * 60_000;

/**
 * Has the files kept, and tells when a new build is there and kept as well. `takeOver` reloads this page into it; other tabs go on with the
 * files that they were opened with.
 */
export function startAppWorker(onNewer: (takeOver: () => void) => void): void {
  // The development server has no files to keep; a browser in private mode may refuse to keep any.
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
        // Without a controller it is the first of all: there is nothing that it would be newer than.
        if (installing.state === "installed" && container.controller !== null) tell(installing);
      });
    });
    // Without a line there is nothing newer to be found.
    const look = () => void registration.update().catch(() => undefined);
    setInterval(look, lookEveryMs);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  };
  // The page works without it: it then needs the server each time that it is opened.
  setTimeout(() => void begin().catch((error: unknown) => console.warn(error)), afterMs);
}
