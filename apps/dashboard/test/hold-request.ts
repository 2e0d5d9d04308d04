import type { Page, Request } from "playwright-core";

/** The page's next request whose path ends like this waits until it is released, so that a test can act during it. */
export async function holdRequest(
  page: Page,
  path: string,
  method: string,
): Promise<{ arrived: Promise<Request>; release(): Promise<void> }> {
  const released = Promise.withResolvers<void>();
  const matches = (url: URL) => url.pathname.endsWith(path);
  const arrived = page.waitForRequest((request) => request.method() === method && matches(new URL(request.url())));
  await page.route(matches, async (route) => {
    if (route.request().method() === method) await released.promise;
    await route.continue();
  });
  return {
    arrived,
    async release() {
      released.resolve();
      await (await arrived).response();
      await page.unroute(matches);
    },
  };
}
