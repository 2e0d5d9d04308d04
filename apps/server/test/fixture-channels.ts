/** Channels of the chat-app simulator, and conversations that come in by them. */
import { randomBytes } from "node:crypto";
import { type FixtureStage, phone, word } from "./fixture-stage.ts";
import { appSecret } from "./harness.ts";

export interface MainChannel {
  id: string;
  externalId: string;
}

export interface MainConversation {
  id: string;
  customer: string;
  contact: string;
  message: string;
}

/** A template that each channel has, in English and German, with two variables. */
export const templateName = "order_update";

export function channelMakers({ t, tenant, api, expectOk, made }: FixtureStage) {
  async function channel(): Promise<MainChannel> {
    const own = await t.channel(tenant);
    t.simulator.registerNumber({
      phoneNumberId: own.externalId,
      businessAccountId: `2${own.externalId.slice(1)}`,
      accessToken: `token-${own.externalId}`,
      displayPhoneNumber: "15550100100",
      callbackUrl: `${t.url}/callbacks/chat-app`,
      appSecret,
      templates: ["en", "de"].map((language) => ({
        name: templateName,
        language,
        category: "UTILITY",
        components: [{ type: "BODY", text: "Hello {{1}}, order {{2}} left." }],
      })) as never,
    });
    await expectOk("template sync", api.post(`/api/v1/channels/${own.id}/templates/sync`));
    return own;
  }

  const businessAccountId = `3${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, "0")}`;
  const accounts = ["1", "2"].map((last) => `${businessAccountId}${last}`);
  for (const phoneNumberId of accounts) {
    t.simulator.registerNumber({
      phoneNumberId,
      businessAccountId,
      accessToken: `owner-${businessAccountId}`,
      displayPhoneNumber: `1555020${phoneNumberId.slice(-4)}`,
      callbackUrl: `${t.url}/callbacks/chat-app`,
      appSecret,
    });
  }
  const signUp = { code: () => t.simulator.signUp([businessAccountId]), account: accounts[0] as string };

  function authorization(): Promise<string> {
    return made("authorization", "/api/v1/channels/authorizations", { kind: "chat_app" });
  }

  async function choosing(): Promise<string> {
    const id = await authorization();
    await expectOk("sign-up", api.post(`/api/v1/channels/authorizations/${id}/code`, { code: signUp.code() }));
    return id;
  }

  async function template(on: string): Promise<{ channel: string; id: string }> {
    const draft = { name: `t_${word()}`, language: "en", category: "UTILITY", components: [{ type: "BODY", text: "Hello" }] };
    const id = await made("template", `/api/v1/channels/${on}/templates`, draft);
    // A decided one: it can be edited.
    const { config } = await expectOk("channel", api.get(`/api/v1/channels/${on}`));
    t.simulator.decideTemplate(config.businessAccountId, draft.name, "en", "REJECTED");
    await expectOk("template sync", api.post(`/api/v1/channels/${on}/templates/sync`));
    return { channel: on, id };
  }

  async function conversation(on: { externalId: string }): Promise<MainConversation> {
    const customer = phone();
    const posted = await t.simulator.customer(customer, `Customer ${word()}`).sendText(on.externalId, "Hello there");
    if (posted.status !== 200) throw new Error(`fixture conversation: callback ${posted.status}`);
    await t.drain();
    const list = await expectOk("conversations", api.get("/api/v1/conversations?limit=100&sort=createdAt"));
    for (const item of list.data) {
      const messages = await expectOk("messages", api.get(`/api/v1/conversations/${item.id}/messages`));
      const found = messages.data.find((m: { from: string }) => m.from === customer);
      if (found !== undefined) return { id: item.id, customer, contact: item.contactId, message: found.id };
    }
    throw new Error("fixture conversation: not found");
  }

  return { channel, signUp, authorization, choosing, template, conversation };
}
