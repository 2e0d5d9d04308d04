/** The differences between the kinds of channels: settings, how one is connected, how customers write and receive messages. */
import { createHmac } from "node:crypto";
import { conversationIdOf } from "@parley/simulators/short-video";
import type { PreparedRequest } from "./load.ts";
import { appSecret, type Simulator, type SimulatorName } from "./server.ts";
import { addressOf, type BenchTenant, connected, createChannel, parleyOf } from "./tenant.ts";

export interface ConnectedChannel {
  wire: string;
  /** The `i`th signed callback, a text from customer `c`. */
  callback(i: number, c: number): PreparedRequest;
  /** Customer `c` as the `to` of a message. */
  recipient(c: number): string;
  /** Introduces these customers to the simulator, if it would not accept messages to strangers. */
  meet(count: number): Promise<void>;
}

export interface ChannelKind {
  simulator: SimulatorName;
  /** Flags of a simulator that accepts this many messages a second and reads each. */
  flags(perSecond: number): Record<string, string>;
  /** Settings of the server; without a URL the platform's leads nowhere. */
  settings(platformUrl?: string): Record<string, string>;
  connect(url: string, tenant: BenchTenant, options?: { simulator?: Simulator; messagesPerSecond?: number }): Promise<ConnectedChannel>;
}

export type ChannelKindName = "chat_app" | "photo_social" | "short_video";

const nowhere = "http://127.0.0.1:9";
const clientKey = "7400000000000000001";
const textOf = (i: number) => `Hello, this is message ${i}. When will my order arrive?`;
const hmac = (text: string) => createHmac("sha256", appSecret).update(text).digest("hex");
const pace = (perSecond: number | undefined) => (perSecond === undefined ? {} : { messagesPerSecond: perSecond });

function graph(path: string, content: object): PreparedRequest {
  const body = JSON.stringify(content);
  return { method: "POST", path, body, headers: { "x-hub-signature-256": `sha256=${hmac(body)}` } };
}

async function createAccount(
  url: string,
  tenant: BenchTenant,
  kind: ChannelKindName,
  config: object,
  simulator: Simulator | undefined,
): Promise<string> {
  const made = await parleyOf(url, tenant).channels.create({ kind, name: "Bench", config: config as Record<string, unknown> });
  await connected(tenant, made, simulator);
  return made.id;
}

const chatApp: ChannelKind = {
  simulator: "chat-app",
  flags: (perSecond) => ({
    "app-secret": appSecret,
    "record-calls": "false",
    "magic-recipients": "false",
    "messages-per-second": String(perSecond),
    "status-delays-ms": "50,200,600",
  }),
  settings: (platformUrl = nowhere) => ({ CHAT_APP_API_URL: platformUrl }),
  async connect(url, tenant, options = {}) {
    const channel = await createChannel(url, tenant, options);
    const recipient = (c: number) => addressOf(0, c);
    return {
      wire: channel.wire,
      recipient,
      meet: async () => undefined,
      callback(i, c) {
        const from = recipient(c);
        const timestamp = String(Math.floor(Date.now() / 1_000));
        const value = {
          messaging_product: "whatsapp",
          metadata: { display_phone_number: "15550100100", phone_number_id: channel.phoneNumberId },
          contacts: [{ profile: { name: `Customer ${c}` }, wa_id: from }],
          messages: [{ from, id: `wamid.BENCH${String(i).padStart(20, "0")}`, timestamp, type: "text", text: { body: textOf(i) } }],
        };
        const entry = [{ id: channel.businessAccountId, changes: [{ field: "messages", value }] }];
        return graph("/callbacks/chat-app", { object: "whatsapp_business_account", entry });
      },
    };
  },
};

const photoSocial: ChannelKind = {
  simulator: "photo-social",
  flags: (perSecond) => ({
    "app-secret": appSecret,
    "record-calls": "false",
    "magic-recipients": "false",
    "enforce-window": "false",
    "messages-per-second": String(perSecond),
    "echo-delay-ms": "50",
    "seen-delay-ms": "600",
  }),
  settings: (platformUrl = nowhere) => ({
    PHOTO_SOCIAL_API_URL: platformUrl,
    PHOTO_SOCIAL_APP_SECRET: appSecret,
    PHOTO_SOCIAL_VERIFY_TOKEN: "bench",
  }),
  async connect(url, tenant, options = {}) {
    const accountId = "17841400000000777";
    const accessToken = "token";
    const perSecond = pace(options.messagesPerSecond);
    const config = { accountId, accessToken, appSecret, verifyToken: "bench", ...perSecond };
    await options.simulator?.control("POST", "accounts", {
      accountId,
      accessToken,
      callbackUrl: `${url}/callbacks/photo-social`,
      ...perSecond,
    });
    const wire = await createAccount(url, tenant, "photo_social", config, options.simulator);
    const recipient = (c: number) => String(1_023_456_700_000_000 + c);
    return {
      wire,
      recipient,
      meet: async () => undefined,
      callback(i, c) {
        const timestamp = Date.now();
        const message = { mid: `BENCH${String(i).padStart(60, "0")}`, text: textOf(i) };
        const messaging = [{ sender: { id: recipient(c) }, recipient: { id: accountId }, timestamp, message }];
        return graph("/callbacks/photo-social", { object: "instagram", entry: [{ id: accountId, time: timestamp, messaging }] });
      },
    };
  },
};

const shortVideo: ChannelKind = {
  simulator: "short-video",
  // The platform allows ten a second; what is measured here is what Parley can do.
  flags: () => ({
    "client-key": clientKey,
    "client-secret": appSecret,
    "record-calls": "false",
    "magic-recipients": "false",
    "enforce-limits": "false",
    windows: "false",
    "delays-ms": "50,600",
  }),
  settings: (platformUrl = nowhere) => ({
    SHORT_VIDEO_API_URL: platformUrl,
    SHORT_VIDEO_CLIENT_KEY: clientKey,
    SHORT_VIDEO_CLIENT_SECRET: appSecret,
  }),
  async connect(url, tenant, options = {}) {
    const businessId = "bizOpenId-bench";
    const accessToken = "token";
    const config = {
      businessId,
      clientKey,
      clientSecret: appSecret,
      accessToken,
      refreshToken: "refresh",
      ...pace(options.messagesPerSecond),
    };
    const { simulator } = options;
    await simulator?.control("POST", "accounts", { businessId, accessToken, callbackUrl: `${url}/callbacks/short-video` });
    const wire = await createAccount(url, tenant, "short_video", config, simulator);
    const recipient = (c: number) => `usrUnq-${c}`;
    return {
      wire,
      recipient,
      async meet(count) {
        for (let first = 0; first < count; first += 50) {
          const some = Array.from({ length: Math.min(50, count - first) }, (_, n) => recipient(first + n));
          await Promise.all(some.map((userId) => simulator?.control("POST", "conversations", { businessId, userId })));
        }
      },
      callback(i, c) {
        const timestamp = Date.now();
        const seconds = Math.floor(timestamp / 1_000);
        const content = JSON.stringify({
          from: `customer.${c}`,
          to: "northwind",
          unique_identifier: recipient(c),
          from_user: { id: recipient(c), role: "personal_account" },
          to_user: { id: businessId, role: "business_account" },
          conversation_id: conversationIdOf(businessId, recipient(c)),
          message_id: Buffer.from(`bench message ${i}`).toString("base64"),
          timestamp,
          scene_type: 0,
          is_follower: true,
          message_tag: { source: "APP" },
          type: "text",
          text: { body: textOf(i) },
        });
        const envelope = { client_key: clientKey, event: "im_receive_msg", create_time: seconds, user_openid: businessId, content };
        const body = JSON.stringify(envelope);
        const headers = { "tiktok-signature": `t=${seconds},s=${hmac(`${seconds}.${body}`)}` };
        return { method: "POST", path: "/callbacks/short-video", body, headers };
      },
    };
  },
};

const kinds: Record<ChannelKindName, ChannelKind> = { chat_app: chatApp, photo_social: photoSocial, short_video: shortVideo };

/** Selected by `--kind=`, chat_app by default. */
export function channelKind(options: Map<string, string>): { name: ChannelKindName; kind: ChannelKind } {
  const name = options.get("kind") ?? "chat_app";
  if (!Object.hasOwn(kinds, name)) throw new Error(`--kind is one of ${Object.keys(kinds).join(", ")}`);
  return { name: name as ChannelKindName, kind: kinds[name as ChannelKindName] };
}
