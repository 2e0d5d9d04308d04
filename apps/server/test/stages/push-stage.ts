/** The app with the test's own push service: people with subscribed browsers, and conversations to be notified of. */
import assert from "node:assert/strict";
import { sessionApi, signIn, startTestApp, type TestApp, type TestPerson, type TestTenant } from "../harness.ts";
import { type PushBrowser, type FakePushService, startPushService } from "../fakes/push-service.ts";

export const subscriptions = "/api/v1/notifications/push/subscriptions";

export type SubscribedBrowser = PushBrowser & { id: string };

export interface Team {
  tenant: TestTenant;
  /** An agent, to whom `assign` gives a new conversation. */
  person: TestPerson;
  assign(): Promise<string>;
}

export interface Device {
  id: string;
  current: boolean;
  language: string;
}

export interface PushStage {
  t: TestApp;
  service: FakePushService;
  /** Subscribes a browser in a person's session; default: a new one. */
  subscribed(person: TestPerson, language?: string, own?: PushBrowser): Promise<SubscribedBrowser>;
  /** The same person in another browser. */
  signedInAgain(person: TestPerson): Promise<TestPerson>;
  listed(person: TestPerson): Promise<Device[]>;
  team(): Promise<Team>;
  stop(): Promise<void>;
}

export async function startPushStage(): Promise<PushStage> {
  const [t, service] = await Promise.all([startTestApp(), startPushService()]);
  let customers = 0;
  return {
    t,
    service,
    async subscribed(person, language, own = service.browser()) {
      const made = await person.api.post(subscriptions, { ...own.subscription, ...(language === undefined ? {} : { language }) });
      assert.equal(made.status, 200, made.text);
      return { ...own, id: made.body.id as string };
    },
    async signedInAgain(person) {
      const cookie = await signIn(t.url, person.email, person.password);
      return { ...person, cookie, api: sessionApi(t.url, cookie) };
    },
    listed: async ({ api }) => (await api.get(subscriptions)).body.data,
    async team() {
      const tenant = await t.tenant();
      const person = await t.person(tenant.id, { role: "agent" });
      const channel = await t.channel(tenant);
      return {
        tenant,
        person,
        async assign() {
          const customer = t.simulator.customer(`4477009${String(++customers).padStart(5, "0")}`, "Amina");
          await customer.sendText(channel.externalId, "Hello");
          await t.drain();
          const { id } = (await tenant.api.get("/api/v1/conversations?unassigned=true")).body.data[0];
          const { status, text } = await tenant.api.patch(`/api/v1/conversations/${id}`, { assigneeId: person.agentId });
          assert.equal(status, 200, text);
          return id;
        },
      };
    },
    async stop() {
      await t.stop();
      await service.stop();
    },
  };
}
