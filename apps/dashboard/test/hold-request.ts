import type { Page, Request } from "playwright-core";

/** The page's next request to this URL waits until it is released, so that a test can act during it. */
export async function holdRequest(
  page: Page,
  url: string,
  method: string,
): Promise<{ arrived: Promise<Request>; release(): Promise<void> }> {
  const arrived = Promise.withResolvers<Request>();
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === method) {
      arrived.resolve(route.request());
      await released.promise;
    }
    await route.continue();
  });
  return {
    arrived: arrived.promise,
    async release() {
      released.resolve();
      await (await arrived.promise).response();
      await page.unroute(url);
    },
  };
}
