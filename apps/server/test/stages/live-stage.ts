/**
 * The product as a team sees it: the whole app with its background work running, the three platforms, an organization with a member of each
 * role and a channel on each platform, and customers who write. For tests that use it from outside, in a browser.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server, ServerResponse } from "node:http";
import { withClient } from "@parley/database";
import type { PhoneMessage, PhoneTranscript } from "@parley/simulators/phone";
import { type PhotoSocialSimulator, startPhotoSocialSimulator } from "@parley/simulators/photo-social";
import { type Receiver, startReceiver } from "@parley/simulators/receiver";
import { type ShortVideoSimulator, startShortVideoSimulator } from "@parley/simulators/short-video";
import type { AppDeps } from "../../src/app-deps.ts";
import { demoTemplates } from "../../src/demo/kinds/chat-app-templates.ts";
import { type MemberRole, memberRoles } from "../../src/platform/auth/roles.ts";
import type { ManualClock } from "../../src/platform/clock/clock.ts";
import { appendEvents } from "../../src/platform/events/log.ts";
import { eventually } from "../eventually.ts";
import { startTestApp, type TestApp, type TestPerson, type TestTenant, verifyToken } from "../harness.ts";
import { type Mailbox, startMailbox } from "../fakes/mailbox.ts";

export type PlatformName = "chatApp" | "photoSocial" | "shortVideo";

/** A customer on one platform, with their phone. */
export interface StageCustomer {
  id: string;
  name: string;
  /** Writes a text. Resolves with the platform's id of the message once the product has accepted it. */
  write(text: string, options?: { replyTo?: string }): Promise<string>;
  /** Sends one of the platform's samples (picture, voice, document …), or a file of their own. */
  send(message: Record<string, unknown>): Promise<string>;
  /** What the phone shows, oldest first. */
  messages(): Promise<PhoneMessage[]>;
  /** Waits until the phone shows a matching message. */
  shows(what: string, fits: (message: PhoneMessage) => boolean): Promise<PhoneMessage>;
  react(messageId: string, emoji: string | null): Promise<void>;
  choose(messageId: string, choiceId: string): Promise<void>;
  /** Reads what has arrived; for a customer who does not read automatically (`setAutoRead(false)`). */
  read(): Promise<void>;
  setAutoRead(on: boolean): Promise<void>;
  /** Makes the platform misbehave in this conversation (docs/subsystems/demo.md, Faults). */
  fault(id: string, on?: boolean): Promise<void>;
}

export interface StageChannel {
  /** As on the wire. */
  id: string;
  kind: string;
  name: string;
  /** The platform's id of the account. */
  accountId: string;
  /** The n-th of the platform's fictional people; 0 is Amina Yusuf, 2 writes Arabic. */
  customer(n?: number): Promise<StageCustomer>;
}

export interface LiveStage {
  url: string;
  t: TestApp;
  clock: ManualClock;
  tenant: TestTenant;
  /** One of each role, signed in. */
  people: Record<MemberRole, TestPerson>;
  channels: Record<PlatformName, StageChannel>;
  photoSocial: PhotoSocialSimulator;
  shortVideo: ShortVideoSimulator;
  /** The mails sent. */
  mailbox: Mailbox;
  /** Advances time for the product and the platforms. Whatever is due runs soon afterwards. */
  advance(ms: number): void;
  /** An event as a later server version may write it: with a type, or a field, that is unknown today. */
  sendPresence(type: string, data: Record<string, unknown>): Promise<void>;
  /** A third-party server for webhooks. It ends with the stage. */
  receiver(): Promise<Receiver>;
  /** While `work` runs, the server cannot find this table: requests that need it get 500. */
  withMissingTable(table: string, work: () => Promise<void>): Promise<void>;
  /**
   * Stops the server and starts another at the same address. `meanwhile` runs while nothing listens. Afterwards `t.app` is the one that was
   * stopped.
   */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Runs in real time, and jumps ahead when told to. */
function createRunningClock(startsMsAgo: number): ManualClock {
  let offsetMs = -startsMsAgo;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => {
      offsetMs += ms;
    },
    set: (to) => {
      offsetMs = to.getTime() - Date.now();
    },
  };
}

const requestStart = "http.server.request.start";
const digits = (count: number) => Array.from(randomBytes(count), (byte) => byte % 10).join("");
const business = { name: "Northwind Outdoor", username: "northwind.outdoor" };

export interface LiveStageOptions {
  dashboard?: AppDeps["dashboard"];
  env?: Record<string, string>;
  /** How far in the past the clock starts, so that a test can create data that is days old in real time. Default: 0. */
  startsMsAgo?: number;
}

export async function startLiveStage(options: LiveStageOptions = {}): Promise<LiveStage> {
  const clock = createRunningClock(options.startsMsAgo ?? 0);
  const onPlatform = { clock: { now: () => clock.now().getTime() }, enforceLimits: false, magicRecipients: false };
  const shared = { appSecret: randomBytes(8).toString("hex"), clientKey: `74${digits(17)}`, clientSecret: randomBytes(8).toString("hex") };
  const [photoSocial, shortVideo, mailbox] = await Promise.all([
    startPhotoSocialSimulator({ ...onPlatform, appSecret: shared.appSecret, echoDelayMs: 20, seenDelayMs: 200 }),
    startShortVideoSimulator({ ...onPlatform, ...shared, delaysMs: { echo: 20, read: 200 } }),
    startMailbox(),
  ]);
  const settings = {
    clock,
    live: true,
    simulatorOptions: { statusDelaysMs: { sent: 20, delivered: 60, read: 200 } },
    ...(options.dashboard === undefined ? {} : { dashboard: options.dashboard }),
    env: {
      PHOTO_SOCIAL_API_URL: photoSocial.url,
      PHOTO_SOCIAL_PAGE_API_URL: photoSocial.url,
      PHOTO_SOCIAL_LOGIN_API_URL: photoSocial.url,
      PHOTO_SOCIAL_APP_SECRET: shared.appSecret,
      PHOTO_SOCIAL_VERIFY_TOKEN: verifyToken,
      SHORT_VIDEO_API_URL: shortVideo.url,
      SHORT_VIDEO_CLIENT_KEY: shared.clientKey,
      SHORT_VIDEO_CLIENT_SECRET: shared.clientSecret,
      SMTP_URL: mailbox.url,
      MAIL_FROM: "Northwind <no-reply@northwind.example>",
      // A clock jump signs nobody out.
      SESSION_IDLE_MINUTES: "43200",
      SESSION_LIFE_HOURS: "8760",
      ...options.env,
    },
  };
  const t = await startTestApp(settings);
  let running = t;
  // Node puts the machine's time into responses: a page that relies on the server's time would miss a jump, and consider its own clock
  // wrong.
  const port = Number(new URL(t.url).port);
  const sendServerTime = (message: unknown) => {
    const { server, response } = message as { server: Server; response: ServerResponse };
    const address = server.address();
    if (address !== null && typeof address === "object" && address.port === port) response.setHeader("date", clock.now().toUTCString());
  };
  subscribe(requestStart, sendServerTime);
  const receivers: Receiver[] = [];
  const { id } = await t.app.tenants.createTenant({ name: business.name, kind: "business" });
  const key = await t.key(id);
  const tenant: TestTenant = { id, key, api: t.api(key) };
  const people = {} as Record<MemberRole, TestPerson>;
  for (const role of memberRoles) people[role] = await t.person(tenant.id, { role, name: names[role] });

  const connect = async (body: { kind: string; name: string; config: object }, accountId: string, platformUrl: string) => {
    const made = await tenant.api.post("/api/v1/channels", body);
    if (made.status !== 200 || made.body.status !== "Connected") throw new Error(`${body.kind}: ${made.text}`);
    return stageChannel({ id: made.body.id, kind: body.kind, name: body.name, accountId }, platformUrl);
  };
  const number = {
    phoneNumberId: `1${digits(14)}`,
    businessAccountId: `2${digits(14)}`,
    accessToken: `chat-${digits(12)}`,
  };
  t.simulator.registerNumber({
    ...number,
    displayPhoneNumber: "15550100100",
    verifiedName: business.name,
    callbackUrl: `${t.url}/callbacks/chat-app`,
    templates: demoTemplates,
  } as Parameters<TestApp["simulator"]["registerNumber"]>[0]);
  const photo = { accountId: `178414${digits(11)}`, accessToken: `photo-${digits(12)}` };
  photoSocial.registerAccount({ ...photo, ...business, callbackUrl: `${t.url}/callbacks/photo-social` });
  const video = { businessId: `biz-${digits(12)}`, accessToken: `act.${digits(12)}`, refreshToken: `rft.${digits(12)}` };
  shortVideo.registerAccount({
    ...video,
    username: business.username,
    displayName: business.name,
    callbackUrl: `${t.url}/callbacks/short-video`,
  } as Parameters<ShortVideoSimulator["registerAccount"]>[0]);
  const channels = {
    chatApp: await connect(
      { kind: "chat_app", name: "Support", config: { ...number, appSecret: `own-${digits(8)}`, verifyToken } },
      number.phoneNumberId,
      t.simulator.url,
    ),
    photoSocial: await connect(
      { kind: "photo_social", name: "Photos", config: { ...photo, appSecret: `own-${digits(8)}`, verifyToken } },
      photo.accountId,
      photoSocial.url,
    ),
    shortVideo: await connect({ kind: "short_video", name: "Videos", config: video }, video.businessId, shortVideo.url),
  };

  return {
    url: t.url,
    t,
    clock,
    tenant,
    people,
    channels,
    photoSocial,
    shortVideo,
    mailbox,
    advance(ms) {
      clock.advance(ms);
      running.app.wake.reportActivity();
    },
    sendPresence: (type, data) =>
      running.app.asOperator(tenant.id, (ctx) => appendEvents(ctx.tx, ctx.now, [{ id: randomUUID(), type, data }])),
    async receiver() {
      const started = await startReceiver();
      receivers.push(started);
      return started;
    },
    async withMissingTable(table, work) {
      const rename = (from: string, to: string) =>
        withClient(t.database.admin, (client) => client.query(`alter table ${from} rename to ${to}`));
      await rename(table, `${table}_mislaid`);
      await work().finally(() => rename(`${table}_mislaid`, table));
    },
    async restart(meanwhile) {
      await running.app.stop();
      await meanwhile?.();
      running = await startTestApp({ ...settings, sharing: t, env: { ...settings.env, PORT: new URL(t.url).port } });
    },
    async stop() {
      unsubscribe(requestStart, sendServerTime);
      await running.app.stop();
      await t.stop();
      await Promise.all([photoSocial, shortVideo, mailbox, ...receivers].map((each) => each.close()));
    },
  };
}

const names: Record<MemberRole, string> = {
  owner: "Olga Owner",
  admin: "Adam Admin",
  supervisor: "Sofia Super",
  agent: "Ada Agent",
  viewer: "Victor Viewer",
};

function stageChannel(channel: Omit<StageChannel, "customer">, platformUrl: string): StageChannel {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${platformUrl}/_simulator/phone${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    ...channel,
    async customer(n = 0) {
      const { customers } = await call<{ customers: { id: string; name: string }[] }>("GET", "");
      const person = customers[n];
      if (person === undefined) throw new Error(`the platform has ${customers.length} people`);
      const thread = `/threads/${encodeURIComponent(channel.accountId)}/${encodeURIComponent(person.id)}`;
      const messages = async () => (await call<PhoneTranscript>("GET", thread)).messages;
      const shows: StageCustomer["shows"] = (what, fits) =>
        eventually(`the phone of ${person.name} shows ${what}`, async () => (await messages()).find(fits));
      const send: StageCustomer["send"] = async (message) => {
        const { messageId } = await call<{ messageId: string }>("POST", `${thread}/messages`, message);
        await shows("that it was taken", ({ id, status }) => id === messageId && ["delivered", "read"].includes(status));
        return messageId;
      };
      return {
        id: person.id,
        name: person.name,
        write: (text, more = {}) => send({ type: "text", text, ...more }),
        send,
        messages,
        shows,
        react: async (messageId, emoji) => void (await call("POST", `${thread}/reactions`, { messageId, emoji })),
        choose: async (messageId, choiceId) => void (await call("POST", `${thread}/choices`, { messageId, choiceId })),
        read: async () => void (await call("POST", `${thread}/read`, {})),
        setAutoRead: async (on) => void (await call("POST", `${thread}/settings`, { readReceipts: on })),
        fault: async (id, on = true) => void (await call("POST", `${thread}/faults`, { id, on })),
      };
    },
  };
}
