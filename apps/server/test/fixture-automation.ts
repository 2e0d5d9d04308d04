/** Flows, chatbots, what they know, and the models that they ask. */
import { type AiSimulator, startAiSimulator } from "@parley/simulators/ai-provider";
import { parseWireId, wireId } from "../src/platform/ids/ids.ts";
import type { channelMakers, MainConversation } from "./fixture-channels.ts";
import { type FixtureStage, word } from "./fixture-stage.ts";
import type { TestApp } from "./harness.ts";

const aiProviders = new WeakMap<TestApp, Promise<AiSimulator>>();

/** The AI provider that the fixtures' keys lead to. One per app; it ends with the process. */
function aiProviderOf(t: TestApp): Promise<AiSimulator> {
  const known = aiProviders.get(t) ?? startAiSimulator({ background: true });
  aiProviders.set(t, known);
  return known;
}

export function flowMakers({ api, expectOk, made }: FixtureStage) {
  async function activeFlow(): Promise<string> {
    const steps = [{ type: "wait", seconds: 86_400 }];
    const id = await made("flow", "/api/v1/flows", { name: `Flow ${word()}`, trigger: { type: "manual" }, steps });
    await expectOk("flow", api.post(`/api/v1/flows/${id}/activate`));
    return id;
  }
  async function runOf(flow: string): Promise<string> {
    const contactId = await made("contact", "/api/v1/contacts", { name: `In a flow ${word()}` });
    return made("flow run", `/api/v1/flows/${flow}/runs`, { contactId });
  }

  return {
    async flow(): Promise<string> {
      const id = await activeFlow();
      await runOf(id);
      await runOf(id);
      await expectOk("flow", api.patch(`/api/v1/flows/${id}`, { oncePerContact: true }));
      await expectOk("flow", api.post(`/api/v1/flows/${id}/deactivate`));
      return id;
    },
    activeFlow,
    async hookedFlow(): Promise<string> {
      const trigger = { type: "webhook", contactBy: "phone", contactFrom: "body.phone" };
      const id = await made("flow", "/api/v1/flows", { name: `Flow ${word()}`, trigger, steps: [{ type: "wait", seconds: 86_400 }] });
      await expectOk("address of a flow", api.post(`/api/v1/flows/${id}/webhook`));
      return id;
    },
    flowRun: async () => runOf(await activeFlow()),
    flowSecret: () =>
      made("flow secret", "/api/v1/flow-secrets", {
        name: `S_${word().toUpperCase()}`,
        value: "a long secret value",
        hosts: ["api.shop.example"],
      }),
  };
}

/** `of`: a chatbot, or an evaluation; without it another one. */
export function chatbotMakers(
  { t, tenant, api, expectOk, made, sql }: FixtureStage,
  channels: ReturnType<typeof channelMakers>,
  main: { conversation: MainConversation },
) {
  async function chatbot(): Promise<string> {
    const channelIds = [(await channels.channel()).id];
    return made("chatbot", "/api/v1/chatbots", { name: `Bot ${word()}`, channelIds });
  }
  async function chatbotEvaluation(of?: string): Promise<string> {
    const cases = [{ name: `Case ${word()}`, message: "I want to talk to a human", expect: { decision: "handed_over" } }];
    return made("evaluation", `/api/v1/chatbots/${of ?? (await chatbot())}/evaluations`, { name: `Suite ${word()}`, cases });
  }

  return {
    chatbot,
    async chatbotTurn(of?: string): Promise<string> {
      const values = [tenant.id, parseWireId("conv", main.conversation.id), parseWireId("bot", of ?? (await chatbot()))];
      await sql(
        `insert into chatbot_sessions (tenant_id, conversation_id, chatbot_id, epoch, heard, pending, began_at, state, run_at, burst_at)
         select $1, $2, $3, 1, 1, '{}', now(), 'idle', now(), now() on conflict do nothing`,
        values,
      );
      const [turn] = await sql<{ id: string }>(
        `insert into chatbot_turns (tenant_id, id, chatbot_id, chatbot_version, conversation_id, epoch, decision, inbound_ids, trace, began_at, created_at)
         select $1, gen_random_uuid(), $3, 1, $2, 1, 'silenced', '{}', '{"steps": [], "passages": [], "question": null, "language": null}', now(), now()
         returning id`,
        values,
      );
      return wireId("btn", (turn as { id: string }).id);
    },
    chatbotEvaluation,
    async chatbotEvaluationRun(of?: string): Promise<string> {
      const id = await made("run", `/api/v1/chatbot-evaluations/${of ?? (await chatbotEvaluation())}/runs`, {});
      await t.drain();
      return id;
    },
    async botConversation(): Promise<string> {
      const on = await channels.channel();
      await expectOk("chatbot", api.post("/api/v1/chatbots", { name: `Bot ${word()}`, isActive: true, channelIds: [on.id] }));
      return (await channels.conversation(on)).id;
    },
    async aiKey(): Promise<string> {
      return made("AI key", "/api/v1/ai/keys", {
        provider: "openai_compatible",
        name: `Key ${word()}`,
        apiKey: `sk-${word()}${word()}`,
        baseUrl: (await aiProviderOf(t)).baseUrls.openai_compatible,
        models: ["small-model"],
      });
    },
  };
}

export function knowledgeMakers({ api, expectOk, made }: FixtureStage) {
  const faqImport = () =>
    made("FAQ import", "/api/v1/knowledge/faqs/imports", { csv: `question,answer\nQuestion ${word()}?,Yes.\n,No.\n` });

  return {
    knowledgeCategory: (parentId: string | null = null) =>
      made("category", "/api/v1/knowledge/categories", { name: `Category ${word()}`, parentId }),
    knowledgeSource: (categoryId: string | null = null) =>
      made("knowledge source", "/api/v1/knowledge/sources", {
        name: `Source ${word()}`,
        kind: "text",
        text: `# Returns\n\nAn item may be returned. ${word()}`,
        categoryId,
      }),
    faq: (categoryId: string | null = null) =>
      made("faq", "/api/v1/knowledge/faqs", {
        question: `How long may I return item ${word()}?`,
        answer: "For 30 days.",
        language: "en",
        categoryId,
      }),
    async knowledgeQuestion(): Promise<string> {
      await expectOk("search", api.get(`/api/v1/knowledge/search?q=zz${word().replace(/[0-9]/g, "q")}`));
      return (await expectOk("unanswered", api.get("/api/v1/knowledge/unanswered?limit=1"))).data[0].id;
    },
    faqImport,
    runningFaqImport: faqImport,
  };
}
