/** Signed callbacks with one inbound text each, as each platform sends them, and the channel they are for. */
import { createHmac } from "node:crypto";
import type { PreparedRequest } from "./load.ts";
import { appSecret } from "./server.ts";
import { addressOf, api, type BenchTenant, createChannel } from "./tenant.ts";

export interface CallbackKind {
  /** Settings of the server: the platform's address leads nowhere, nothing is sent. */
  settings: Record<string, string>;
  /** Makes the channel; what it returns writes the `i`th callback, from customer `c`. */
  connect(url: string, tenant: BenchTenant): Promise<(i: number, c: number) => PreparedRequest>;
}

const nowhere = "http://127.0.0.1:9";
const textOf = (i: number) => `Hello, this is message ${i}. When will my order arrive?`;
const hmac = (text: string) => createHmac("sha256", appSecret).update(text).digest("hex");

function graph(path: string, content: object): PreparedRequest {
  const body = JSON.stringify(content);
  return { method: "POST", path, body, headers: { "x-hub-signature-256": `sha256=${hmac(body)}` } };
}

export const callbackKinds: Record<string, CallbackKind> = {
  chat_app: {
    settings: { CHAT_APP_API_URL: nowhere },
    async connect(url, tenant) {
      const channel = await createChannel(url, tenant);
      const timestamp = String(Math.floor(Date.now() / 1_000));
      return (i, c) => {
        const from = addressOf(0, c);
        const value = {
          messaging_product: "whatsapp",
          metadata: { display_phone_number: "15550100100", phone_number_id: channel.phoneNumberId },
          contacts: [{ profile: { name: `Customer ${c}` }, wa_id: from }],
          messages: [{ from, id: `wamid.BENCH${String(i).padStart(20, "0")}`, timestamp, type: "text", text: { body: textOf(i) } }],
        };
        const entry = [{ id: channel.businessAccountId, changes: [{ field: "messages", value }] }];
        return graph("/callbacks/chat-app", { object: "whatsapp_business_account", entry });
      };
    },
  },
  photo_social: {
    settings: { PHOTO_SOCIAL_API_URL: nowhere, PHOTO_SOCIAL_APP_SECRET: appSecret, PHOTO_SOCIAL_VERIFY_TOKEN: "bench" },
    async connect(url, tenant) {
      const accountId = "17841400000000777";
      const config = { accountId, accessToken: "token", appSecret, verifyToken: "bench" };
      await api(url, tenant, "POST", "/api/v1/channels", { kind: "photo_social", name: "Bench", config });
      const timestamp = Date.now();
      return (i, c) => {
        const message = { mid: `BENCH${String(i).padStart(60, "0")}`, text: textOf(i) };
        const sender = { id: String(1_023_456_700_000_000 + c) };
        const messaging = [{ sender, recipient: { id: accountId }, timestamp, message }];
        return graph("/callbacks/photo-social", { object: "instagram", entry: [{ id: accountId, time: timestamp, messaging }] });
      };
    },
  },
  short_video: {
    settings: { SHORT_VIDEO_API_URL: nowhere, SHORT_VIDEO_CLIENT_KEY: "7400000000000000001", SHORT_VIDEO_CLIENT_SECRET: appSecret },
    async connect(url, tenant) {
      const businessId = "bizOpenId-bench";
      const config = {
        businessId,
        clientKey: "7400000000000000001",
        clientSecret: appSecret,
        accessToken: "token",
        refreshToken: "refresh",
      };
      await api(url, tenant, "POST", "/api/v1/channels", { kind: "short_video", name: "Bench", config });
      const timestamp = Date.now();
      const seconds = Math.floor(timestamp / 1_000);
      return (i, c) => {
        const content = JSON.stringify({
          from: `customer.${c}`,
          to: "northwind",
          unique_identifier: `usrUnq-${c}`,
          from_user: { id: `usrUnq-${c}`, role: "personal_account" },
          to_user: { id: businessId, role: "business_account" },
          conversation_id: `conversation-${c}==`,
          message_id: Buffer.from(`bench message ${i}`).toString("base64"),
          timestamp,
          scene_type: 0,
          is_follower: true,
          message_tag: { source: "APP" },
          type: "text",
          text: { body: textOf(i) },
        });
        const envelope = {
          client_key: "7400000000000000001",
          event: "im_receive_msg",
          create_time: seconds,
          user_openid: businessId,
          content,
        };
        const body = JSON.stringify(envelope);
        const headers = { "tiktok-signature": `t=${seconds},s=${hmac(`${seconds}.${body}`)}` };
        return { method: "POST", path: "/callbacks/short-video", body, headers };
      };
    },
  },
};
