/**
 * Web push through the settings. A test's browser is a private window that reaches no push service; its refusal is tested as it is. Tests
 * that need a subscription replace `PushManager` in the page, with an endpoint at the test's own push service. Everything behind it is
 * real: the server sends there, the message is decrypted, and the browser hands it to the service worker as if its push service had
 * delivered it.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { type PushBrowser, type FakePushService, startPushService } from "@parley/server/test/fakes/push-service.ts";
import { type Stage, type StagePage, startStage, withoutBrowser } from "../../../../test/stage.ts";

interface Device {
  id: string;
  language: string;
  userAgent: string;
}

const path = "/settings/notifications";
const api = "/api/v1/notifications/push/subscriptions";

describe("web push", { skip: withoutBrowser }, () => {
  let stage: Stage;
  let service: FakePushService;
  before(async () => {
    [stage, service] = await Promise.all([
      startStage({ browserArgs: ["--host-resolver-rules=MAP not-secure.test 127.0.0.1"] }),
      startPushService(),
    ]);
  });
  after(async () => {
    await stage?.stop();
    await service?.stop();
  });

  const theSwitch = (page: StagePage) => page.getByRole("switch", { name: /^Notify me on this device/ });
  const press = (page: StagePage) => theSwitch(page).press("Space");
  const devices = async (as: "agent" | "viewer" = "agent"): Promise<Device[]> => (await stage.people[as].api.get(api)).body.data;

  /** A page whose browser subscribes at the test's own push service. */
  async function openSubscribable(own: PushBrowser, at = path): Promise<StagePage> {
    const page = await stage.open({ as: null, path: "/sign-in", permissions: ["notifications"] });
    await page.context().addInitScript((subscription) => {
      const kept = () => {
        const key = localStorage.getItem("test-push");
        if (key === null) return null;
        const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
        return {
          options: { applicationServerKey: bytes.buffer },
          toJSON: () => subscription,
          unsubscribe: async () => localStorage.removeItem("test-push") === undefined,
        };
      };
      Object.assign(PushManager.prototype, {
        async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
          localStorage.setItem("test-push", applicationServerKey);
          return kept();
        },
        getSubscription: async () => kept(),
      });
    }, own.subscription);
    await signInAndOpen(page, at);
    return page;
  }
  async function signInAndOpen(page: StagePage, at = path) {
    await page.goto(`${stage.url}/sign-in`);
    await stage.signIn(page, stage.people.agent);
    await page.goto(stage.url + at);
  }

  it("explains why it is unavailable: an insecure page, a browser without support, one that was denied permission", async () => {
    const insecure = await stage.open({ as: null, path: "/sign-in", through: stage.url.replace("127.0.0.1", "not-secure.test") });
    await insecure.getByLabel("Email", { exact: true }).fill(stage.people.viewer.email);
    await insecure.getByLabel("Password", { exact: true }).fill(stage.people.viewer.password);
    await insecure.getByRole("button", { name: "Sign in", exact: true }).click();
    await insecure.waitForURL((url) => url.pathname !== "/sign-in");
    await insecure.goto(new URL(path, insecure.url()).href);
    await insecure.getByText("This page is not secure").waitFor();
    assert.equal(await theSwitch(insecure).count(), 0);
    await insecure.axe();
    await insecure.shoot("push-insecure");
    // A header that only has an effect on secure pages.
    insecure.expectError(/Cross-Origin-Opener-Policy/);
    await insecure.context().close();

    const without = await stage.open({ as: "viewer", path: "/tickets" });
    await without.context().addInitScript(() => Reflect.deleteProperty(globalThis, "PushManager"));
    await without.goto(stage.url + path);
    await without.getByText("This browser does not support notifications").waitFor();
    await without.context().close();

    // A test's browser has exactly the permissions that it is given.
    const denied = await stage.open({ as: "viewer", path, permissions: ["clipboard-read"] });
    await denied.getByText("This browser blocks notifications").waitFor();
    await denied.axe();
    await denied.setAppearance({ theme: "dark" });
    await denied.axe();
    await denied.shoot("push-denied-dark");
    // A later permission is noticed.
    await denied.context().grantPermissions(["notifications"]);
    await theSwitch(denied).waitFor();
    await denied.context().close();
  });

  it("says that the browser could not reach a push service, and stays off", async () => {
    const page = await stage.open({ as: "viewer", path, permissions: ["notifications"] });
    await press(page);
    await page.getByText("The browser could not reach its push service.").waitFor();
    await page.waitForFunction(() => document.querySelector('[role="switch"]')?.matches(":not(:checked)"));
    await page.axe();
    await page.shoot("push-unreachable");
    assert.deepEqual(await devices("viewer"), []);
    page.expectError(/does not support the Push API in incognito mode/);
    await page.context().close();
  });

  it("is switched on; the service worker then shows notifications, and a click opens the conversation", async () => {
    const own = service.browser();
    const page = await openSubscribable(own);
    await press(page);
    const list = page.getByRole("region", { name: "Devices that get notifications" });
    await list.getByText("this device", { exact: true }).waitFor();
    await page.axe();
    await page.shoot("push-on");
    await page.setAppearance({ size: "phone", theme: "dark" });
    await page.axe();
    await page.shoot("push-on-phone-dark");
    await page.setAppearance({ size: "desktop", theme: "light" });
    const [device] = await devices();
    assert.equal(device?.language, "en");
    assert.match(device.userAgent, /Chrom/);

    await (await stage.channels.chatApp.customer(0)).write("Is it in stock?");
    const conversation = await eventually("the conversation is there", async () => {
      const { body } = await stage.tenant.api.get("/api/v1/conversations");
      return (body.data as { id: string }[])[0]?.id;
    });
    const { supervisor, agent } = stage.people;
    const assigned = await supervisor.api.patch(`/api/v1/conversations/${conversation}`, { assigneeId: agent.agentId });
    assert.equal(assigned.status, 200, assigned.text);
    const pushed = own.read((await eventually("it was pushed", () => own.received()[0])).body);
    assert.deepEqual([pushed["kind"], pushed["conversationId"], pushed["language"]], ["assignment", conversation, "en"]);

    const push = await deliverer(page);
    await push(pushed);
    await eventually("it is shown", async () => (await shown(page)).join() === "A conversation was assigned to you");
    await push(pushed);
    await push({ ...pushed, kind: "mention", notificationId: "ntf_another", language: "de" });
    await eventually("the next is shown", async () => (await shown(page)).includes("Sie wurden in einer Notiz erwähnt"));
    assert.equal((await shown(page)).length, 2, "what comes twice is shown once");

    await page.goto(`${stage.url}/inbox/all`);
    await page.getByRole("row", { name: /Is it in stock/ }).waitFor();
    await page.evaluate(() => void ((globalThis as { untouched?: true }).untouched = true));
    await clickFirst(page);
    await page.waitForURL(new RegExp(`/inbox/mine/${conversation}$`));
    await page.getByRole("log").getByText("Is it in stock?").waitFor();
    assert.equal(await page.evaluate(() => "untouched" in globalThis), true, "the page was not loaded anew");
    await closeAll(page);
    await push({ ...pushed, notificationId: "ntf_a_third" });
    await push({ ...pushed, notificationId: "ntf_a_fourth", conversationId: "conv_another" });
    await eventually("the last is shown", async () => (await shown(page)).length > 0);
    assert.equal((await shown(page)).length, 1, "whoever looks at the conversation sees it there");
    await page.context().close();
  });

  it("continues after the next sign-in, in the current language; what was ended elsewhere stays off", async () => {
    const own = service.browser();
    const page = await openSubscribable(own);
    await press(page);
    const chip = page.getByText("this device", { exact: true });
    await chip.waitFor();
    await page.evaluate(() => fetch("/api/v1/auth/sign-out", { method: "POST" }));
    const before = (await devices()).length;
    await page.setAppearance({ language: "de" });
    await page.goto(`${stage.url}/sign-in`);
    await page.getByLabel("E-Mail", { exact: true }).fill(stage.people.agent.email);
    await page.getByLabel("Passwort", { exact: true }).fill(stage.people.agent.password);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.waitForURL((url) => url.pathname !== "/sign-in");
    await eventually("it is renewed", async () => (await devices()).length === before + 1);
    const [renewed] = await devices();
    assert.equal(renewed?.language, "de");

    assert.equal((await stage.people.agent.api.delete(`${api}/${renewed.id}`)).status, 200);
    await page.goto(stage.url + path);
    await eventually("the browser knows", () => page.evaluate(() => localStorage.getItem("push") === "{}"));
    assert.equal((await devices()).length, before);
    await page.context().close();
  });

  it("is switched off for this browser only", async () => {
    const [one, other] = [await openSubscribable(service.browser()), await openSubscribable(service.browser())];
    const before = (await devices()).length;
    for (const page of [one, other]) {
      await press(page);
      await page.getByText("this device", { exact: true }).waitFor();
    }
    await press(one);
    await one.getByText("this device", { exact: true }).waitFor({ state: "detached" });
    assert.equal((await devices()).length, before + 1);
    assert.equal(await one.evaluate(() => localStorage.getItem("test-push")), null, "the browser's own subscription has gone, too");
    await other
      .getByRole("button", { name: /^Stop notifying/ })
      .first()
      .click();
    await other.getByText("this device", { exact: true }).waitFor({ state: "detached" });
    await other.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Devices that get notifications");
    assert.equal((await devices()).length, before);
    for (const page of [one, other]) await page.context().close();
  });
});

/** Hands a message to the service worker, as the browser does with a delivery from its push service. */
async function deliverer(page: StagePage): Promise<(payload: object) => Promise<void>> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const browser = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) =>
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations;
      if (found !== undefined) resolve(found.registrationId);
    }),
  );
  await browser.send("ServiceWorker.enable");
  const registrationId = await registration;
  return async (payload) => {
    await browser.send("ServiceWorker.deliverPushMessage", {
      origin: new URL(page.url()).origin,
      registrationId,
      data: JSON.stringify(payload),
    });
  };
}

const shown = (page: StagePage) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title }) => title);
  });
async function closeAll(page: StagePage): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    for (const notification of await registration.getNotifications()) notification.close();
  });
}

/** Simulates a person's click; the browser lets nothing take the focus without a real one, so the focus is not tested here. */
async function clickFirst(page: StagePage): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  assert.ok(worker !== undefined);
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent(event: Event): boolean;
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    if (notification === undefined) throw new Error("no notification is shown");
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  });
}
