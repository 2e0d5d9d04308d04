/** Test stage for chatbots: a tenant with a channel, a chatbot on it, knowledge, and people who write. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { startTestApp, type TestTenant } from "../harness.ts";
import { createScriptedModel, type Script } from "../fakes/scripted-model.ts";

/** @param options.gateway `real`: the scripted model is not used, and models are called over HTTP. */
export async function startChatbotStage(
  prefix: string,
  options: { script?: Script; gateway?: "real"; app?: Parameters<typeof startTestApp>[0] } = {},
) {
  const model = createScriptedModel(options.script);
  const t = await startTestApp({ ...options.app, ...(options.gateway === "real" ? {} : { ai: model.gateway }) });
  after(() => t.stop());
  const [tenant, other] = await Promise.all([t.tenant(), t.tenant()]);
  let people = 0;

  async function faq(question: string, answer: string, who: TestTenant = tenant): Promise<string> {
    const made = await who.api.post("/api/v1/knowledge/faqs", { question, answer, status: "published", language: "en" });
    assert.equal(made.status, 200, made.text);
    await t.drain();
    return made.body.id;
  }

  /** On a channel of its own. */
  async function chatbot(settings: object = {}, who: TestTenant = tenant) {
    const channel = await t.channel(who);
    const made = await who.api.post("/api/v1/chatbots", { name: "Front desk", isActive: true, channelIds: [channel.id], ...settings });
    assert.equal(made.status, 200, made.text);
    return { channel, id: made.body.id as string, body: made.body, url: `/api/v1/chatbots/${made.body.id}` };
  }

  /** Somebody new, who has not written yet. */
  function person(on: { externalId: string }, who: TestTenant = tenant) {
    const waId = `${prefix}${String(++people).padStart(12 - prefix.length, "0")}`;
    const customer = t.simulator.customer(waId, `Person ${people}`);
    let conversationId: string | undefined;
    const self = {
      waId,
      customer,
      /** Writes; nothing is answered before the burst ends. */
      async writes(...texts: string[]): Promise<void> {
        for (const text of texts) await customer.sendText(on.externalId, text);
        await t.drain();
      },
      /** Writes, and runs the chatbot's turn. */
      async asks(...texts: string[]): Promise<void> {
        await self.writes(...texts);
        await self.turn();
      },
      /** Runs whatever is due after a burst, until it has reached the customer. */
      async turn(): Promise<void> {
        t.clock.advance(16_000);
        await t.settle();
      },
      async conversation(): Promise<any> {
        if (conversationId === undefined) {
          const contacts = await who.api.get(`/api/v1/contacts?phone=%2B${waId}`);
          const list = await who.api.get(`/api/v1/conversations?contactId=${contacts.body.data[0].id}`);
          conversationId = list.body.data[0].id as string;
        }
        return (await who.api.get(`/api/v1/conversations/${conversationId}`)).body;
      },
      /** What was sent to the customer, oldest first: texts, without notes. */
      async received(): Promise<string[]> {
        return (await self.messages())
          .filter((m) => m.direction === "outbound" && !m.isNote && m.status !== "cancelled")
          .map((m) => m.text);
      },
      async messages(): Promise<any[]> {
        const { id } = await self.conversation();
        return (await who.api.get(`/api/v1/conversations/${id}/messages?limit=200`)).body.data.toReversed();
      },
      async turns(): Promise<any[]> {
        const { id } = await self.conversation();
        return (await who.api.get(`/api/v1/conversations/${id}/chatbot-turns`)).body.data;
      },
    };
    return self;
  }

  async function eventsOf(conversationId: string, type: string, who: TestTenant = tenant): Promise<any[]> {
    const rows = await t.app.database.worker<{ data: any }>({
      text: "select data from event_log where tenant_id = $1 and type = $2 and data->>'conversationId' = $3 order by xid, id",
      values: [who.id, type, conversationId],
    });
    return rows.map((row) => row.data);
  }

  return { t, tenant, other, model, faq, chatbot, person, eventsOf };
}
